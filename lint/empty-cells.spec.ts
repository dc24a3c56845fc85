import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

const home = 'web/ui/empty-cell.tsx'
/** A dash alone, where a value stands otherwise. "None" is a value: no extra time. */
const emptySign = /(['">])(?:—|–|N\/A)(?:['"](?=[,)}\s;:])|<)/g

function findEmptySigns(code: string): string[] {
  return [...code.matchAll(emptySign)].map(([found]) => found)
}

it.each([
  ["cell: ({ phone }) => phone || '—',", 1],
  ['return <span>–</span>', 1],
  ["of > 0 ? String(of) : 'N/A',", 1],
  ['<b>From 9 – 10</b>', 0],
  ["of > 0 ? String(of) : 'None'", 0],
])('%s', (code, count) => {
  expect(findEmptySigns(code)).toHaveLength(count)
})

it('an empty cell has one sign in every table, made in one place', () => {
  const tables = listSourceFiles().filter(
    (path) => /^web\/(admin|student)\/.*\.tsx$/.test(path) && path !== home,
  )
  expect(tables.length).toBeGreaterThan(150)
  expect(
    tables.flatMap((path) =>
      findEmptySigns(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).map(
        (found) => `${path}: ${found}`,
      ),
    ),
  ).toEqual([])
})
