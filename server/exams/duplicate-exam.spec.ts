import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import { eraseExam } from '#contract/deleted-exams.ts'
import { duplicateExam } from '#contract/exam-copies.ts'
import { listExamWindows } from '#contract/exam-windows.ts'
import { deleteExam, getExam, getImage, listExams, updateExam } from '#contract/exams.ts'
import { correctAnswerKey } from '#contract/grading.ts'
import { releaseResults } from '#contract/result-release.ts'
import { listExamAttempts } from '#contract/results.ts'
import {
  completeAttempt,
  createFormData,
  createQuestions,
  createStudent,
  openWindow,
  releaseExam,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let id: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const rules = { duration: 45, integrityMode: 'warn', attemptsAllowed: 3, navigation: 'free' }
  const more = { shuffleOptions: true, countedAttempt: 'best' }
  const questions = JSON.stringify(createQuestions(3))
  const fields = { title: 'React JS', questions, ...rules, ...more }
  const texts = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, `${value}`]),
  )
  const body = createFormData(texts, { questionimage_0: png, optionimage_1_2: png })
  const { json, status } = await admin.send('POST', '/api/test/create', { body })
  expect(status).toBe(201)
  id = (json as { test: { _id: string } }).test._id
})
afterEach(() => app.close())

const duplicate = (title = 'React JS, July', testId = id, by = admin) =>
  by.request(duplicateExam, { params: { id: testId }, body: { title } })
const read = async (testId: string) =>
  (await admin.request(getExam, { params: { id: testId } })).json
const listImageFiles = () => readdirSync(join(app.dataDir, 'images'))

it('a copy has the questions, pictures and rules of the test, and another title', async () => {
  await releaseExam(admin, id)
  await openWindow(admin, id, { now: app.clock.at })
  await completeAttempt(await createStudent(app), id, 2)
  await admin.request(releaseResults, { params: { testId: id } })
  app.advanceClock(60_000)

  const { status, json } = await duplicate()
  expect(status).toBe(201)
  expect(json.message).toBe('Test duplicated. It is not released.')
  const [original, copy] = [await read(id), await read(json.test._id)]
  expect(copy).toMatchObject({
    title: 'React JS, July',
    numQuestions: 3,
    duration: 45,
    integrityMode: 'warn',
    attemptsAllowed: 3,
    navigation: 'free',
    shuffleOptions: true,
    countedAttempt: 'best',
    released: false,
    resultsReleasedAt: null,
    attempts: 0,
  })
  const withoutPictures = (text: string) => text.replace(/\/api\/images\/[\w-]+/g, 'picture')
  expect(withoutPictures(JSON.stringify(copy.questions))).toBe(
    withoutPictures(JSON.stringify(original.questions)),
  )
  expect(copy.createdAt).not.toBe(original.createdAt)
  const params = { testId: copy._id }
  expect((await admin.request(listExamAttempts, { params })).json).toEqual([])
  expect((await admin.request(listExamWindows, { query: { testId: copy._id } })).json).toEqual([])
  expect(original).toMatchObject({ title: 'React JS', released: true, attempts: 1 })
  const { json: entries } = await admin.request(listAuditEntries, { query: { limit: 1 } })
  expect(entries).toMatchObject([{ action: 'exam.created' }])
})

it('the pictures of a copy are its own, and stay when the test is erased', async () => {
  const { json } = await duplicate()
  expect(listImageFiles()).toHaveLength(4)
  await admin.request(deleteExam, { params: { id } })
  const body = { title: 'React JS' }
  expect((await admin.request(eraseExam, { params: { testId: id }, body })).status).toBe(200)
  expect(listImageFiles()).toHaveLength(2)
  const { questions } = await read(json.test._id)
  const url = questions[0]?.question.fileUrl ?? ''
  const image = await admin.request(getImage, { params: { id: url.split('/').pop() ?? '' } })
  expect(image.status).toBe(200)
})

it('a copy keeps corrected answers, and later changes in one do not reach the other', async () => {
  const { questions } = await read(id)
  const [question] = questions
  const body = {
    questionId: question?._id ?? '',
    revisionId: '',
    key: 'B',
    why: 'A is a misprint.',
  }
  const { revision_id: revisionId } = await app.deps.db.read
    .selectFrom('exams')
    .select('revision_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const corrected = await admin.request(correctAnswerKey, {
    params: { testId: id },
    body: { ...body, revisionId },
  })
  expect(corrected.status).toBe(200)
  const { _id: copyId } = (await duplicate()).json.test
  await admin.request(updateExam, { params: { id }, body: { duration: 10 } })
  expect((await read(copyId)).duration).toBe(45)
  await releaseExam(admin, copyId)
  await completeAttempt(await createStudent(app), copyId, 3)
  const { json } = await admin.request(listExamAttempts, { params: { testId: copyId } })
  // All three as printed: the first one is wrong by the correction.
  expect(json).toMatchObject([{ score: 2 }])
})

it('a call that is sent twice creates one copy', async () => {
  const headers = { 'idempotency-key': 'a-key-of-the-dialog' }
  const send = (title = 'Again') =>
    admin.send('POST', `/api/test/${id}/duplicate`, { body: { title }, headers })
  const replies = await Promise.all([send(), send(), send()])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies[0]?.status).toBe(201)
  expect((await admin.request(listExams)).json).toHaveLength(2)
  expect(listImageFiles()).toHaveLength(4)
  expect(await send('Other')).toMatchObject({ status: 409, json: { code: 'test-sent-before' } })
})

it('a copy needs a title and an existing test, and the office may not create one', async () => {
  expect((await duplicate('  ')).status).toBe(400)
  expect((await duplicate('x'.repeat(201))).status).toBe(400)
  expect((await duplicate('Again', 'nothing')).status).toBe(404)
  expect((await duplicate('Again', id, await app.createStaff('office'))).status).toBe(403)
  expect((await duplicate('Again', id, await app.createStaff('teacher'))).status).toBe(201)
  await admin.request(deleteExam, { params: { id } })
  expect((await duplicate()).status).toBe(404)
})
