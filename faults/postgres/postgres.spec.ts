import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { startQuiz, submitAnswer } from '#contract/attempts.ts'
import { createSeededRandom } from '#core/random.ts'
import type { LedgerEntry } from '#simulated-class/ledger.ts'
import { openDatabaseGate } from '#test/database-gate.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { createPostgresPair } from '#test/postgres-pair.ts'
import { createTestApp } from '#test/test-app.ts'
import { createSchema } from '#test/test-databases.ts'
import { createInstitute } from './institute.ts'
import { killInCycles } from './killed-processes.ts'
import { findLostAnswers, runSql } from './ledger.ts'
import { takePrimaryAway } from './primary-away.ts'

const seed = 1
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A schema that no other spec uses, and an address that leads to it. */
async function createOwnSchema() {
  const postgresUrl = inject('postgresUrl')
  const schema = `faults_${crypto.randomUUID().replaceAll('-', '')}`
  const url = await createSchema(postgresUrl, schema)
  closers.push(() => runSql(postgresUrl, `DROP SCHEMA ${schema} CASCADE`))
  return { postgresUrl, schema, url }
}

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

// The long forms are `npm run faults -- postgres --long`.
describe.runIf(process.env.ENGINE === 'postgres')('on PostgreSQL', () => {
  it('answers acknowledged by two processes survive kill -9', async () => {
    const { postgresUrl, schema, url } = await createOwnSchema()
    const folder = createFolder()
    const seats = await createInstitute({ databaseUrl: postgresUrl, schema, folder, students: 6 })
    const report = await killInCycles({
      databaseUrl: url,
      folder,
      seats,
      seed,
      cycles: 1,
      isStopped: () => false,
      print: () => {},
    })
    expect(report).toMatchObject({ done: 1, broken: [] })
  }, 60_000)

  it('two processes recover when the primary is back, and nothing is lost', async () => {
    const pair = await createPostgresPair()
    closers.push(pair.remove)
    const folder = createFolder()
    const { primaryUrl, primaryHost, standbyHost } = pair
    const seats = await createInstitute({ databaseUrl: primaryUrl, folder, students: 6 })
    const report = await takePrimaryAway({
      databaseUrl: `postgres://postgres@${standbyHost},${primaryHost}/postgres`,
      ...pair,
      folder,
      seats,
      seed,
      cycles: 1,
      awayMs: 1_000,
      // Promised is 5 s on an idle machine.
      withinMs: 20_000,
      isStopped: () => false,
      print: () => {},
    })
    expect(report).toMatchObject({ done: 1, broken: [] })
  }, 120_000)

  it('a process answers 503 while the database is away, recovers with it, and loses nothing', async () => {
    const { postgresUrl, schema, url } = await createOwnSchema()
    const gate = await openDatabaseGate(postgresUrl)
    closers.push(gate.remove)
    const dataDir = createFolder()
    const app = await createTestApp({ databaseUrl: gate.url, schema, dataDir })
    closers.push(() => app.close({ keep: true }))
    const { _id: testId } = await createReleasedExam(await app.createAdmin(), {
      questions: createQuestions(20),
    })
    const random = createSeededRandom(seed)
    const acknowledged = new Map<string, LedgerEntry>()
    const statuses = new Map<string, number>()
    let isOver = false
    const count = ({ status, headers }: { status: number; headers: Record<string, unknown> }) => {
      const outcome = status === 503 ? `503 after ${headers['retry-after']}` : `${status}`
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    }
    const students = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const student = await createStudent(app, `S ${n}`)
        return { student, ...(await startAttempt(student, testId)) }
      }),
    )
    const answering = students.map(async ({ student, attemptId, paper }) => {
      for (let sequence = 1; !isOver; sequence++) {
        const questionId = paper.questions[Math.floor(random() * 20)]?._id ?? ''
        const option = Math.floor(random() * 4)
        const body = { questionId, selectedOption: option, sequence }
        const reply = await student.request(submitAnswer, { params: { attemptId, testId }, body })
        count(reply)
        if (reply.status === 200) {
          acknowledged.set(`${attemptId} ${questionId}`, {
            attemptId,
            questionId,
            sequence,
            option,
          })
        }
        // A transaction of several statements.
        count(await student.request(startQuiz, { params: { testId } }))
        await sleep(5)
      }
    })
    for (let cut = 0; cut < 3; cut++) {
      await sleep(50 + random() * 100)
      gate.close()
      await sleep(100)
      gate.open()
      const openedAt = performance.now()
      const before = statuses.get('200') ?? 0
      await expect.poll(() => (statuses.get('200') ?? 0) > before, { interval: 10 }).toBe(true)
      // Promised is 2 s on an idle machine.
      expect(performance.now() - openedAt).toBeLessThan(pickByRunLength(2_000, 15_000))
    }
    isOver = true
    await Promise.all(answering)
    expect([...statuses.keys()].toSorted()).toEqual(['200', '503 after 1'])
    expect(acknowledged.size).toBeGreaterThan(0)
    expect(await findLostAnswers(url, [...acknowledged.values()])).toEqual([])
  })
})
