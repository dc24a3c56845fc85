import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createSeededRandom } from '#core/random.ts'
import { startServer } from '#test/server-process.ts'
import { findLostAnswers } from '../find-lost-answers.ts'
import { cutPower } from '../power-cut/cut-power.ts'
import { imageKey, type Recording, recordWrites } from '../power-cut/record-writes.ts'

/** An fsync, or a write to SQLite's files. */
export const faultyCalls = { fsync: 'fsync,fdatasync', write: 'pwrite64' } as const

export type DiskError = {
  readonly calls: keyof typeof faultyCalls
  /** Which of these calls fails, counted from 1: each by itself, and in each thread. */
  readonly ordinal: number
}

type Outcome = 'refused to start' | 'ended' | 'went on' | 'no such call'

export type DiskErrorReport = {
  readonly error: DiskError
  readonly outcome: Outcome
  readonly answers: number
  /** One line each. */
  readonly broken: readonly string[]
}

const cutsEach = 10
const longestMs = 15_000

/**
 * One call of a server under load fails with EIO, once, as it does on Linux: a later fsync succeeds,
 * and does not write what the failed one should have written. Afterwards the server is restarted
 * on its folder, and in a replay of its calls the power is cut at random moments.
 */
export async function runDiskError(error: DiskError, seed: number): Promise<DiskErrorReport> {
  const recording = await recordWrites({
    answers: 150,
    registrations: 3,
    maxMs: longestMs,
    inject: `${faultyCalls[error.calls]}:error=EIO:when=${error.ordinal}`,
  })
  try {
    const outcome = getOutcome(recording)
    const random = createSeededRandom(seed + error.ordinal)
    const { losses } = await cutPower(recording, { cuts: cutsEach, random })
    return {
      error,
      outcome,
      answers: recording.answers.all.length,
      broken: [...listBreaches(recording, outcome), ...losses, ...(await restart(recording))],
    }
  } finally {
    recording.remove()
  }
}

function getOutcome({ log, hasServed, exitCode }: Recording): Outcome {
  if (!readFileSync(log, 'latin1').includes('(INJECTED)')) return 'no such call'
  if (!hasServed) return 'refused to start'
  return exitCode === null ? 'went on' : 'ended'
}

function listBreaches({ exitCode, output }: Recording, outcome: Outcome): string[] {
  if (outcome !== 'ended') return []
  return [
    ...(exitCode === 1 ? [] : [`it ended with ${exitCode}`]),
    ...(output.includes('the disk refuses to keep data') ? [] : ['it ended without a word']),
  ]
}

async function restart({ dataDir, answers }: Recording): Promise<string[]> {
  const server = await startServer({ dataDir, env: { IMAGE_KEY: imageKey } }).catch(() => null)
  if (!server) return ['it does not start again']
  try {
    const database = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
    const lost = findLostAnswers(database, answers.latest())
    const verdict = String(database.pragma('integrity_check', { simple: true }))
    database.close()
    return [
      ...(verdict === 'ok' ? [] : [verdict]),
      ...lost.map(({ attemptId, sequence }) => `answer ${sequence} of ${attemptId}`),
    ]
  } finally {
    await server.kill()
  }
}
