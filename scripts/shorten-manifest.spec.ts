import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortenManifest, shortenManifestFile } from './shorten-manifest.ts'

const manifest = {
  entry: { module: '/entry.js', imports: ['/react.js'] },
  routes: {
    root: { id: 'root', module: '/root.js', imports: ['/react.js', '/shell.js'], css: ['/a.css'] },
    layout: { parentId: 'root', module: '/layout.js', imports: ['/shell.js', '/nav.js'] },
    page: {
      parentId: 'layout',
      module: '/page.js',
      imports: ['/nav.js', '/table.js', '/z.js', '/react.js', '/form.js', '/layout.js'],
      css: ['/c.css', '/a.css', '/b.css'],
    },
    other: {
      parentId: 'root',
      hasLoader: false,
      module: '/other.js',
      imports: ['/nav.js', '/form.js'],
    },
  },
  version: '1',
}

it('names a file once for each page, and nothing that a route does not have', () => {
  const { routes, ...rest } = shortenManifest(manifest)
  expect(rest).toEqual({ entry: manifest.entry, version: '1' })
  expect(routes).toEqual({
    root: { ...manifest.routes.root, imports: ['/shell.js'] },
    layout: { ...manifest.routes.layout, imports: ['/nav.js'] },
    page: {
      ...manifest.routes.page,
      imports: ['/form.js', '/table.js', '/z.js'],
      css: ['/c.css', '/b.css'],
    },
    other: { parentId: 'root', module: '/other.js', imports: ['/nav.js', '/form.js'] },
  })
})

it('rewrites the built file, and says when there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
  expect(() => shortenManifestFile(folder)).toThrow('no list of routes')
  mkdirSync(join(folder, 'assets'))
  const path = join(folder, 'assets/manifest-1a2b.js')
  writeFileSync(path, `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  shortenManifestFile(folder)
  const source = readFileSync(path, 'utf8')
  expect(source).toBe(`window.__reactRouterManifest=${JSON.stringify(shortenManifest(manifest))};`)
  rmSync(folder, { recursive: true })
})
