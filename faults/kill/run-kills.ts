import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { createSeededRandom, deriveSeed, type RandomNumber } from '#core/random.ts'
import { type Server, startCohort, startServer } from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { findLostAnswers } from '../find-lost-answers.ts'
import { createKilledClass, type KilledClass } from './killed-class.ts'

type KillOptions = {
  readonly kills: number
  readonly seed: number
  /** How many are killed beside one another, each in a folder of its own. */
  readonly servers: number
  /** No new cycle begins afterwards, in milliseconds from the start. */
  readonly maxMs?: number
  readonly onProgress?: (kills: number) => void
}

export type KillReport = {
  kills: number
  answers: number
  starts: number
  ends: number
  /** Acknowledged data that is missing or incomplete: one line each. */
  readonly lost: string[]
  /** From the start of the process to its first reply, in milliseconds, one for each restart. */
  readonly startMs: number[]
}

/** Kills a server with SIGKILL in the middle of a class, and restarts it, again and again. */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { kills, seed, servers, maxMs = Number.POSITIVE_INFINITY } = options
  const report = { kills: 0, answers: 0, starts: 0, ends: 0, lost: [], startMs: [] } as KillReport
  const deadline = performance.now() + maxMs
  let begun = 0
  const beginCycle = () => begun < kills && performance.now() < deadline && ++begun > 0
  await Promise.all(
    Array.from({ length: servers }, async (_, index) => {
      const random = createSeededRandom(deriveSeed(seed, index))
      await runServer({ random, report, beginCycle, onProgress: options.onProgress })
    }),
  )
  return report
}

type ServerRun = {
  readonly random: RandomNumber
  readonly report: KillReport
  readonly beginCycle: () => boolean
  readonly onProgress: KillOptions['onProgress']
}

async function runServer({ random, report, beginCycle, onProgress = () => {} }: ServerRun) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kills-'))
  const students = await createClass(dataDir)
  let server: Server | null = null
  try {
    server = await startServer({ dataDir })
    while (beginCycle()) {
      await students.study(server.url, {
        first: (report.kills + 1) * 100_000,
        isOver: createKill(server, students, random),
      })
      await server.kill()
      const startedAt = performance.now()
      server = await startServer({ dataDir })
      report.startMs.push(performance.now() - startedAt)
      report.kills += 1
      report.lost.push(...findLosses(dataDir, students))
      onProgress(report.kills)
    }
  } catch (error) {
    report.lost.push(`a server, which stopped the run: ${error}`)
  } finally {
    report.answers += students.answers.all.length
    report.starts += students.startedAttempts.length
    report.ends += students.finishedAttempts.length
    await server?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function createClass(dataDir: string): Promise<KilledClass> {
  const app = await createTestApp({ dataDir, now: () => Date.now() })
  const admin = await app.createAdmin()
  const seats = await startCohort(app, { admin, count: 8, duration: 600, attemptsAllowed: 0 })
  await app.close({ keep: true })
  return createKilledClass(seats)
}

/** Kills after some answers, and a moment that has nothing to do with them. */
function createKill({ kill }: Server, { answers }: KilledClass, random: RandomNumber) {
  const target = answers.all.length + 1 + Math.floor(random() * 160)
  const delayMs = random() * 12
  let isDead = false
  let isPlanned = false
  return () => {
    if (!isPlanned && answers.all.length >= target) {
      isPlanned = true
      void pause(delayMs).then(() => {
        isDead = true
        return kill()
      })
    }
    return isDead
  }
}

type AttemptRow = { readonly id: string; readonly reason: string | null }

/** Looks into the file that the restarted server has recovered and is using. */
function findLosses(dataDir: string, students: KilledClass): string[] {
  const database = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  try {
    const verdict = String(database.pragma('integrity_check', { simple: true }))
    const attempts = database
      .prepare('SELECT id, finish_reason AS reason FROM attempts')
      .all() as AttemptRow[]
    const reasons = new Map(attempts.map(({ id, reason }) => [id, reason]))
    const halves = database
      .prepare(
        `SELECT id FROM attempts WHERE (finished_at IS NULL) <> (score IS NULL)
           OR (finished_at IS NULL) <> (finish_reason IS NULL)`,
      )
      .pluck()
      .all()
    return [
      ...(verdict === 'ok' ? [] : [verdict]),
      ...findLostAnswers(database, students.answers.latest()).map(
        ({ attemptId, questionId }) => `the answer to ${questionId} in ${attemptId}`,
      ),
      ...students.startedAttempts
        .filter((id) => !reasons.has(id))
        .map((id) => `the start of ${id}`),
      ...students.finishedAttempts
        .filter((id) => reasons.get(id) !== 'Completed')
        .map((id) => `the end of ${id}`),
      ...halves.map((id) => `one half of ${id}`),
    ]
  } finally {
    database.close()
  }
}
