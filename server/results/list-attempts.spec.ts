import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAttempts } from '#contract/results.ts'
import { attemptSorts } from '#contract/schemas.ts'
import { buildSearchKey, matchesSearch } from '#core/text.ts'
import { createQuestions, createReleasedExam, studentRecord } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { addAccount } from '../accounts/queries.ts'
import type { AttemptRow } from '../database/tables.ts'
import { addStudent } from '../students/queries.ts'

type StoredAttempt = Insertable<AttemptRow> & {
  readonly names: readonly string[]
  readonly isDeleted: boolean
}

const names = ['Asha Rao', 'Bimal Das', 'Chitra Nair', 'Élodie D’Souza', 'Farhan Qureshi']
let app: TestApp
let admin: TestClient
let stored: StoredAttempt[]

/** More students of one name than are gathered one by one, three tests, and some of each deleted. */
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  const exams: Awaited<ReturnType<typeof createReleasedExam>>[] = []
  for (const title of ['Asha’s test', 'React', 'HTML']) {
    exams.push(await createReleasedExam(admin, { title, questions: createQuestions(9) }))
  }
  const { db } = app.deps
  await db.write(async (tx) => {
    stored = []
    for (let n = 0; n < 620; n++) {
      const name = n < 510 ? `Asha ${n}` : `${names[n % names.length]} ${n}`
      const id = `student-${(n * 7919) % 997}`
      const email = `s${n}@example.com`
      await addAccount(tx, { id, role: 'student', email, name, passwordHash: '' }, n)
      await addStudent(tx, { ...studentRecord, id, email, name })
      if (n % 50 === 0) {
        await tx.updateTable('students').set({ deleted_at: 1 }).where('id', '=', id).execute()
      }
      for (const [place, exam] of exams.entries()) {
        if ((n + place) % 2 === 0) continue
        const { revision_id } = await tx
          .selectFrom('exams')
          .select('revision_id')
          .where('id', '=', exam._id)
          .executeTakeFirstOrThrow()
        const row = {
          id: `attempt-${(n * 31 + place * 5003) % 9973}`,
          exam_id: exam._id,
          revision_id,
          student_id: id,
          seed: 1,
          started_at: 1_000_000 + ((n * 13) % 200),
          ends_at: 2_000_000,
          closes_at: 2_000_000,
          finished_at: 1_500_000,
          finish_reason: 'Completed',
          score: n % 10,
        }
        await tx.insertInto('attempts').values(row).execute()
        stored.push({ ...row, names: [name, exam.title], isDeleted: n % 50 === 0 || place === 2 })
      }
    }
    await tx.updateTable('exams').set({ deleted_at: 1 }).where('title', '=', 'HTML').execute()
  })
})
afterAll(() => app.close())

const searches = [
  '',
  'asha',
  'a',
  'asha 3',
  'rao asha',
  'react',
  'élodie',
  'souza',
  'html',
  '%',
  'nobody at all',
]

it.each(attemptSorts)('the list is whole and in order page by page, by %s', async (sort) => {
  for (const search of searches) {
    const expected = matching(search)
    const all = (await admin.request(listAttempts, { query: { search, sort } })).json
    expect(new Set(all.map(({ _id }) => _id))).toEqual(new Set(expected.map(({ id }) => id)))
    expect(all).toHaveLength(expected.length)
    const keys = all.map(({ _id }) => sortKey(sort, _id))
    const isUp = sort.endsWith('asc') || sort === 'oldest'
    const inOrder = keys.toSorted((a, b) => (a === b ? 0 : a < b === isUp ? -1 : 1))
    expect(keys).toEqual(inOrder)

    const ids = all.map(({ _id }) => _id)
    for (const offset of [0, 1, Math.floor(ids.length / 2) + 3, ids.length - 7, ids.length + 5]) {
      const query = { search, sort, offset: Math.max(0, offset), limit: 7 }
      const page = await admin.request(listAttempts, { query })
      expect(page.json.map(({ _id }) => _id)).toEqual(ids.slice(query.offset, query.offset + 7))
      expect(page.headers['x-total-count']).toBe(String(ids.length))
    }
  }
})

function matching(search: string): StoredAttempt[] {
  const isMatch = (names: readonly string[]) => names.some((name) => matchesSearch(search, [name]))
  return stored.filter(({ names, isDeleted }) => !isDeleted && isMatch(names))
}

function sortKey(sort: string, id: string): string | number {
  const found = stored.find((one) => one.id === id)
  if (sort.startsWith('name')) return buildSearchKey(found?.names[0] ?? '')
  return sort.startsWith('score') ? (found?.score ?? -1) : (found?.started_at ?? 0)
}
