import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { createNewerVersionWatch } from './newer-version.ts'

let app: TestApp
afterEach(() => app.close())

const newer = '9999-of-a-newer-version.sql'

it('logs once that a newer version has converted the database', async () => {
  app = await createTestApp()
  const { db } = app.deps
  const lines: string[] = []
  const watch = createNewerVersionWatch({ db, log: { warn: (line: string) => lines.push(line) } })
  await watch()
  expect(lines).toEqual([])
  await db.write((tx) => sql`INSERT INTO migrations (name) VALUES (${newer})`.execute(tx))
  for (let n = 0; n < 3; n++) await watch()
  // A folder has one process only.
  expect(lines).toHaveLength(db.engine === 'postgres' ? 1 : 0)
  await db.write((tx) => sql`DELETE FROM migrations WHERE name = ${newer}`.execute(tx))
})
