import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { oldestBrowsers, publicFloor, staffFloor } from '#web/client/browser-floor.ts'
import { findCallsAbove, findStylesAbove, listAbove } from './browser-floor.ts'
import { listHarmless, standIns } from './browser-floor-exceptions.ts'
import { listSourceFiles } from './source-files.ts'

/** Built before a browser comes to it. */
const buildTime = /^web\/vite\/|\.(spec|d)\.tsx?$/
const staffRooms = /^web\/(admin|spreadsheets|account\/second-factor)\/|^core\/questions\/formats\//
const sources = listSourceFiles().filter(
  (path) => /^(web|core|contract)\/.*\.(tsx?|css)$/.test(path) && !buildTime.test(path),
)

describe('our code', () => {
  it('needs nothing newer than the oldest supported browsers', () => {
    expect(sources.length).toBeGreaterThan(600)
    const violations = sources.flatMap((path) => {
      const floor = staffRooms.test(path) ? staffFloor : publicFloor
      const harmless = listHarmless(path)
      return listAbove(path, read(path), floor)
        .filter((name) => !harmless.includes(name))
        .map((name) => `${path}: ${name}`)
    })
    expect(violations).toEqual([])
  })

  it('has no unneeded exception', () => {
    const used = new Set(
      sources.flatMap((path) => {
        const found = listAbove(path, read(path), publicFloor)
        return listHarmless(path).filter((name) => found.includes(name))
      }),
    )
    const all = new Set(sources.flatMap((path) => listHarmless(path)))
    expect([...all].filter((name) => !used.has(name))).toEqual([])
  })

  it('loads polyfills only where `URL.parse` is missing, which is newer than all of them', () => {
    const loader = read('web/app/entry.client.tsx')
    expect(loader).toContain("'parse' in URL")
    const atUrlParse = { chrome: 126, firefox: 126, safari: 18 }
    expect(findCallsAbove('a.ts', 'URL.parse(a)', atUrlParse)).toEqual([])
    for (const [browser, version] of Object.entries(atUrlParse)) {
      const below = { ...atUrlParse, [browser]: version - 0.1 }
      expect(findCallsAbove('a.ts', 'URL.parse(a)', below)).toEqual(['URL.parse'])
    }
    const code = read('web/client/stand-ins.ts') + read('web/client/popover.ts')
    expect(listAbove('a.ts', code, atUrlParse)).toEqual([])
    for (const name of standIns) expect(code).toContain(name.replace(/^\.|=$/g, ''))
  })

  it.each(['README.md', 'docs/running.md'])('is described in %s', (path) => {
    const text = read(path).replace(/\s+/g, ' ')
    expect(text).toContain(oldestBrowsers)
    const { chrome, firefox, safari } = staffFloor
    expect(text).toContain(
      `Chrome ${chrome}, Edge ${chrome}, Firefox ${firefox} or Safari ${safari}`,
    )
  })
})

describe('the search for calls', () => {
  it.each([
    ['rows.toSorted()', ['.toSorted']],
    ['rows.with(1, a)', ['.with']],
    ['rows.map(toRow).findLast(isOpen)', []],
    ['URL.parse(a, b)', ['URL.parse']],
    ['new URL(a)', []],
    ['Map.groupBy(rows, toDay)', ['Map.groupBy']],
    ['AbortSignal.timeout(9)', ['AbortSignal.timeout']],
    ['const q = new URLSearchParams(a)\nif (q.size > 0) go()', ['URLSearchParams.size']],
    ['files.size', []],
    ['map.values().map(toRow)', ['iterator.map']],
    ['Object.values(map).map(toRow)', []],
    ['[...map.values()].map(toRow)', []],
    ['dialog.inert = true', ['.inert']],
    ['const view = <div inert popover="auto" />', ['inert=', 'popover=']],
    ['const view = <img loading="lazy" width={1} />', []],
    ['new CompressionStream(a)', ['CompressionStream']],
    ['/(?<!a)b/.test(text)', ['lookbehind']],
    ["new RegExp('(?<=a)b')", ['lookbehind']],
    ['/(?<year>\\d+)/.test(text)', []],
  ])('%s needs %j', (code, expected) => {
    expect(findCallsAbove('a.tsx', code, publicFloor)).toEqual(expected)
  })

  it('finds class fields in the build that Safari 15 misreads', () => {
    expect(findCallsAbove('a.js', 'class A { b = () => c }', publicFloor)).toHaveLength(1)
    expect(findCallsAbove('a.js', 'class A { b = new Map; #c = [] }', publicFloor)).toEqual([])
    expect(findCallsAbove('a.js', 'class A { b = () => c }', staffFloor)).toEqual([])
  })

  it('allows staff the features of their browsers', () => {
    expect(findCallsAbove('a.ts', '/(?<!a)b/.test(text)', staffFloor)).toEqual([])
  })
})

describe('the search for styles', () => {
  it.each([
    ['.a:has(b) { color: red }', [':has']],
    ['.a:not(:has(b)) { color: red }', [':has']],
    ['@supports selector(:has(a)) { .a:has(b) { color: red } }', []],
    ['@supports not (zoom: 1) { .a:has(b) { color: red } }', [':has']],
    ['@container (max-width: 1px) { .a { color: red } }', ['@container']],
    ['@media (width <= 760px) { .a { color: red } }', ['@media with < or >']],
    ['@media (max-width: 760px) { .a { color: red } }', []],
    ['.a { min-height: 100dvh }', ['viewport_percentage_units_dynamic']],
    ['.a { color: color-mix(in srgb, red, blue) }', ['color-mix()']],
    ['.a { rotate: 1deg }', ['rotate']],
    ['.a { .b { color: red } & > .c { color: red } }', ['nesting']],
    ['.a:popover-open { color: red }', [':popover-open']],
    ['.a { inset: 0; aspect-ratio: 1; content: ":has(a)" }', []],
  ])('%s needs %j', (css, expected) => {
    expect(findStylesAbove(css, publicFloor)).toEqual(expected)
  })
})

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
}
