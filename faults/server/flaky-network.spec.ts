import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { shuffleIndexes } from '#core/random.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { type FlakyProxy, startFlakyProxy } from '#test/flaky-proxy.ts'
import { isLongRun, pickByRunLength } from '#test/long-run.ts'
import {
  buildAnswerUrl,
  get,
  post,
  type Server,
  type StartedAttempt,
  startServer,
} from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'line-'))
let server: Server | undefined
let proxy: FlakyProxy | undefined
afterEach(async () => {
  await proxy?.close()
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const durationMs = pickByRunLength(30_000, 3_000)
const atOnce = 4

it('every acknowledged answer is stored after a period of lost and repeated calls', async () => {
  const { testId, cookies, admin } = await createClass(6)
  server = await startServer({ dataDir })
  proxy = await startFlakyProxy(server.url, {
    lateMs: 300,
    latencyMs: 40,
    random: Math.random,
  })
  const counts = { pass: 0, drop: 0, lose: 0, repeat: 0 }
  proxy.getOutcome = () => {
    const outcome = pickOutcome()
    counts[outcome] += 1
    return outcome
  }
  const { url } = proxy

  const papers = await Promise.all(cookies.map((cookie) => completeAttempt(url, cookie, testId)))
  // Second copies that are still on their way.
  await new Promise((resolve) => setTimeout(resolve, 500))

  const listed = await get(`${server.url}/api/students/score/test/${testId}`, { cookie: admin })
  const attempts = listed.json as unknown as { _id: string; score: number; finishReason: string }[]
  expect(attempts).toHaveLength(cookies.length)
  for (const { seat, last, events } of papers) {
    const right = [...last.values()].filter((option) => option === 0).length
    const attempt = attempts.find(({ _id }) => _id === seat.attemptId)
    expect(attempt).toMatchObject({ score: right, finishReason: 'Completed' })
    const listedEvents = await get(`${server.url}/api/students/attempts/${seat.attemptId}/events`, {
      cookie: admin,
    })
    expect(listedEvents.json).toHaveLength(events)
  }
  const { pass, drop, lose, repeat } = counts
  if (isLongRun) console.log(counts)
  const calls = pass + drop + lose + repeat
  expect(Math.min(drop, lose, repeat) / calls).toBeGreaterThan(0.04)
}, 120_000)

const deck = ['drop', 'lose', 'repeat', 'repeat', ...Array(6).fill('pass')] as const
let picked = 0

/** Two of each ten calls are lost, one of them on the way back, and two arrive twice. */
function pickOutcome(): 'pass' | 'drop' | 'lose' | 'repeat' {
  const order = shuffleIndexes(deck.length, Math.floor(picked / deck.length))
  const outcome = deck[order[picked % deck.length] ?? 0]
  picked += 1
  return outcome
}

/**
 * A browser on the bad connection: it numbers its answers, and sends each until it is acknowledged.
 */
async function completeAttempt(url: string, cookie: string, testId: string) {
  const started = await retryUntilAnswered(() =>
    post(`${url}/api/students/start-quiz/${testId}`, { cookie }),
  )
  const paper = await retryUntilAnswered(() =>
    get(`${url}/api/students/get-questions/${testId}`, { cookie }),
  )
  const questionIds = (paper.json.questions as { _id: string }[]).map(({ _id }) => _id)
  const attemptId = String(started.json.quizAttemptId)
  const startedAt = Date.parse(String(started.json.startTime))
  const seat: StartedAttempt = { cookie, testId, attemptId, questionIds }
  const last = new Map<string, number>()
  let sequence = 0
  let events = 0
  const endsAt = performance.now() + durationMs
  const send = async () => {
    while (performance.now() < endsAt) {
      sequence += 1
      const questionId = questionIds[Math.floor(Math.random() * questionIds.length)] ?? ''
      const body = { questionId, selectedOption: sequence % 4, sequence }
      last.set(questionId, body.selectedOption)
      const reply = await retryUntilAnswered(() =>
        post(buildAnswerUrl(url, seat), { cookie, body }),
      )
      expect(reply.status).toBe(200)
      if (sequence % 10 > 0) continue
      events += 1
      const event = { kind: 'blur', at: new Date(startedAt + events).toISOString() }
      const eventsUrl = `${url}/api/students/attempt-events/${attemptId}`
      const eventReply = await retryUntilAnswered(() => post(eventsUrl, { cookie, body: event }))
      expect(eventReply.status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))

  const waiting = { questionId: questionIds[0], selectedOption: 0, sequence: sequence + 1 }
  last.set(questionIds[0] ?? '', 0)
  const body = { answers: [waiting] }
  const finishUrl = `${url}/api/students/finishQuiz/${attemptId}`
  const finished = await retryUntilAnswered(() => post(finishUrl, { cookie, body }))
  expect(finished.json.finishReason).toBe('Completed')
  return { seat, last, events }
}

async function retryUntilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === 50) throw error
    }
  }
}

/** Students who are logged in, in the folder of a server that is not running yet. */
async function createClass(count: number) {
  const app = await createTestApp({ dataDir, now: () => Date.now() })
  const admin = await app.createAdmin()
  const exam = await createReleasedExam(admin, {
    questions: createQuestions(20),
    integrityMode: 'observe',
  })
  const cookies: string[] = []
  for (let seat = 0; seat < count; seat++) {
    const { cookies: sessionCookies } = await createStudent(app, `Student ${seat}`)
    cookies.push(`session=${sessionCookies.session}`)
  }
  await app.close({ keep: true })
  return { testId: exam._id, cookies, admin: `session=${admin.cookies.session}` }
}
