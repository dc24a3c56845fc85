import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sampleFolder } from '../institute-folder.ts'
import {
  choosePublicUrl,
  findBuildStep,
  hashInputs,
  keepAssets,
  lowerScripts,
  removeOldAssets,
} from './build-web.ts'

const dayMs = 24 * 60 * 60 * 1000
const start = Date.UTC(2026, 10, 22)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Imitates a build's effect on the assets: the old ones go, the new ones come. */
function build(at: number, files: readonly string[]) {
  const assets = join(folder, 'client/assets')
  keepAssets(folder, at)
  rmSync(assets, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  for (const name of files) writeFileSync(join(assets, name), name)
  removeOldAssets(folder, at)
}

function listKept() {
  const earlier = join(folder, 'earlier-assets')
  if (!existsSync(earlier)) return []
  return readdirSync(earlier).flatMap((name) => readdirSync(join(earlier, name)))
}

it('keeps the changed files of replaced builds for a week', () => {
  build(start, ['react.js', 'home-1.js'])
  expect(listKept()).toEqual([])
  build(start + dayMs, ['react.js', 'home-2.js'])
  expect(listKept()).toEqual(['home-1.js'])
  build(start + 7 * dayMs, ['react.js', 'home-3.js'])
  expect(listKept().toSorted()).toEqual(['home-1.js', 'home-2.js'])
  build(start + 8 * dayMs + 1, ['react.js', 'home-4.js'])
  expect(listKept().toSorted(), 'gone a week after it was replaced').toEqual([
    'home-2.js',
    'home-3.js',
  ])
})

it('keeps 20 builds at most', () => {
  for (let number = 0; number <= 30; number += 1) build(start + number, [`home-${number}.js`])
  expect(listKept()).toHaveLength(20)
  expect(listKept()).toContain('home-29.js')
})

it.each([
  { line: 'vite v8.3.8 building client environment for production...', step: -1 },
  { line: 'transforming...✓ 4821 modules transformed.', step: 1 },
  { line: '✓ 4821 modules transformed.', step: 1 },
  { line: 'vite v8.3.8 building ssr environment for production...', step: 2 },
  { line: 'build/client/assets/serverless-a1b2.js  1.20 kB │ gzip: 0.60 kB', step: -1 },
  { line: '', step: -1 },
])('finds the step that a line of the bundler starts: $line', ({ line, step }) => {
  expect(findBuildStep(line)).toBe(step)
})

it('loads styles and fonts of a page before its scripts', () => {
  const styles = '<link rel="stylesheet" href="/assets/a.css"/>'
  const html = `<head>${styles}<link rel="modulepreload" href="/assets/b.js"/></head>`
  expect(lowerScripts(html)).toBe(
    `<head>${styles}<link rel="modulepreload" fetchpriority="low" href="/assets/b.js"/></head>`,
  )
})

it.each([
  [{ PUBLIC_URL: 'https://academy.example/' }, null, 'https://academy.example'],
  [{ PUBLIC_URL: 'https://new.example' }, 'https://academy.example', 'https://new.example'],
  [{}, 'https://academy.example', 'https://academy.example'],
  [{ PORT: '3100' }, 'https://academy.example', 'https://academy.example'],
  [{ PORT: '3100' }, null, 'http://localhost:3100'],
  [{ PORT: '3100' }, 'http://localhost:3000', 'http://localhost:3000'],
  [{}, null, 'http://localhost:3000'],
])('builds with %o after a build for %s for %s', (environment, builtFor, expected) => {
  expect(choosePublicUrl(environment, builtFor)).toBe(expected)
})

it('builds the same from the samples, whether an institute configures them or has no files', () => {
  const withoutFiles = hashInputs('', folder)
  expect(hashInputs('', sampleFolder)).toBe(withoutFiles)
  writeFileSync(join(folder, 'theme.css'), ':root {}')
  expect(hashInputs('', folder)).not.toBe(withoutFiles)
})
