import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

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

/** Each is a request, which costs more than a few kilobytes that a page does not need. */
const mostScripts = 60

test('no page needs very many scripts', () => {
  const [path = ''] = /assets\/manifest-\w+\.js/.exec(read('index.html')) ?? []
  const text = read(path)
  const { routes }: Manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const collectScripts = ({ module, imports, parentId }: Route): string[] => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return [module, ...(imports ?? []), ...(parent ? collectScripts(parent) : [])]
  }
  expect(Object.keys(routes).length).toBeGreaterThan(40)
  for (const route of Object.values(routes)) {
    expect(new Set(collectScripts(route)).size, route.id).toBeLessThanOrEqual(mostScripts)
  }
})

type Route = {
  readonly id: string
  readonly parentId?: string
  readonly module: string
  readonly imports?: readonly string[]
}

type Manifest = { readonly routes: Readonly<Record<string, Route>> }
