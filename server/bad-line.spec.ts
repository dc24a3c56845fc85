import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openHouse } from './house.ts'
import { openBadLine } from './house-bad-line.ts'
import { enrol, questions, releasedExam } from './house-classroom.ts'
import { inLongForm, isLong } from './house-long.ts'
import { answerUrl, get, post, type Seat, type Server, startServer } from './house-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'line-'))
let server: Server | undefined
let line: Awaited<ReturnType<typeof openBadLine>> | undefined
afterEach(async () => {
  await line?.close()
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const lastsMs = inLongForm(30_000, 3_000)
const atOnce = 4

it('every acknowledged answer is there after a time of dropped and doubled calls', async () => {
  const { testId, cookies, admin } = await aClass(6)
  server = await startServer({ dataDir })
  line = await openBadLine({ to: server.url, dropped: 0.2, duplicated: 0.2, dice: Math.random })
  const { url } = line

  const papers = await Promise.all(cookies.map((cookie) => sitThroughIt(url, cookie, testId)))
  // The second copies that are still on their way.
  await new Promise((resolve) => setTimeout(resolve, 500))

  const listed = await get(`${server.url}/api/students/score/test/${testId}`, { cookie: admin })
  const attempts = listed.json as unknown as { _id: string; score: number; finishReason: string }[]
  expect(attempts).toHaveLength(cookies.length)
  for (const { seat, last, events } of papers) {
    const right = [...last.values()].filter((option) => option === 0).length
    const attempt = attempts.find(({ _id }) => _id === seat.attemptId)
    expect(attempt).toMatchObject({ score: right, finishReason: 'Completed' })
    const seen = await get(`${server.url}/api/students/attempts/${seat.attemptId}/events`, {
      cookie: admin,
    })
    expect(seen.json).toHaveLength(events)
  }
  const { calls, lostThere, lostBack, doubled } = line.counts
  if (isLong) console.log(line.counts)
  expect(Math.min(lostThere, lostBack, doubled) / calls).toBeGreaterThan(0.04)
}, 120_000)

/** A browser on the bad line: it numbers what it sends, and sends until it hears of it. */
async function sitThroughIt(url: string, cookie: string, testId: string) {
  const started = await insist(() => post(`${url}/api/students/start-quiz/${testId}`, { cookie }))
  const dealt = await insist(() => get(`${url}/api/students/get-questions/${testId}`, { cookie }))
  const questionIds = (dealt.json.questions as { _id: string }[]).map(({ _id }) => _id)
  const attemptId = String(started.json.quizAttemptId)
  const startedAt = Date.parse(String(started.json.startTime))
  const seat: Seat = { cookie, testId, attemptId, questionIds }
  const last = new Map<string, number>()
  let sequence = 0
  let events = 0
  const endsAt = performance.now() + lastsMs
  const send = async () => {
    while (performance.now() < endsAt) {
      sequence += 1
      const questionId = questionIds[Math.floor(Math.random() * questionIds.length)] ?? ''
      const body = { questionId, selectedOption: sequence % 4, sequence }
      last.set(questionId, body.selectedOption)
      const reply = await insist(() => post(answerUrl(url, seat), { cookie, body }))
      expect(reply.status).toBe(200)
      if (sequence % 10 > 0) continue
      events += 1
      const event = { kind: 'blur', at: new Date(startedAt + events).toISOString() }
      const eventsUrl = `${url}/api/students/attempt-events/${attemptId}`
      const told = await insist(() => post(eventsUrl, { cookie, body: event }))
      expect(told.status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))

  const waiting = { questionId: questionIds[0], selectedOption: 0, sequence: sequence + 1 }
  last.set(questionIds[0] ?? '', 0)
  const body = { answers: [waiting] }
  const finishUrl = `${url}/api/students/finishQuiz/${attemptId}`
  const finished = await insist(() => post(finishUrl, { cookie, body }))
  expect(finished.json.finishReason).toBe('Completed')
  return { seat, last, events }
}

async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === 50) throw error
    }
  }
}

/** Students who are logged in, in the folder of a server that is not running yet. */
async function aClass(count: number) {
  const house = await openHouse({ dataDir, now: () => Date.now() })
  const admin = await house.admin()
  const exam = await releasedExam(admin, { questions: questions(20), integrityMode: 'observe' })
  const cookies: string[] = []
  for (let seat = 0; seat < count; seat++) {
    const { cookies: jar } = await enrol(house, `Student ${seat}`)
    cookies.push(`session=${jar.session}`)
  }
  await house.close({ keep: true })
  return { testId: exam._id, cookies, admin: `session=${admin.cookies.session}` }
}
