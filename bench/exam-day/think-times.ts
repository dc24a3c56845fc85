import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { RandomNumber } from '#core/random.ts'

/** Draws the time that a student thinks about a question, as a multiple of the mean. */
export type DrawThinkTime = (random: RandomNumber) => number

/** The sigma of a log-normal distribution, which times on questions of a test are known to follow. */
const thinkTimeSigma = 0.8

export function drawLogNormal(random: RandomNumber): number {
  return Math.exp(thinkTimeSigma * drawNormal(random) - thinkTimeSigma ** 2 / 2)
}

/** Box and Muller's transform. */
function drawNormal(random: RandomNumber): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

const mostTimes = 200_000

/** Draws from the times between two answers of an attempt, as an institute on SQLite has kept them. */
export function readThinkTimes(dataDir: string): DrawThinkTime {
  const sqlite = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  const times = sqlite
    .prepare(
      `SELECT ms FROM (
         SELECT answered_at - lag(answered_at)
           OVER (PARTITION BY attempt_id ORDER BY answered_at) AS ms FROM answers
       ) WHERE ms > 0 LIMIT ${mostTimes}`,
    )
    .pluck()
    .all() as number[]
  sqlite.close()
  if (times.length === 0) throw new Error(`${dataDir} has no attempts with answers`)
  return createDraw(times)
}

export function createDraw(times: readonly number[]): DrawThinkTime {
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  return (random) => (times[Math.floor(random() * times.length)] ?? mean) / mean
}

/** Moments of `performance.now()` at which answers are due. */
export function listMoments(
  { fromMs, untilMs, meanMs }: { fromMs: number; untilMs: number; meanMs: number },
  draw: DrawThinkTime,
  random: RandomNumber,
): number[] {
  const moments: number[] = []
  for (let at = fromMs; ; ) {
    at += meanMs * draw(random)
    if (at >= untilMs) return moments
    moments.push(at)
  }
}
