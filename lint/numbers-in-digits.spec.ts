import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

it('a number from a URL, a form or a setting is parsed only from digits', () => {
  const schemas = listSourceFiles().filter((path) => /^(contract|server|core)\/.*\.ts$/.test(path))
  expect(schemas.length).toBeGreaterThan(100)
  // Number() takes 0x10, 1e3, an empty text and one with blanks; contract/schemas.ts has InDigits.
  const coerced = schemas.filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('z.coerce'),
  )
  expect(coerced).toEqual([])
})
