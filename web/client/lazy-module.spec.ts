import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLazyModule } from './lazy-module.ts'

const online = { onLine: true }

beforeEach(() => {
  vi.useFakeTimers()
  online.onLine = true
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', online)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A part of which the first loads fail. */
function createPart(failuresBefore: number) {
  let calls = 0
  const part = createLazyModule(async () => {
    calls += 1
    if (calls <= failuresBefore) throw new TypeError('Importing a module script failed.')
    return { name: 'calendar' }
  })
  return { part, countCalls: () => calls }
}

const ignoreChanges = () => undefined
const letLoad = () => vi.advanceTimersByTimeAsync(0)

it('loads once, however often it is used', async () => {
  const { part, countCalls } = createPart(0)
  expect(part.get()).toEqual({ module: undefined, hasFailed: false })
  expect(countCalls(), 'not before it is needed').toBe(0)
  part.subscribe(ignoreChanges)
  part.subscribe(ignoreChanges)
  await part.preload()
  expect(part.get()).toEqual({ module: { name: 'calendar' }, hasFailed: false })
  expect(countCalls()).toBe(1)
})

it('reports a failure, and tries again until the module is there', async () => {
  const { part } = createPart(3)
  const states: boolean[] = []
  part.subscribe(() => states.push(part.get().hasFailed))
  await letLoad()
  expect(part.get()).toEqual({ module: undefined, hasFailed: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(part.get()).toEqual({ module: { name: 'calendar' }, hasFailed: false })
  expect(states).toEqual([true, true, true, false])
})

it('reports a fault once, and no load that was cancelled by leaving the page', async () => {
  const { part } = createPart(3)
  part.subscribe(() => {})
  await letLoad()
  expect(console.error).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(console.error).toHaveBeenCalledOnce()
})

it('retries rarely while a file is missing: the home page once asked 55 times a second', async () => {
  const { part, countCalls } = createPart(Number.POSITIVE_INFINITY)
  part.subscribe(ignoreChanges)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(countCalls()).toBeLessThanOrEqual(5)
  const before = countCalls()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(countCalls() - before).toBeLessThanOrEqual(54)
})

it('does not retry while the device is offline, and retries at once when it is back', async () => {
  const { part, countCalls } = createPart(1)
  online.onLine = false
  part.subscribe(ignoreChanges)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(countCalls()).toBe(1)
  online.onLine = true
  window.dispatchEvent(new Event('online'))
  await letLoad()
  expect(part.get().module).toBeDefined()
  window.dispatchEvent(new Event('online'))
  await letLoad()
  expect(countCalls()).toBe(2)
})

it('stops when nothing needs the module, and starts again with the next use', async () => {
  const { part, countCalls } = createPart(1)
  const stop = part.subscribe(ignoreChanges)
  await letLoad()
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(countCalls()).toBe(1)
  expect(part.get().hasFailed, 'a new use has not failed yet').toBe(false)
  part.subscribe(ignoreChanges)
  await letLoad()
  expect(part.get().module).toBeDefined()
})

it('a failed preload reports nothing and is not retried by itself', async () => {
  const { part, countCalls } = createPart(1)
  await part.preload()
  expect(part.get()).toEqual({ module: undefined, hasFailed: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(countCalls()).toBe(1)
})

it('loads again where a browser caches a failed import', async () => {
  vi.useRealTimers()
  const folder = mkdtempSync(join(tmpdir(), 'lazy-'))
  const file = join(folder, 'part.js')
  writeFileSync(file, 'export const name = "fresh"')
  const message = `Failed to fetch dynamically imported module: ${pathToFileURL(file)}`
  const part = createLazyModule<{ name: string }>(() => Promise.reject(new TypeError(message)))
  await part.preload()
  expect(part.get().module).toBeUndefined()
  await part.preload()
  expect(part.get().module?.name).toBe('fresh')
  rmSync(folder, { recursive: true })
})
