import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startQuiz, submitAnswer } from '#contract/attempts.ts'
import { removeBatchStudents } from '#contract/batches.ts'
import { deleteExamWindow, updateExamWindow } from '#contract/exam-windows.ts'
import { deleteExam, listExams, updateExam } from '#contract/exams.ts'
import { getLiveTable } from '#contract/live.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import * as students from '#contract/students.ts'
import {
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000

let app: TestApp
let admin: TestClient
let priya: TestStudent
let rohan: TestStudent
let batchId: string
let testId: string
let windowId: string
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  priya = await createStudent(app, 'Priya Nair')
  rohan = await createStudent(app, 'Rohan Rao')
  batchId = (await createBatch(admin, [priya, rohan]))._id
  testId = (await createReleasedExam(admin, { title: 'Node JS' }))._id
  const audience = { kind: 'batch', batchId } as const
  const { now } = app.deps
  windowId = (await openWindow(admin, testId, { now: now(), entry: 30, audience }))._id
})
afterEach(() => app.close())

const unrelease = (confirm?: boolean) =>
  admin.request(updateExam, { params: { id: testId }, body: { released: false, confirm } })

type Act = { readonly name: string; readonly run: () => Promise<{ status: number }> }

const goesOn: readonly (Act & { readonly status: number })[] = [
  {
    name: 'a corrected address',
    status: 200,
    run: () => edit({ email: 'priya.nair@example.com' }),
  },
  { name: 'other extra time', status: 200, run: () => edit({ extraTimePercent: 50 }) },
  {
    name: 'new login details',
    status: 200,
    run: () =>
      admin.request(sendLoginDetails, {
        params: { id: priya.id },
        body: { deliver: 'show' },
      }),
  },
  { name: 'leaving the batch', status: 200, run: () => leaveBatch() },
  {
    name: 'a move to another batch',
    status: 200,
    run: async () => leaveBatch((await createBatch(admin, [], { name: 'Evening B12' }))._id),
  },
  {
    name: 'a window that is removed, and the release with it',
    status: 200,
    run: () =>
      admin.request(deleteExamWindow, {
        params: { id: windowId },
        body: { without: 'unrelease' },
      }),
  },
  {
    name: 'a window that is for others',
    status: 200,
    run: () =>
      admin.request(updateExamWindow, {
        params: { id: windowId },
        body: { audience: { kind: 'students', studentIds: [rohan.id] } },
      }),
  },
  { name: 'a release that is taken back', status: 200, run: () => unrelease(true) },
  {
    name: 'another duration',
    status: 200,
    run: () => admin.request(updateExam, { params: { id: testId }, body: { duration: 1 } }),
  },
  {
    name: 'an erasure, which is for deleted students only',
    status: 404,
    run: () =>
      admin.request(students.eraseStudent, {
        params: { id: priya.id },
        body: { name: 'Priya Nair' },
      }),
  },
  {
    name: 'a deletion of the student, which is refused',
    status: 409,
    run: () => admin.request(students.deleteStudents, { body: { ids: [priya.id] } }),
  },
  {
    name: 'a deletion of the test, which is refused',
    status: 409,
    run: () => admin.request(deleteExam, { params: { id: testId } }),
  },
]

const edit = (body: { email?: string; extraTimePercent?: number }) =>
  admin.request(students.updateStudent, { params: { id: priya.id }, body })

const leaveBatch = (moveTo?: string) =>
  admin.request(removeBatchStudents, {
    params: { id: batchId },
    body: { studentIds: [priya.id], ...(moveTo && { moveTo }) },
  })

it.each(goesOn)('a running attempt continues and is live after $name', async ({ status, run }) => {
  const { attemptId, paper } = await startAttempt(priya, testId)
  app.advanceClock(minute)
  expect((await run()).status).toBe(status)

  const [question] = paper.questions
  const body = { questionId: question?._id ?? '', selectedOption: 2 }
  const answer = await priya.request(submitAnswer, { params: { attemptId, testId }, body })
  expect(answer).toMatchObject({ status: 200, json: { answered: 1, endsAt: paper.endsAt } })
  expect((await priya.request(startQuiz, { params: { testId } })).json).toMatchObject({
    quizAttemptId: attemptId,
    endsAt: paper.endsAt,
  })
  expect((await priya.request(listExams)).json).toMatchObject([
    { _id: testId, attempt: { _id: attemptId, status: 'In progress' } },
  ])
  const live = await admin.request(getLiveTable, { params: { testId }, query: {} })
  const row = live.json.students.find(({ studentId }) => studentId === priya.id)
  expect(row).toMatchObject({ attemptId, answered: 1, endsAt: paper.endsAt })
})

describe('withdrawing a test', () => {
  it('asks for confirmation while a student with an open window has yet to start', async () => {
    await startAttempt(priya, testId)
    const until = new Date(app.clock.at + 30 * minute + 1).toISOString()
    expect(await unrelease(false)).toMatchObject({
      status: 409,
      json: { code: 'students-awaited', awaited: 1, until },
    })
    expect((await rohan.request(listExams)).json).toMatchObject([{ canStart: true }])
    expect((await unrelease(true)).status).toBe(200)
    expect((await rohan.request(listExams)).json).toEqual([])
  })

  it('gives no count of students where the window is for everyone', async () => {
    await openWindow(admin, testId, { now: app.clock.at })
    expect((await unrelease(false)).json).toMatchObject({ awaited: null })
  })

  it.each([
    ['before the window opens', -minute, []],
    ['once the entry is over', 31 * minute, []],
    ['when all have started', 0, ['priya', 'rohan']],
  ] as const)('needs no confirmation %s', async (_, later, starting) => {
    if (later < 0) {
      const opensAt = new Date(app.clock.at + minute).toISOString()
      await admin.request(updateExamWindow, { params: { id: windowId }, body: { opensAt } })
    } else app.advanceClock(later)
    for (const name of starting) await startAttempt(name === 'priya' ? priya : rohan, testId)
    expect((await unrelease(false)).status).toBe(200)
  })

  it('needs no confirmation if the request leaves out confirm', async () => {
    expect((await unrelease()).status).toBe(200)
  })
})
