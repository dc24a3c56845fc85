import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hasRouteFailed, loadRouteModule, onRouteFailure } from './load-route-module.ts'

const target = { pathname: '/student/result', search: '?sort=newest', hash: '#top' }

let folder: string
let file: string
let openedPaths: string[]
let browser: EventTarget
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'route-'))
  file = join(folder, 'screen.js')
  openedPaths = []
  browser = Object.assign(new EventTarget(), {
    location: { assign: (path: string) => openedPaths.push(path) },
    __reactRouterDataRouter: { state: { navigation: { location: target } } },
  })
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(async () => {
  // Loads that still wait find their file, and end.
  await restoreServer()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const load = (modules: Record<string, unknown> = {}) =>
  loadRouteModule({ id: folder, module: pathToFileURL(file).href }, modules)
const replyWith = (status: number) =>
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
const nextFailure = () => new Promise<void>((resolve) => onRouteFailure(resolve))

async function restoreServer() {
  writeFileSync(file, 'export const name = "screen"')
  browser.dispatchEvent(new Event('online'))
  await expect.poll(() => hasRouteFailed()).toBe(false)
}

it('loads a page once, also if it is prefetched and opened at the same time', async () => {
  writeFileSync(file, 'export const loadedAt = performance.now()')
  const modules = {}
  const [first, second] = await Promise.all([load(modules), load(modules)])
  expect(first).toBe(second)
  expect(await load(modules)).toBe(first)
})

it('keeps the page while the server is unreachable, and continues when it is back', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const failure = nextFailure()
  const loading = load()
  await failure
  expect(hasRouteFailed()).toBe(true)
  await restoreServer()
  expect(await loading).toMatchObject({ name: 'screen' })
  expect(openedPaths).toEqual([])
})

it.each([404, 410])(
  'loads the clicked page from the server if its file is gone (%d)',
  async (status) => {
    replyWith(status)
    load()
    await expect.poll(() => openedPaths).toEqual(['/student/result?sort=newest#top'])
  },
)

it('waits for a restarting server', async () => {
  replyWith(502)
  const failure = nextFailure()
  const loading = load()
  await failure
  await restoreServer()
  await loading
  expect(openedPaths).toEqual([])
})

it('leaves the page alone if the missing file was only prefetched', async () => {
  Object.assign(browser, { __reactRouterDataRouter: { state: { navigation: {} } } })
  replyWith(404)
  const failure = nextFailure()
  const loading = load()
  await failure
  await restoreServer()
  expect(await loading).toMatchObject({ name: 'screen' })
  expect(openedPaths).toEqual([])
})
