import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { root } from '#programs/run-command.ts'
import { shortenManifest, shortenManifestFile } from './shorten-manifest.ts'

const manifest = {
  entry: { module: '/entry.js', imports: ['/react.js'] },
  routes: {
    root: { id: 'root', module: '/root.js', imports: ['/shell.js'], css: ['/a.css'] },
    quiz: { parentId: 'root', path: pagePaths.quiz, module: '/quiz.js', imports: ['/question.js'] },
    page: { parentId: 'root', path: '/page', module: '/page.js', imports: ['/form.js'] },
  },
  version: '1',
}
const write = (value: unknown) => `window.__reactRouterManifest=${JSON.stringify(value)};`

it('keeps all of the list but the imports of routes that no page prefetches', () => {
  const { imports: _ofRoot, ...rootRoute } = manifest.routes.root
  const { imports: _ofPage, ...page } = manifest.routes.page
  const routes = { root: rootRoute, quiz: manifest.routes.quiz, page }
  expect(shortenManifest(write(manifest))).toBe(write({ ...manifest, routes }))
})

it('knows all pages that are prefetched', () => {
  const prefetching = globSync('web/**/*.tsx', { cwd: root }).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return [...source.matchAll(/<PrefetchPageLinks .*|\bprefetch=.*/g)].map(([link]) => link)
  })
  expect(prefetching).toEqual([
    "<PrefetchPageLinks page={generatePath(pagePaths.quiz, { testId: 'next' })} />",
  ])
})

it.each([
  { source: write(manifest).replace('window', 'self'), difference: 'it does not begin with' },
  { source: write({ routes: { root: { id: 'root' } } }), difference: 'a route has no imports' },
  { source: write({ routes: { page: manifest.routes.page } }), difference: 'quiz/:testId is not' },
])('fails the build with a sentence: $difference', ({ source, difference }) => {
  expect(() => shortenManifest(source)).toThrow(difference)
})

it('rewrites the built file, and says when there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
  expect(() => shortenManifestFile(folder)).toThrow('no assets/manifest')
  mkdirSync(join(folder, 'assets'))
  const path = join(folder, 'assets/manifest-1a2b.js')
  writeFileSync(path, write(manifest))
  shortenManifestFile(folder)
  expect(readFileSync(path, 'utf8')).toBe(shortenManifest(write(manifest)))
  rmSync(folder, { recursive: true })
})
