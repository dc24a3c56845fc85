import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'
import { readDeclarations } from './style-rules.ts'

const spacing = /^(padding|margin|gap|row-gap|column-gap)(-|$)/
const textSize = /^font(-size)?$/
/** A line's width is for optical alignment: it is no step of the scale. */
const lineWidths = ['0px', '1px', '2px']

/** A screen changes its layout at these widths only; `min-width` is 1 px more. */
const widths = {
  340: 'the narrowest phones, and 400 % zoom',
  400: 'controls of many parts in one line',
  480: 'phones that are held upright',
  760: 'the breakpoint: one column, tables in blocks',
  900: 'two columns of the site, the header of the quiz',
  1000: 'the sidebar becomes a row of tabs',
  1100: 'a side column goes below the main one',
  1240: 'tables beside the sidebar lose what can be found elsewhere',
}

const stylesheets = listSourceFiles().filter((path) => /^web\/.*\.css$/.test(path))

describe('padding, margin, gap and font-size', () => {
  it('take their steps from web/ui/tokens.css', () => {
    expect(stylesheets.length).toBeGreaterThan(100)
    const found = stylesheets.flatMap((path) =>
      findOffScale(read(path)).map((declaration) => `${path}: ${declaration}`),
    )
    expect(found).toEqual([])
  })
})

describe('media conditions', () => {
  it('are about one of the widths above, each of which is needed', () => {
    const found = stylesheets.flatMap((path) =>
      listWidths(read(path)).map((width) => ({ path, width })),
    )
    expect(found.filter(({ width }) => !(width in widths))).toEqual([])
    const used = new Set(found.map(({ width }) => width))
    expect(Object.keys(widths).filter((width) => !used.has(Number(width)))).toEqual([])
  })
})

describe('the search for sizes off the scale', () => {
  it.each([
    ['.a { padding: 12px 0 }', ['padding: 12px 0']],
    ['.a { margin-inline: calc(50% - 3px) }', ['margin-inline: calc(50% - 3px)']],
    ['@media print { .a { row-gap: .5rem } }', ['row-gap: .5rem']],
    ['.a { font-size: 1rem }', ['font-size: 1rem']],
    ['.a { font: 600 14px / 1 serif }', ['font: 600 14px / 1 serif']],
    ['.a { padding: var(--s-3) 1px 2px; gap: 0 4% }', []],
    ['.a { margin: calc(-1 * var(--s-2)) auto -1px; padding: 8mm }', []],
    ['.a { font: 600 var(--fs-ui) / 1.4 var(--font-body); font-size: 0.9em }', []],
    ['.a { width: 12px; border: 3px solid; top: -5px }', []],
  ])('%s has %j', (css, expected) => {
    expect(findOffScale(css)).toEqual(expected)
  })
})

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
}

/** The widths up to which a narrower layout holds. */
function listWidths(css: string): number[] {
  return [...css.matchAll(/@media[^{]*/g)]
    .flatMap(([head]) => [...head.matchAll(/(min|max)-width: (\d+)px/g)])
    .map(([, bound, width]) => Number(width) - (bound === 'min' ? 1 : 0))
}

function findOffScale(css: string): string[] {
  return readDeclarations(css)
    .filter(({ property = '', value = '' }) => isOffScale(property, value))
    .map(({ property, value }) => `${property}: ${value}`)
}

function isOffScale(property: string, value: string): boolean {
  const lengths = value.match(/(?<![\w-])\d*\.?\d+(px|rem|pt)\b/g) ?? []
  if (textSize.test(property)) return lengths.length > 0
  return spacing.test(property) && lengths.some((length) => !lineWidths.includes(length))
}
