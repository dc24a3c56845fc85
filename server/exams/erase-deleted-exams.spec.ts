import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { finishQuiz } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { eraseExam, restoreExam } from '#contract/deleted-exams.ts'
import { createExam, deleteExam } from '#contract/exams.ts'
import { applyAction } from '#contract/live.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import { deleteStudents, eraseStudent } from '#contract/students.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
  openWindow,
  releaseExam,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Tables } from '../database/tables.ts'
import { createInProcessClient } from '../http/in-process-client.ts'
import { eraseDeletedExams } from './deleted-exams.ts'

const day = 24 * 60 * 60 * 1000

let app: TestApp
afterEach(() => app.close())

it('leaves nothing of a test after 30 days, and everything of the others', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const student = await createStudent(app)
  const kept = await createReleasedExam(admin, { title: 'Kept' })
  await completeAttempt(student, kept._id, 5)
  const form = new FormData()
  form.set('title', 'Gone')
  form.set('questions', JSON.stringify(createQuestions(5)))
  form.set('questionimage_0', new Blob([new Uint8Array(await picture())]), 'a.png')
  const erased = (await admin.request(createExam, { body: form })).json.test
  await releaseExam(admin, erased._id)
  await completeAttempt(student, erased._id, 5)
  await admin.request(releaseResults, { params: { testId: erased._id } })
  expect(imageFiles()).toHaveLength(1)

  await admin.request(deleteExam, { params: { id: erased._id } })
  app.advanceClock(30 * day - 1)
  await eraseDeletedExams(app.deps)
  expect(await count('exams')).toBe(2)
  app.advanceClock(1)
  await eraseDeletedExams(app.deps)

  expect(imageFiles()).toEqual([])
  expect(await count('images')).toBe(0)
  expect(await titles()).toEqual(['Kept'])
  expect(await count('revisions')).toBe(1)
  expect(await count('attempts')).toBe(1)
  expect(await count('answers')).toBe(5)
})

it('keeps a test that was restored in time', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: id } = await createReleasedExam(admin, { title: 'Back' })
  await admin.request(deleteExam, { params: { id } })
  app.advanceClock(60_000)
  await admin.request(restoreExam, { params: { id } })
  app.advanceClock(40 * day)
  await eraseDeletedExams(app.deps)
  expect(await titles()).toEqual(['Back'])
})

describe('erasing a deleted test at once', () => {
  const erase = (by: TestClient, testId: string, title: string) =>
    by.request(eraseExam, { params: { testId }, body: { title } })

  async function createDeletedExam(admin: TestClient, title: string) {
    const { _id: id } = await createReleasedExam(admin, { title })
    await openWindow(admin, id, { now: app.clock.at })
    await admin.request(deleteExam, { params: { id } })
    return id
  }

  it('leaves nothing of it but its lines in the audit log, and does not touch other tests', async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const kept = await createDeletedExam(admin, 'Kept')
    const id = await createDeletedExam(admin, 'Rehearsal <b>one</b>')
    const { status, json } = await erase(admin, id, ' Rehearsal  <b>one</b> ')
    expect([status, json.message]).toEqual([200, 'Rehearsal <b>one</b> is erased for good.'])
    expect(await titles()).toEqual(['Kept'])
    expect(await listExamIds('exam_windows')).toEqual([kept])
    expect(await listExamIds('revisions')).toEqual([kept])
    const { json: log } = await admin.request(listAuditEntries, { query: { limit: 2 } })
    expect(log.map(({ action, actor }) => [action, actor])).toEqual([
      ['exam.erased', null],
      ['exam.erasure-ordered', 'admin@example.com'],
    ])
    expect((await erase(admin, id, 'Rehearsal <b>one</b>')).status).toBe(404)
  })

  it('refuses a test that is not deleted, and a title that differs from the one shown', async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const { _id: here } = await createReleasedExam(admin, { title: 'Here' })
    const id = await createDeletedExam(admin, 'Gone')
    expect((await erase(admin, here, 'Here')).status).toBe(404)
    expect((await erase(admin, 'nothing', 'Here')).status).toBe(404)
    const mistyped = await erase(admin, id, 'gone')
    expect(mistyped.json.fields).toEqual({ title: 'Type the title exactly as it is shown' })
    expect((await titles()).toSorted()).toEqual(['Gone', 'Here'])
  })

  it('refuses a test that was taken, even by deleted students, until they are erased', async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const student = await createStudent(app)
    const { _id: id } = await createReleasedExam(admin, { title: 'Taken' })
    const { attemptId } = await startAttempt(student, id)
    const message = {
      kind: 'message',
      reason: 'other',
      reasonText: 'A try',
      message: 'Hello',
    } as const
    await admin.request(applyAction, { params: { testId: id }, body: message })
    const at = new Date(app.clock.at).toISOString()
    const event = { kind: 'devtools', at } as const
    await student.request(reportEvent, { params: { attemptId }, body: event })
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
    await admin.request(deleteExam, { params: { id } })
    expect((await erase(admin, id, 'Taken')).json.code).toBe('test-was-taken')

    await admin.request(deleteStudents, { body: { ids: [student.id] } })
    expect((await erase(admin, id, 'Taken')).json.code).toBe('test-was-taken')
    expect(await count('attempts')).toBe(1)

    const body = { name: 'Priya Nair' }
    await admin.request(eraseStudent, { params: { id: student.id }, body })
    expect((await erase(admin, id, 'Taken')).status).toBe(200)
    for (const table of tablesOfExams) expect(await listExamIds(table), table).toEqual([])
    for (const table of ['exams', 'answers', 'attempt_events', 'live_action_attempts'] as const) {
      expect(await count(table), table).toBe(0)
    }
  })

  it('requires reauthentication of the owner', async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const id = await createDeletedExam(admin, 'Gone')
    app.advanceClock(16 * 60_000)
    const browser = createInProcessClient(app.fastify, admin.cookies)
    expect((await erase(browser, id, 'Gone')).json.code).toBe('reauthentication-required')
  })
})

/** Every table that names an exam. */
const tablesOfExams = ['revisions', 'attempts', 'exam_windows', 'grants', 'live_actions'] as const

async function listExamIds(table: (typeof tablesOfExams)[number]) {
  const rows = await app.deps.db.read.selectFrom(table).select('exam_id').execute()
  return rows.map((row) => row.exam_id)
}

async function titles() {
  const rows = await app.deps.db.read.selectFrom('exams').select('title').execute()
  return rows.map(({ title }) => title)
}

async function count(table: keyof Tables) {
  return (await app.deps.db.read.selectFrom(table).selectAll().execute()).length
}

function imageFiles() {
  const folder = join(app.dataDir, 'images')
  return existsSync(folder) ? readdirSync(folder) : []
}

function picture() {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}
