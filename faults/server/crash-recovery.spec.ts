import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLedger, type Ledger } from '#simulated-class/ledger.ts'
import { pickByRunLength } from '#test/long-run.ts'
import {
  buildAnswerUrl,
  get,
  post,
  type Server,
  type StartedAttempt,
  startCohort,
  startServer,
} from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { answerUntilOver } from '../answering-class.ts'
import { findLostAnswers } from '../find-lost-answers.ts'

let dataDir: string
let server: Server | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
})
afterEach(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const kills = pickByRunLength(40, 2)
const expiresInMs = 8_000

it(
  'a running class continues after each kill -9, and attempts that expired while it was down are closed',
  async () => {
    const { running, ranOut, admin } = await createClasses()
    const ledger = createLedger()
    for (let kill = 0; kill < kills; kill++) {
      server = await startServer({ dataDir })
      await killWhileAnswering(server, running, { ledger, first: kill * 1_000_000, most: 150 })
      checkAnswers(ledger)
    }
    const msLeft = Math.max(...ranOut.map(({ closesAt }) => closesAt)) - Date.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, msLeft) + 50))

    server = await startServer({ dataDir })
    expect(readEnds(ranOut)).toEqual(
      ranOut.map(({ endsAt }) => ({
        finish_reason: 'Time expired',
        finished_at: endsAt,
        score: 3,
      })),
    )
    for (const seat of running) {
      const { json } = await get(`${server.url}/api/students/get-questions/${seat.testId}`, seat)
      const questions = json.questions as { _id: string; selectedAnswer: string | null }[]
      expect(json.quizAttemptId).toBe(seat.attemptId)
      expect(questions.map(({ _id }) => _id)).toEqual(seat.questionIds)
      const storedAnswers = readAnswers(dataDir).filter(
        ({ attempt_id }) => attempt_id === seat.attemptId,
      )
      expect(questions.filter(({ selectedAnswer }) => selectedAnswer !== null)).toHaveLength(
        storedAnswers.length,
      )
      const questionId = seat.questionIds[0]
      const body = { questionId, selectedOption: 0, sequence: kills * 1_000_000 }
      expect(await post(buildAnswerUrl(server.url, seat), { ...seat, body })).toMatchObject({
        status: 200,
      })
      const finished = await post(`${server.url}/api/students/finishQuiz/${seat.attemptId}`, seat)
      expect(finished.json).toMatchObject({ finishReason: 'Completed' })
    }
    const listed = await get(`${server.url}/api/students/score`, { cookie: admin })
    const scores = new Map(
      (listed.json as unknown as { _id: string; score: number }[]).map((row) => [
        row._id,
        row.score,
      ]),
    )
    for (const { attemptId } of running) {
      const right = readAnswers(dataDir).filter(
        (row) => row.attempt_id === attemptId && row.answer === JSON.stringify({ option: 0 }),
      )
      expect(scores.get(attemptId)).toBe(right.length)
    }
  },
  pickByRunLength(900_000, 180_000),
)

/**
 * Two classes in the folder of a server that is not running yet; the second class's time is almost
 * over.
 */
async function createClasses() {
  let clockOffsetMs = 0
  const app = await createTestApp({ dataDir, now: () => Date.now() + clockOffsetMs })
  const admin = await app.createAdmin()
  const running = await startCohort(app, { admin, count: 8 })
  clockOffsetMs = expiresInMs - 75_000
  const expiringSeats = await startCohort(app, { admin, count: 4, duration: 1 })
  const client = app.createClient()
  const ranOut: (StartedAttempt & { endsAt: number; closesAt: number })[] = []
  for (const seat of expiringSeats) {
    client.cookies.session = seat.cookie.replace('session=', '')
    for (const questionId of seat.questionIds.slice(0, 3)) {
      const body = { questionId, selectedOption: 0 }
      expect((await client.send('POST', buildAnswerUrl('', seat), { body })).status).toBe(200)
    }
    const { ends_at: endsAt, closes_at: closesAt } = await app.deps.db.read
      .selectFrom('attempts')
      .select(['ends_at', 'closes_at'])
      .where('id', '=', seat.attemptId)
      .executeTakeFirstOrThrow()
    ranOut.push({ ...seat, endsAt, closesAt })
  }
  await app.close({ keep: true })
  return { running, ranOut, admin: `session=${admin.cookies.session}` }
}

/** All students answer until so many answers are acknowledged, and on until the server is dead. */
async function killWhileAnswering(
  { url, kill }: Server,
  seats: readonly StartedAttempt[],
  { ledger, first, most }: { ledger: Ledger; first: number; most: number },
) {
  const before = ledger.all.length
  let killing: Promise<void> | undefined
  const isOver = () => {
    if (ledger.all.length - before >= most) killing ??= kill()
    return killing !== undefined
  }
  await answerUntilOver(url, seats, { ledger, first, isOver })
  await killing
}

type StoredAnswer = { readonly attempt_id: string; readonly answer: string }

function readAnswers(folder: string): StoredAnswer[] {
  const database = new Sqlite(join(folder, 'institute.db'), { readonly: true })
  const storedAnswers = database.prepare('SELECT * FROM answers').all() as StoredAnswer[]
  database.close()
  return storedAnswers
}

function checkAnswers(ledger: Ledger) {
  const database = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(findLostAnswers(database, ledger.latest())).toEqual([])
  database.close()
}

function readEnds(seats: readonly StartedAttempt[]) {
  const database = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  const find = database.prepare(
    'SELECT finish_reason, finished_at, score FROM attempts WHERE id = ?',
  )
  const ends = seats.map(({ attemptId }) => find.get(attemptId))
  database.close()
  return ends
}
