import { parse } from 'papaparse'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deleteBatch, restoreBatch } from '#contract/batches.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exportItemAnalyses, listItemAnalyses } from '#contract/grading.ts'
import * as results from '#contract/results.ts'
import { exportStudents, listStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let students: TestStudent[]
let testId: string

/** Asha and Ravi have 4 and 2 of 5; Zoya takes the test. */
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { title: 'React JS' }))._id
  students = []
  for (const name of ['Asha Rao', 'Ravi Rao', 'Zoya Sheikh']) {
    students.push(await createStudent(app, name))
  }
  const [asha, ravi, zoya] = students as [TestStudent, TestStudent, TestStudent]
  await completeAttempt(asha, testId, 4)
  app.advanceClock(1_000)
  await completeAttempt(ravi, testId, 2)
  app.advanceClock(1_000)
  await startAttempt(zoya, testId)
})
afterEach(() => app.close())

const list = async (endpoint: Endpoint, query: object = {}, by: TestClient = admin) => {
  const { json } = await by.request(endpoint, { params: { testId }, query } as never)
  return json as { studentName: string; name: string; batches?: string[]; studentPhone?: string }[]
}
const listNames = async (endpoint: Endpoint, query: object = {}) =>
  (await list(endpoint, query)).map(({ studentName, name }) => studentName ?? name)

async function readExport(endpoint: Endpoint, query: object = {}, by: TestClient = admin) {
  const { text, headers } = await by.request(endpoint, { params: { testId }, query } as never)
  const { data } = parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true })
  return { heads: data[0] ?? [], rows: data.slice(1), file: headers['content-disposition'] }
}

async function createTwoBatches() {
  const [asha, ravi, zoya] = students as [TestStudent, TestStudent, TestStudent]
  const morning = await createBatch(admin, [asha, zoya], { name: 'Morning B12' })
  const evening = await createBatch(admin, [asha], { name: 'Evening B3' })
  return { morning, evening, asha, ravi, zoya }
}

it('an institute without batches has no word about them in any list or export', async () => {
  for (const endpoint of [results.listExamAttempts, results.listAttempts, listStudents]) {
    for (const row of await list(endpoint)) {
      expect(row).not.toHaveProperty('batches')
      expect(row).not.toHaveProperty('studentPhone')
    }
  }
  expect((await readExport(results.exportExamAttempts)).heads).toEqual([
    'Student',
    'Email',
    'Started At',
    'Time taken (min)',
    'Status',
    'Finish reason',
    'Score',
    'Questions',
    'Percentage',
    'Message',
    'Result released',
  ])
  expect((await readExport(exportStudents)).heads).not.toContain('Batches')

  const batch = await createBatch(admin, students)
  await admin.request(deleteBatch, { params: { id: batch._id } })
  expect((await list(results.listExamAttempts))[0]).not.toHaveProperty('batches')
})

it('lists show the batches of each student from A to Z, and the phone number', async () => {
  await createTwoBatches()
  for (const endpoint of [results.listExamAttempts, results.listAttempts, listStudents]) {
    const rows = await list(endpoint, { sort: 'name-asc' })
    expect(rows.map(({ batches }) => batches)).toEqual([
      ['Evening B3', 'Morning B12'],
      [],
      ['Morning B12'],
    ])
  }
  const [first] = await list(results.listExamAttempts)
  expect(first?.studentPhone).toMatch(/\+91 98/)
})

it('each list, its figures and its export can be limited to one batch', async () => {
  const { morning, evening } = await createTwoBatches()
  const ofMorning = { batch: morning._id }
  const sorted = { ...ofMorning, sort: 'name-asc' }
  for (const endpoint of [results.listExamAttempts, results.listAttempts, listStudents]) {
    expect(await listNames(endpoint, sorted)).toEqual(['Asha Rao', 'Zoya Sheikh'])
    expect(await listNames(endpoint, { ...sorted, search: 'asha' })).toEqual(['Asha Rao'])
    expect(await listNames(endpoint, { batch: 'nothing' })).toEqual([])
  }
  const read = async (query: object) =>
    (await admin.request(results.getScoreStatistics, { params: { testId }, query })).json
  expect(await read({})).toMatchObject({ attempts: 3, running: 1, average: 60 })
  expect(await read(ofMorning)).toMatchObject({ attempts: 2, running: 1, average: 80 })
  expect(await read({ batch: evening._id })).toMatchObject({ attempts: 1, running: 0 })

  const readItems = async (query: object) =>
    (await admin.request(listItemAnalyses, { params: { testId }, query })).json
  expect((await readItems({})).attempts).toBe(2)
  const items = await readItems(ofMorning)
  expect(items.attempts).toBe(1)
  const wrong = items.items.filter(({ attempts, correct }) => attempts > correct)
  expect(wrong).toHaveLength(1)

  const scores = await readExport(results.exportExamAttempts, sorted)
  expect(scores.rows.map(([name]) => name)).toEqual(['Asha Rao', 'Zoya Sheikh'])
  expect(scores.file).toContain('scores-React-JS-Morning-B12-')
  expect(scores.rows[0]?.[scores.heads.indexOf('Batches')]).toBe('Evening B3; Morning B12')
  expect(scores.rows[0]?.[scores.heads.indexOf('Phone')]).toMatch(/\+91 98/)
  const people = await readExport(exportStudents, sorted)
  expect(people.rows.map(([name]) => name)).toEqual(['Asha Rao', 'Zoya Sheikh'])
  const questions = await readExport(exportItemAnalyses, { ...ofMorning, sort: 'number-asc' })
  expect(questions.file).toContain('questions-React-JS-Morning-B12-')
  expect(questions.rows.map((row) => row[questions.heads.indexOf('Attempts')])).toEqual(
    Array(5).fill('1'),
  )
})

it('a deleted batch is no filter until it is restored', async () => {
  const { morning } = await createTwoBatches()
  const [params, query] = [{ id: morning._id }, { batch: morning._id }]
  await admin.request(deleteBatch, { params })
  expect(await listNames(results.listExamAttempts, query)).toEqual([])
  expect((await list(listStudents, { sort: 'name-asc' }))[0]?.batches).toEqual(['Evening B3'])
  await admin.request(restoreBatch, { params })
  expect(await listNames(results.listExamAttempts, query)).toHaveLength(2)
})

it('tests with attempts can be limited to those that the batch took, with its figures', async () => {
  const { morning, evening, asha, ravi } = await createTwoBatches()
  const other = await createReleasedExam(admin, { title: 'HTML5' })
  app.advanceClock(1_000)
  await completeAttempt(ravi, other._id, 5)
  await completeAttempt(asha, other._id, 5)
  const third = await createReleasedExam(admin, { title: 'CSS' })
  await completeAttempt(ravi, third._id, 1)
  const read = async (query: object) =>
    (await admin.request(results.listAttemptsByExam, { query })).json.map(
      ({ testTitle, attempts, average }) => [testTitle, attempts, average],
    )
  expect(await read({})).toHaveLength(3)
  expect(await read({ batch: morning._id })).toEqual([
    ['HTML5', 1, 100],
    ['React JS', 2, 80],
  ])
  expect(await read({ batch: evening._id, search: 'react' })).toEqual([['React JS', 1, 80]])
  expect(await read({ batch: evening._id, search: 'ravi' })).toEqual([])
})

it('several attempts of a student count once in the figures of a batch', async () => {
  const exam = await createReleasedExam(admin, { title: 'Twice', attemptsAllowed: 2 })
  const { evening, asha, ravi } = await createTwoBatches()
  for (const [student, right] of [
    [asha, 1],
    [asha, 3],
    [ravi, 5],
    [ravi, 5],
  ] as const) {
    await completeAttempt(student, exam._id, right)
    app.advanceClock(1_000)
  }
  const params = { testId: exam._id }
  const query = { batch: evening._id }
  const { json } = await admin.request(results.getScoreStatistics, { params, query })
  expect(json).toMatchObject({ attempts: 2, average: 60, counting: { students: 1 } })
  const items = await admin.request(listItemAnalyses, { params, query })
  expect(items.json).toMatchObject({ attempts: 1, counting: { students: 1 } })
})

it('a teacher sees phones on the screen, and exports none; the office sees released ones', async () => {
  const { morning } = await createTwoBatches()
  const teacher = await app.createStaff('teacher')
  const [row] = await list(results.listExamAttempts, {}, teacher)
  expect(row).toHaveProperty('studentPhone')
  const { heads } = await readExport(results.exportExamAttempts, {}, teacher)
  expect(heads).toContain('Batches')
  expect(heads).not.toContain('Phone')
  const office = await app.createStaff('office')
  expect(await list(results.listExamAttempts, { batch: morning._id }, office)).toEqual([])
})
