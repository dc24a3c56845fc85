import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Db } from './database.ts'
import { preparedQuery } from './prepared-query.ts'

let app: TestApp
afterEach(() => app.close())

const everything = preparedQuery<{ id: number }, Record<string, unknown>>((db, param) => ({
  compile: () => sql<never>`SELECT * FROM migrated WHERE id = ${param('id')}`.compile(db),
}))

it.runIf(process.env.ENGINE === 'postgres')(
  'a statement is planned once on each connection, and again after a migration by another process',
  async () => {
    app = await createTestApp()
    const { db } = app.deps
    const run = (statement: string) => sql.raw(statement).execute(db.read)
    const readOnAllConnections = () =>
      Promise.all(Array.from({ length: 30 }, () => everything(db.read, { id: 1 })))
    await run('CREATE TABLE migrated AS SELECT 1 AS id')
    try {
      await readOnAllConnections()
      await db.write(async (tx) => {
        const before = await countExecutions(tx)
        for (let n = 0; n < 3; n++) await everything(tx, { id: 1 })
        expect(await countExecutions(tx)).toBe(before + 3)
      })

      await run("ALTER TABLE migrated ADD COLUMN name text DEFAULT 'Priya'")
      for (const rows of await readOnAllConnections())
        expect(rows).toEqual([{ id: 1, name: 'Priya' }])

      await run('ALTER TABLE migrated ADD COLUMN fees int')
      expect(await db.write((tx) => everything(tx, { id: 1 }))).toEqual([
        { id: 1, name: 'Priya', fees: null },
      ])
    } finally {
      await run('DROP TABLE migrated')
    }
  },
)

/** Counts executions on this connection, with the plan that it keeps. */
async function countExecutions(tx: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT sum(generic_plans + custom_plans)::int AS count FROM pg_prepared_statements
    WHERE statement LIKE '%FROM migrated%'
  `.execute(tx)
  return rows[0]?.count ?? 0
}
