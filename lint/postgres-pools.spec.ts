import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

it('every pool of the product is made by createPool, which turns standbys away', () => {
  const makers = listSourceFiles()
    .filter((path) => /^(server|scripts|demo)\/.*\.ts$/.test(path) && !path.endsWith('.spec.ts'))
    .filter((path) => /\bnew (Pool|Client)\(/.test(readFileSync(path, 'utf8')))
  expect(makers).toEqual(['server/database/postgres-hosts.ts'])
})
