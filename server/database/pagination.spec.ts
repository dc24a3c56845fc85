import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { finishQuiz } from '#contract/attempts.ts'
import { deleteBatch, listBatchStudents } from '#contract/batches.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { sendEnquiry } from '#contract/enquiries.ts'
import { listAbsentStudents, listWindowStudents } from '#contract/exam-windows.ts'
import { deleteExam } from '#contract/exams.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { WholeList } from '#contract/schemas.ts'
import { deleteStudents } from '#contract/students.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import {
  completeAttempt,
  createBatch,
  createDraftExam,
  createQuestions,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const lists = Object.values(endpoints).filter(({ isList }) => isList)
const cases = lists.flatMap((endpoint) =>
  listSorts(endpoint).map((sort) => ({ path: endpoint.path, sort, by: getCaller(endpoint) })),
)
const enquiry = {
  email: 'asha@example.com',
  contact: '98200 00001',
  course: 'Full Stack Development',
} as const
let app: TestApp
let admin: TestClient
let student: TestClient
let params: Record<string, string>
/** The ids for paths that need others than most. */
let paramsByPath: Readonly<Record<string, Record<string, string>>>

/** Everything happens at one moment and names repeat, so that only ids tell the rows apart. */
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  const exams: { readonly _id: string }[] = []
  for (const title of ['HTML', 'CSS', 'HTML', 'React']) {
    exams.push(await createReleasedExam(admin, { title, questions: createQuestions(2) }))
  }
  for (const title of ['HTML', 'CSS', 'HTML', 'React']) {
    const { _id: id } = await createDraftExam(admin, { title })
    await admin.request(deleteExam, { params: { id } })
  }
  await app.createStaff('office')
  for (const email of ['asha@one.example', 'asha@two.example']) {
    await app.createStaff('teacher', email)
  }
  const students = []
  for (const name of ['Asha Rao', 'Asha Rao', 'Bimal Das', 'Bimal Das', 'Asha Rao']) {
    students.push(await createStudent(app, name))
    const { id } = await createStudent(app, name)
    await admin.request(deleteStudents, { body: { ids: [id] } })
    const body = { ...enquiry, name }
    expect((await app.createClient().request(sendEnquiry, { body })).status).toBe(201)
  }
  const [first] = students
  if (!first) throw new Error('There is no student')
  for (const other of students) await completeAttempt(other, exams[0]?._id ?? '', 1)
  for (const exam of exams.slice(1)) await completeAttempt(first, exam._id, 2)
  student = first
  const incident = { reason: 'Developer tools opened' } as const
  const person = await createStudent(app, 'Asha Rao')
  for (const title of ['HTML', 'CSS', 'HTML', 'React']) {
    const { _id: testId } = await createReleasedExam(admin, {
      title,
      questions: createQuestions(2),
    })
    const { attemptId } = await startAttempt(person, testId)
    await person.request(finishQuiz, { params: { attemptId }, body: incident })
  }
  const batches = []
  for (const name of ['HTML, Asha', 'HTML, Bimal', 'CSS', 'React']) {
    const { _id: id } = await createBatch(admin, [], { name })
    await admin.request(deleteBatch, { params: { id } })
    batches.push(await createBatch(admin, students, { name }))
  }
  const missed = await createDraftExam(admin, { title: 'HTML' })
  const windows = []
  for (const { _id: batchId } of batches) {
    const audience = { kind: 'batch', batchId } as const
    const times = { now: app.clock.at, opens: 1, closes: 2 }
    windows.push(await openWindow(admin, missed._id, { ...times, audience, release: true }))
  }
  // All have yet to complete their registration, and nobody is held up.
  await app.deps.db.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ registration_due_at: app.clock.at * 2 })
      .where('role', '=', 'student')
      .execute(),
  )
  app.advanceClock(3 * 60_000)
  paramsByPath = {
    [listBatchStudents.path]: { id: batches[0]?._id ?? '' },
    [listWindowStudents.path]: { id: windows[0]?._id ?? '' },
    [listAbsentStudents.path]: { testId: missed._id },
  }
  const { json: attempts } = await first.request(listOwnAttempts)
  params = {
    testId: exams[0]?._id ?? '',
    studentId: first.id,
    attemptId: attempts[0]?._id ?? '',
  }
})
afterAll(() => app.close())

it('finds lists in the contract', () => {
  expect(lists.length).toBeGreaterThanOrEqual(8)
})

it('a list without pages counts its rows, and refuses what it cannot do', async () => {
  const whole = lists.filter(({ query }) => query === WholeList)
  expect(whole).toHaveLength(4)
  for (const { path } of whole) {
    const { json, headers, status } = await admin.send('GET', buildUrl(path, params))
    expect(status).toBe(200)
    expect(headers['x-total-count']).toBe(String((json as unknown as unknown[]).length))
    for (const query of [{ limit: 1 }, { offset: 1 }, { sort: 'newest' }, { search: 'a' }]) {
      const refused = await admin.send('GET', buildUrl(path, params, query))
      expect(refused).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    }
  }
})

describe.each(cases)('$path by $sort for $by', ({ path, sort, by }) => {
  it('answers pages that together are the whole list, each with the count of all', async () => {
    const whole = await load({ sort })
    expect(whole.rows.length).toBeGreaterThan(3)
    expect(whole.total).toBe(whole.rows.length)
    const paged: unknown[] = []
    for (let offset = 0; offset < whole.total; offset += 2) {
      const page = await load({ sort, offset, limit: 2 })
      expect(page.total).toBe(whole.total)
      paged.push(...page.rows)
    }
    expect(paged).toEqual(whole.rows)
    expect(await load({ sort, offset: 1, limit: whole.total - 2 })).toEqual({
      rows: whole.rows.slice(1, -1),
      total: whole.total,
    })
    expect(await load({ sort, offset: whole.total, limit: 2 })).toEqual({
      rows: [],
      total: whole.total,
    })
    expect((await load({ sort, offset: 2 })).rows).toEqual(whole.rows.slice(2))
  })

  it('counts what a search finds, and finds nothing for words that nothing holds', async () => {
    const found = await load({ sort, search: 'HTML', limit: 1 })
    const byName = await load({ sort, search: 'asha', limit: 1 })
    const [whole, all] = [await load({ sort, search: 'asha' }), await load({ sort })]
    expect(byName.total).toBe(whole.rows.length)
    expect(byName.rows).toEqual(whole.rows.slice(0, 1))
    expect(Math.max(found.total, byName.total)).toBeLessThanOrEqual(all.total)
    expect(await load({ sort, search: 'nobody is called this' })).toEqual({ rows: [], total: 0 })
  })

  async function load(query: object) {
    const caller = by === 'student' ? student : admin
    const { json, headers, status } = await caller.send(
      'GET',
      buildUrl(path, paramsByPath[path] ?? params, query),
    )
    expect(status).toBe(200)
    return { rows: json as unknown as unknown[], total: Number(headers['x-total-count']) }
  }
})

function getCaller({ access }: Endpoint): 'admin' | 'student' {
  return access === 'student' ? 'student' : 'admin'
}

function listSorts({ query }: Endpoint): readonly string[] {
  const sort = query?.shape.sort
  const inner = sort instanceof z.ZodOptional ? sort.unwrap() : sort
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}
