import { CompiledQuery } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import * as students from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Db } from './database.ts'
import type { MigrationDb } from './migration-files.ts'
import { migrate } from './migrations/0063-names-folded.ts'

let app: TestApp
afterEach(() => app.close())

const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'sqlite'

function toMigrationDb(db: Db): MigrationDb {
  const run = (text: string, values: readonly unknown[] = []) =>
    db.executeQuery(
      CompiledQuery.raw(engine === 'sqlite' ? text.replace(/\$\d+/g, '?') : text, [...values]),
    )
  return {
    engine,
    run: async (text, values) => void (await run(text, values)),
    all: async <Row>(text: string, values?: readonly unknown[]) =>
      (await run(text, values)).rows as Row[],
  }
}

const batch = {
  course: 'python',
  start_day: '2026-01-01',
  end_day: '2026-06-30',
  seats: null,
  created_at: 0,
  deleted_at: null,
}

it('the search finds names that an earlier version stored with apostrophes', async () => {
  app = await createTestApp()
  await createStudent(app, 'O’Brien Weiß')
  const admin = await app.createAdmin()
  await app.deps.db.write(async (tx) => {
    await tx.updateTable('students').set({ name_key: 'o’brien weiß' }).execute()
    await tx
      .insertInto('batches')
      .values([
        { id: 'a', name: "Ram's", name_key: "ram's", ...batch },
        { id: 'b', name: 'Ram’s', name_key: 'ram’s', ...batch },
        { id: 'c', name: 'Øst', name_key: 'øst', ...batch },
      ])
      .execute()
  })
  await app.deps.db.write((tx) => migrate(toMigrationDb(tx)))
  const find = async (search: string) =>
    (await admin.request(students.listStudents, { query: { search } })).json.length
  expect([await find('obrien'), await find("O'BRIEN"), await find('weiss')]).toEqual([1, 1, 1])
  const keys = await app.deps.db.read
    .selectFrom('batches')
    .select('name_key')
    .orderBy('id')
    .execute()
  expect(keys.map(({ name_key }) => name_key)).toEqual(['rams', 'ram’s', 'ost'])
})
