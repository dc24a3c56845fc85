import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { publicFloor } from '#web/client/browser-floor.ts'
import { listAbove } from '../lint/browser-floor.ts'
import { listHarmless } from '../lint/browser-floor-exceptions.ts'

const folder = join(import.meta.dirname, '../build/client')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const forbiddenWords =
  /key_corrections|password_hash|better-sqlite3|correct_option|sourceMappingURL/

test('no file built for the browser contains the key, the server or its source', () => {
  const files = globSync('**/*.{js,html,css,json}', { cwd: folder })
  expect(files.length).toBeGreaterThan(20)
  for (const name of files) {
    expect(read(name), name).not.toMatch(forbiddenWords)
  }
  expect(globSync('**/*.map', { cwd: folder })).toEqual([])
})

test('the HTML of each built page is complete, and no part waits for a script', () => {
  const pages = globSync('**/index.html', { cwd: folder })
  expect(pages.length).toBeGreaterThan(10)
  for (const page of pages)
    expect(read(page), page).not.toMatch(
      /<template id="B:|<div hidden="" id="S:|<div hidden id="S:/,
    )
})

/** Each is a request, which costs more than a few kilobytes that a page does not need. */
const mostScripts = 60

test('no page needs very many scripts', () => {
  const { entry, routes } = readManifest()
  expect(Object.keys(routes).length).toBeGreaterThan(40)
  const ofEveryPage = new Set(entry.imports)
  expect(ofEveryPage.size).toBeGreaterThan(0)
  for (const route of Object.values(routes)) {
    const scripts = new Set(collectScripts(routes, route)).difference(ofEveryPage)
    expect(scripts.size, route.id).toBeGreaterThan(1)
    expect(scripts.size, route.id).toBeLessThanOrEqual(mostScripts)
  }
})

/**
 * Features in libraries and in styles of staff; each is checked for before it is used, or is
 * another thing.
 */
const harmlessInBuild = [
  // Base UI, React, React Router and Zod ask first.
  ...['.checkVisibility', '.startViewTransition', 'navigation', 'Error.captureStackTrace'],
  // React’s children, Zod’s settings, the passkey’s key, an XML reader’s and a workbook’s fields.
  ...['.toArray', '.config', '.escape', '.font', '.getPublicKey', '.xmlVersion'],
  ...[':has', 'color-mix()', 'rotate', 'anchor-name', 'field-sizing', 'zoom'],
  ...['@container', 'container-type', 'trustedTypes'],
  // The live screen asks first.
  'SharedWorker',
]

test('no built file needs a feature that the oldest supported browsers lack', {
  tag: '@long',
}, () => {
  const staffOnly = new Set(listStaffFiles())
  const files = globSync('assets/*.{js,css}', { cwd: folder })
  const harmless = new Set([...harmlessInBuild, ...listHarmless('')])
  const violations = files.flatMap((path) =>
    listAbove(path, read(path), publicFloor)
      .filter((name) => !harmless.has(name))
      .filter((name) => !/lookbehind|^field/.test(name) || !staffOnly.has(path))
      .map((name) => `${path}: ${name}`),
  )
  expect(violations).toEqual([])
})

/** Lists scripts that no page of visitors and students loads at once, and the readers of files. */
function listStaffFiles(): string[] {
  const { routes } = readManifest()
  const others = Object.values(routes).filter(({ id }) => !/admin|second-factor/.test(id))
  const theirs = new Set(others.flatMap((route) => collectScripts(routes, route)))
  return globSync('assets/*.js', { cwd: folder }).filter((path) => !theirs.has(`/${path}`))
}

type Route = { readonly id: string; readonly parentId?: string; readonly module: string }

function readManifest(): Manifest {
  const [path = ''] = /assets\/manifest-\w+\.js/.exec(read('index.html')) ?? []
  const text = read(path)
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

/** The scripts that a page loads at once: its own, its layouts' and all that these import. */
function collectScripts(routes: Manifest['routes'], route: Route): string[] {
  const scripts = new Set<string>()
  const visit = (path: string) => {
    if (scripts.has(path)) return
    scripts.add(path)
    for (const [, name] of read(path).matchAll(/\b(?:import|from)"\.\/([^"]+)"/g))
      visit(`/assets/${name}`)
  }
  for (let part: Route | undefined = route; part; part = routes[part.parentId ?? ''])
    visit(part.module)
  return [...scripts]
}

type Manifest = {
  readonly entry: { readonly imports: readonly string[] }
  readonly routes: Readonly<Record<string, Route>>
}
