import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unusualJourneys } from './run-part.ts'

const folder = join(import.meta.dirname, '../e2e')

it('the list of unusual journeys names only existing ones, each once', () => {
  expect(unusualJourneys.filter((name) => !existsSync(join(folder, `${name}.spec.ts`)))).toEqual([])
  expect(new Set(unusualJourneys).size).toBe(unusualJourneys.length)
})
