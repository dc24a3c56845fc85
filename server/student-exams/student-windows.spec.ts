import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as attempts from '#contract/attempts.ts'
import { endpoints } from '#contract/endpoints.ts'
import { deleteExamWindow, updateExamWindow } from '#contract/exam-windows.ts'
import { createExam, listExams, type StudentExam, updateExam } from '#contract/exams.ts'
import { getLobby } from '#contract/lobby.ts'
import { getNews } from '#contract/news.ts'
import { addTime, grantAttempt, reopenAttempt } from '#contract/proctoring.ts'
import { maxStartOffsetMs } from '#core/exam-windows/lobby.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import {
  completeAttempt,
  createBatch,
  createQuestions,
  createReleasedExam,
  createStudent,
  openWindow,
  releaseExam,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
const why = 'Power cut'

let app: TestApp
let admin: TestClient
let inside: TestStudent
let outside: TestStudent
let batchId: string
let testId: string
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  inside = await createStudent(app, 'Priya Nair')
  outside = await createStudent(app, 'Rohan Rao')
  batchId = (await createBatch(admin, [inside]))._id
  testId = (await createReleasedExam(admin))._id
})
afterEach(() => app.close())

const add = (window: Omit<Parameters<typeof openWindow>[2], 'now'> = {}) => {
  const audience = { kind: 'batch', batchId } as const
  return openWindow(admin, testId, { now: app.clock.at, audience, ...window })
}
const start = (student: TestClient) => student.request(attempts.startQuiz, { params: { testId } })
const list = async (student: TestClient) => (await student.request(listExams)).json as StudentExam[]
const toInstant = (minutes: number) => new Date(app.clock.at + minutes * minute).toISOString()

describe('starting', () => {
  it.each([
    { at: -1, code: 'not-open-yet' },
    { at: 20 * minute + 1, code: 'entry-over' },
    { at: 60 * minute, code: 'window-closed' },
  ])('is refused as $code $at ms after the opening', async ({ at, code }) => {
    await add({ opens: 10, closes: 70, entry: 30 })
    app.advanceClock(10 * minute + at)
    const { status, json } = await start(inside)
    expect([status, json.code]).toEqual([409, code])
  })

  it.each([0, 20 * minute])('is allowed %d ms after the opening', async (at) => {
    await add({ opens: 10, closes: 70, entry: 30 })
    app.advanceClock(10 * minute + at)
    expect((await start(inside)).status).toBe(201)
  })

  it('is refused as if the test did not exist without a window for the student', async () => {
    await add()
    const unknown = await outside.request(attempts.startQuiz, { params: { testId: 'nothing' } })
    const reply = await start(outside)
    expect([reply.status, reply.text]).toEqual([404, unknown.text])
  })

  it('also needs the release of the test', async () => {
    await add()
    const body = { released: false }
    await admin.request(updateExam, { params: { id: testId }, body })
    expect((await start(inside)).status).toBe(404)
    expect(await list(inside)).toEqual([])
  })

  it('is allowed in the widest of a student’s windows', async () => {
    const { _id: other } = await createBatch(admin, [inside], { name: 'Weekend B9' })
    await add({ closes: 10 })
    await add({ opens: 5, closes: 30, audience: { kind: 'batch', batchId: other } })
    app.advanceClock(20 * minute)
    expect((await start(inside)).status).toBe(201)
  })

  it('resumes a running attempt whatever the windows say', async () => {
    const { _id: id } = await add({ closes: 10 })
    await startAttempt(inside, testId)
    app.advanceClock(11 * minute)
    expect((await start(inside)).status).toBe(200)
    const named = { kind: 'students' as const, studentIds: [outside.id] }
    await admin.request(updateExamWindow, { params: { id }, body: { audience: named } })
    expect((await start(inside)).status).toBe(200)
    expect(await list(inside)).toMatchObject([
      { canStart: true, attempt: { status: 'In progress' } },
    ])
  })

  it('allows an extra attempt after the entry is over, but not before the next opening', async () => {
    await add({ closes: 60, entry: 10 })
    await completeAttempt(inside, testId, 3)
    app.advanceClock(11 * minute)
    const body = { studentId: inside.id, why }
    await admin.request(grantAttempt, { params: { testId }, body })
    expect(await list(inside)).toMatchObject([{ canStart: true, window: { phase: 'entry-over' } }])
    const { _id: next } = await add({ opens: 60, closes: 90 })
    expect((await start(inside)).json.code).toBe('not-open-yet')
    expect(await list(inside)).toMatchObject([{ canStart: false }])
    await admin.request(deleteExamWindow, { params: { id: next } })
    expect((await start(inside)).status).toBe(201)
  })

  it('needs no window once all windows are removed', async () => {
    await createReleasedExam(admin)
    const { _id: id } = await add()
    const body = { without: 'open-to-everyone' } as const
    await admin.request(deleteExamWindow, { params: { id }, body })
    const [never, noLonger] = (await list(outside)).map((exam) => ({ ...exam, _id: '' }))
    expect(noLonger).toEqual(never)
    expect(noLonger).not.toHaveProperty('window')
    expect((await start(outside)).status).toBe(201)
  })
})

describe('the end of an attempt', () => {
  const endOf = async (student = inside) => (await startAttempt(student, testId)).paper.endsAt

  it('is the end of its duration if the window ends no attempts', async () => {
    await add({ closes: 10 })
    expect(await endOf()).toBe(toInstant(30))
  })

  it('is the closing if the window ends attempts, and extra time runs past it', async () => {
    const extra = await createStudent(app, 'Fatima Shaikh', { extra_time_percent: 50 })
    const studentIds = [inside.id, extra.id]
    await add({ closes: 10, endsAtClosing: true, audience: { kind: 'students', studentIds } })
    expect(await endOf()).toBe(toInstant(10))
    expect(await endOf(extra)).toBe(toInstant(25))
  })

  it('moves past the closing with added minutes, and with a reopening', async () => {
    await add({ closes: 10, endsAtClosing: true })
    const { attemptId } = await startAttempt(inside, testId)
    const body = { minutes: 5, why }
    const { json } = await admin.request(addTime, { params: { attemptId }, body })
    expect(json.endsAt).toBe(toInstant(15))
    await inside.request(attempts.finishQuiz, { params: { attemptId }, body: {} })
    app.advanceClock(30 * minute)
    await admin.request(reopenAttempt, { params: { attemptId }, body: { why } })
    const resumed = await start(inside)
    expect([resumed.status, resumed.json.endsAt]).toEqual([200, toInstant(15)])
  })
})

describe('the panel', () => {
  it('shows a coming window to its students, and nothing to others', async () => {
    await add({ opens: 10, closes: 70, entry: 30 })
    expect(await list(inside)).toMatchObject([
      {
        title: 'React JS',
        numQuestions: 5,
        duration: 30,
        canStart: false,
        attempt: null,
        window: {
          phase: 'coming',
          opensAt: toInstant(10),
          closesAt: toInstant(70),
          latestEntryAt: toInstant(30),
          endsAtClosing: false,
        },
      },
    ])
    expect(await list(outside)).toEqual([])
  })

  it.each([
    { minutes: 10, phase: 'open', canStart: true },
    { minutes: 31, phase: 'entry-over', canStart: false },
    { minutes: 70, phase: 'closed', canStart: false },
  ])('says $phase after $minutes minutes', async ({ minutes, phase, canStart }) => {
    await add({ opens: 10, closes: 70, entry: 30 })
    app.advanceClock(minutes * minute)
    expect(await list(inside)).toMatchObject([{ window: { phase }, canStart }])
  })

  it('keeps a taken test for a student without a window', async () => {
    await completeAttempt(outside, testId, 3)
    await add()
    const [exam] = await list(outside)
    expect(exam).toMatchObject({ canStart: false, attempt: { status: 'Completed' } })
    expect(exam).not.toHaveProperty('window')
  })

  it('gets news of a window, its opening and its end, and others get none', async () => {
    const ask = async (student: TestClient) => (await student.request(getNews)).json.version
    await add({ opens: 10, closes: 20 })
    const [own, others] = [new Set<string>(), new Set<string>()]
    for (const minutes of [0, 5, 5, 5, 5]) {
      app.advanceClock(minutes * minute)
      own.add(await ask(inside))
      others.add(await ask(outside))
    }
    expect([own.size, others.size]).toEqual([3, 1])
    await add({ opens: 30, closes: 40 })
    own.add(await ask(inside))
    others.add(await ask(outside))
    expect([own.size, others.size]).toEqual([4, 1])
  })
})

describe('the lobby', () => {
  const visit = (student: TestClient) => student.request(getLobby, { params: { testId } })

  it('shows the opening by the server’s clock, and the student’s own start offset', async () => {
    await add({ opens: 10, closes: 70 })
    const { status, json } = await visit(inside)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      title: 'React JS',
      numQuestions: 5,
      duration: 30,
      ownDurationSeconds: 1800,
      window: { phase: 'coming', opensAt: toInstant(10), latestEntryAt: null },
      serverTime: toInstant(0),
      pollAfterSeconds: 150,
    })
    expect(json.startOffsetMs).toBeLessThanOrEqual(maxStartOffsetMs)
    expect((await visit(inside)).json.startOffsetMs).toBe(json.startOffsetMs)
  })

  it('shows an opening that was moved', async () => {
    const { _id: id } = await add({ opens: 10, closes: 70 })
    const body = { opensAt: toInstant(5) }
    await admin.request(updateExamWindow, { params: { id }, body })
    expect((await visit(inside)).json.window?.opensAt).toBe(toInstant(5))
  })

  it('is not found for others, nor for a test that is not released', async () => {
    await add({ opens: 10, closes: 70 })
    expect((await visit(outside)).status).toBe(404)
    await admin.request(updateExam, { params: { id: testId }, body: { released: false } })
    expect((await visit(inside)).status).toBe(404)
  })

  it('of a test without windows has no window', async () => {
    expect((await visit(outside)).json.window).toBeNull()
  })
})

describe('the paper of a test with windows', () => {
  const word = 'zebrafish'
  let imageId: string
  beforeEach(async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('title', 'With a picture')
    const questions = createQuestions(3).map(({ options, ...rest }) => ({
      ...rest,
      question: `${word}?`,
      options: options.map((text) => `${text} ${word}`),
      correct_answer: `${rest.correct_answer} ${word}`,
    }))
    form.set('questions', JSON.stringify(questions))
    form.set('questionimage_0', new Blob([new Uint8Array(png)]), 'teal.png')
    const { json } = await admin.request(createExam, { body: form })
    testId = json.test._id
    await releaseExam(admin, testId)
    const images = await app.deps.db.read.selectFrom('images').select('id').execute()
    imageId = images[0]?.id ?? ''
    await add({ opens: 10, closes: 70, entry: 30 })
  })

  const studentCalls = Object.entries(endpoints).filter(([, { access }]) =>
    [access].flat().includes('student'),
  )

  /** Every call that is open to students, with what could lead to the paper. */
  async function askForAll(student: TestStudent, attemptId: string) {
    const params = {
      testId,
      attemptId,
      quizAttemptId: attemptId,
      id: imageId,
      studentId: student.id,
    }
    const leaks: string[] = []
    for (const [name, { method, path }] of studentCalls) {
      for (const body of [undefined, {}, { questionId: 'unknown', selectedOption: 0 }]) {
        if (method === 'GET' && body) continue
        const reply = await student.send(method, buildUrl(path, params), { ...(body && { body }) })
        const isPicture = String(reply.headers['content-type']).startsWith('image/')
        if (reply.text.includes(word) || isPicture) leaks.push(name)
      }
    }
    return leaks
  }

  it('is in no reply before the opening, after the entry, or to others', async () => {
    expect(studentCalls.length).toBeGreaterThan(10)
    const { attemptId } = await startElsewhere()
    for (const student of [inside, outside]) {
      expect(await askForAll(student, attemptId)).toEqual([])
    }
    app.advanceClock(10 * minute - 1)
    expect(await askForAll(inside, attemptId)).toEqual([])
    app.advanceClock(1)
    expect(await askForAll(outside, attemptId)).toEqual([])
    app.advanceClock(21 * minute)
    expect(await askForAll(inside, attemptId)).toEqual([])
  })

  it('is not found for others, and refused to students of the window until they start', async () => {
    const ask = (student: TestStudent) =>
      student.request(attempts.getQuestions, { params: { testId } })
    const missing = await outside.request(attempts.getQuestions, { params: { testId: 'unknown' } })
    const hidden = await ask(outside)
    expect([hidden.status, hidden.text]).toEqual([404, missing.text])
    expect((await ask(inside)).status).toBe(409)
    await admin.request(updateExam, { params: { id: testId }, body: { released: false } })
    expect((await ask(inside)).status).toBe(404)
  })

  it('is available once the student has started', async () => {
    app.advanceClock(10 * minute)
    const { attemptId } = await startAttempt(inside, testId)
    expect(await askForAll(inside, attemptId)).toEqual(
      expect.arrayContaining(['getQuestions', 'getImage']),
    )
  })

  /** A third student is in the middle of it, by a window of their own. */
  async function startElsewhere() {
    const third = await createStudent(app, 'Third Tara')
    const studentIds = [third.id]
    await add({ audience: { kind: 'students', studentIds } })
    return startAttempt(third, testId)
  }
})
