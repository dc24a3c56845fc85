import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const folder = join(import.meta.dirname, '../build/client')
const forbiddenWords =
  /key_corrections|password_hash|better-sqlite3|correct_option|sourceMappingURL/

test('no file built for the browser contains the key, the server or its source', () => {
  const files = globSync('**/*.{js,html,css,json}', { cwd: folder })
  expect(files.length).toBeGreaterThan(20)
  for (const name of files) {
    expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(forbiddenWords)
  }
  expect(globSync('**/*.map', { cwd: folder })).toEqual([])
})
