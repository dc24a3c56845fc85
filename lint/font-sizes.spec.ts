import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'
import { readDeclarations } from './style-rules.ts'

const stylesheets = listSourceFiles().filter((path) => path.endsWith('.css'))

it('text has no size in pixels, so that it follows the browser’s setting', () => {
  expect(stylesheets.length).toBeGreaterThan(100)
  const fixed = stylesheets.flatMap((path) =>
    readDeclarations(readFileSync(path, 'utf8'))
      .filter(({ property = '', value = '' }) => isTextSize(property) && /\d(px|pt)\b/.test(value))
      .map(({ property, value }) => `${path}: ${property}: ${value}`),
  )
  expect(fixed).toEqual([])
})

function isTextSize(property: string): boolean {
  return /^(font|font-size|line-height|--fs-\w+)$/.test(property)
}
