import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createCohort } from '#test/cohort.ts'
import { isLongRun } from '#test/long-run.ts'
import { buildAnswerUrl, get, post, type Server, startServer } from '#test/server-process.ts'

const classSize = 60
const dataDir = mkdtempSync(join(tmpdir(), 'class-'))
let server: Server | undefined
afterEach(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a class behind one address logs in, starts and finishes at once, and nobody is turned away', async () => {
  const cohort = await createCohort(dataDir, { size: classSize, attemptsAllowed: 1 })
  const { testId, emails, password, adminCookie } = cohort
  server = await startServer({ dataDir, env: { RATE_LIMITS: 'on' } })
  const { url } = server

  const cookies = await runAllAtOnce('log in', emails, async (email) => {
    const reply = await post(`${url}/api/auth/studentLogin`, { body: { email, password } })
    expect(reply.status, reply.text).toBe(200)
    return String(reply.headers.getSetCookie().find((one) => one.startsWith('session='))).split(
      ';',
    )[0] as string
  })
  const seats = await runAllAtOnce('start', cookies, async (cookie) => {
    const started = await post(`${url}/api/students/start-quiz/${testId}`, { cookie })
    expect(started.status, started.text).toBe(201)
    const { json } = await get(`${url}/api/students/get-questions/${testId}`, { cookie })
    const questionIds = (json.questions as { _id: string }[]).map(({ _id }) => _id)
    return { cookie, testId, attemptId: String(started.json.quizAttemptId), questionIds }
  })
  await runAllAtOnce('answer 20 questions', seats, async (seat) => {
    for (const questionId of seat.questionIds) {
      const body = { questionId, selectedOption: 0 }
      const reply = await post(buildAnswerUrl(url, seat), { cookie: seat.cookie, body })
      expect(reply.status, reply.text).toBe(200)
    }
  })
  await runAllAtOnce('finish', seats, async ({ cookie, attemptId }) => {
    const reply = await post(`${url}/api/students/finishQuiz/${attemptId}`, { cookie })
    expect(reply.status, reply.text).toBe(200)
  })

  const listed = await get(`${url}/api/students/score/test/${testId}`, { cookie: adminCookie })
  const scores = (listed.json as unknown as { score: number }[]).map(({ score }) => score)
  expect(scores).toEqual(Array.from({ length: classSize }, () => 20))
}, 120_000)

async function runAllAtOnce<T, R>(
  what: string,
  all: readonly T[],
  job: (one: T) => Promise<R>,
): Promise<R[]> {
  const startedAt = performance.now()
  const times: number[] = []
  const done = await Promise.all(
    all.map(async (one) => {
      const result = await job(one)
      times.push(performance.now() - startedAt)
      return result
    }),
  )
  const [median, last] = [times[Math.floor(times.length / 2)], times.at(-1)]
  if (isLongRun)
    console.log(`${what}: half within ${median?.toFixed(0)} ms, all ${last?.toFixed(0)} ms`)
  return done
}
