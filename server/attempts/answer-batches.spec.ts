import { sql } from 'kysely'
import { afterEach, expect, inject, it } from 'vitest'
import { finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { addTime } from '#contract/proctoring.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp as createPostgresApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const isPostgres = process.env.ENGINE === 'postgres'
const onPostgres = it.runIf(isPostgres)

let app: TestApp
let second: TestApp | undefined
afterEach(async () => {
  await second?.close()
  second = undefined
  await app.close()
})

type Started = Awaited<ReturnType<typeof startOne>>

async function startOne(testId: string, name?: string) {
  const student = await createStudent(app, name)
  return { student, ...(await startAttempt(student, testId)) }
}

type Sent = { readonly question?: number; readonly option?: number; readonly sequence?: number }

function answer(
  { student, attemptId, testId, paper }: Started,
  { question = 0, option = 0, sequence }: Sent = {},
  client: TestClient = student,
) {
  const questionId = paper.questions[question]?._id ?? ''
  const body = { questionId, selectedOption: option, ...(sequence && { sequence }) }
  return client.request(submitAnswer, { params: { attemptId, testId }, body })
}

async function openExam(questions = 4) {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id } = await createReleasedExam(admin, { questions: createQuestions(questions) })
  return { admin, testId: _id }
}

const readAnswers = async () =>
  (
    await sql<{ sequence: number; transaction: string }>`
      SELECT sequence, xmin::text AS transaction FROM answers`.execute(app.deps.db.read)
  ).rows

onPostgres('answers of many students share a transaction', async () => {
  const { testId } = await openExam()
  const students = await Promise.all(
    Array.from({ length: 20 }, (_, n) => startOne(testId, `S ${n}`)),
  )
  const replies = await Promise.all(students.map((one) => answer(one)))
  expect(replies.map(({ status }) => status)).toEqual(students.map(() => 200))
  expect(replies.every(({ json }) => json.answered === 1)).toBe(true)
  const rows = await readAnswers()
  expect(rows).toHaveLength(20)
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(10)
})

it('each question of one student counts once, however many answers arrive together', async () => {
  const { testId } = await openExam(12)
  const one = await startOne(testId)
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, n) => answer(one, { question: n % 12, sequence: n + 1 })),
  )
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(Math.max(...replies.map(({ json }) => json.answered))).toBe(12)
  expect((await answer(one, { question: 3, sequence: 2 })).json.answered).toBe(12)
  const rows = await app.deps.db.read.selectFrom('answers').select('sequence').execute()
  expect(rows.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 13),
  )
})

onPostgres('two processes see each other’s answers, and the highest sequence wins', async () => {
  const { testId } = await openExam(10)
  const one = await startOne(testId)
  second = await createPostgresApp({ databaseUrl: inject('postgresUrl'), schema: app.schema })
  const elsewhere = createInProcessClient(second.fastify, { ...one.student.cookies })
  for (let round = 1; round <= 5; round++) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        answer(
          one,
          { question: n >> 1, option: n % 4, sequence: round * 100 + ((n * 7) % 20) },
          n % 2 === 0 ? one.student : elsewhere,
        ),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(Math.max(...replies.map(({ json }) => json.answered))).toBe(10)
    const highest = Array.from({ length: 10 }, (_, question) =>
      Math.max(...[0, 1].map((side) => round * 100 + (((2 * question + side) * 7) % 20))),
    )
    const stored = (await readAnswers()).map(({ sequence }) => sequence)
    expect(stored.toSorted((a, b) => a - b)).toEqual(highest.toSorted((a, b) => a - b))
  }
  // An answer without a sequence is the newest, also where the last one came through elsewhere.
  await answer(one, { question: 0, sequence: app.clock.at + 40_000 }, elsewhere)
  await answer(one, { question: 0, option: 1 })
  const newest = Math.max(...(await readAnswers()).map(({ sequence }) => sequence))
  expect(newest).toBe(app.clock.at + 40_001)
})

it('an answer is judged by the attempt as it is now, not as it was at the last answer', async () => {
  const { admin, testId } = await openExam()
  const [one, two, three] = [await startOne(testId), await startOne(testId), await startOne(testId)]
  const first = await answer(one)
  await Promise.all([answer(two), answer(three)])

  await admin.request(addTime, {
    params: { attemptId: one.attemptId },
    body: { minutes: 5, why: 'Power cut' },
  })
  const extended = await answer(one, { question: 1 })
  const addedMs = Date.parse(extended.json.endsAt) - Date.parse(first.json.endsAt)
  expect(addedMs).toBe(5 * 60_000)

  await two.student.request(finishQuiz, { params: { attemptId: two.attemptId }, body: {} })
  expect(await answer(two, { question: 1 })).toMatchObject({
    status: 409,
    json: { code: 'attempt-over' },
  })
  const deleted = { deleted_at: app.deps.now() }
  await app.deps.db.write((tx) =>
    tx.updateTable('exams').set(deleted).where('id', '=', testId).execute(),
  )
  expect(await answer(three, { question: 1 })).toMatchObject({
    status: 404,
    json: { code: 'attempt-not-found' },
  })
})

it('an answer from another student is refused, and the owner’s answers are saved', async () => {
  const { testId } = await openExam()
  const [one, other] = [await startOne(testId), await startOne(testId)]
  const replies = await Promise.all([
    answer(one),
    answer(one, { question: 1 }, other.student),
    answer(one, { question: 2 }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 200])
  expect((await answer(one, { question: 3 })).json.answered).toBe(3)
})

onPostgres('an answer to a locked attempt waits, and those to others do not', async () => {
  const { testId } = await openExam()
  const [held, free] = [await startOne(testId), await startOne(testId)]
  let release = () => {}
  let isHeld = () => {}
  const taken = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const holding = app.deps.db.write(async (tx) => {
    const row = tx.selectFrom('attempts').select('id').where('id', '=', held.attemptId)
    await row.forUpdate().execute()
    isHeld()
    await new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await taken
  let isAnswered = false
  const waiting = answer(held).then((reply) => {
    isAnswered = true
    return reply
  })
  expect((await answer(free)).status).toBe(200)
  expect(isAnswered).toBe(false)
  release()
  await holding
  expect((await waiting).json).toMatchObject({ answered: 1 })
})

onPostgres('answers that cannot be saved together are saved one by one', async () => {
  const { testId } = await openExam()
  const one = await startOne(testId)
  const { read } = app.deps.db
  await sql`ALTER FUNCTION save_answers RENAME TO gone`.execute(read)
  try {
    expect((await answer(one)).json.answered).toBe(1)
  } finally {
    await sql`ALTER FUNCTION gone RENAME TO save_answers`.execute(read)
  }
  expect((await answer(one, { question: 1 })).json.answered).toBe(2)
})
