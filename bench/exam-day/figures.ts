import { computeQuantiles, type Quantiles } from '#simulated-class/quantile.ts'
import { count, sum, type Tallies } from '#simulated-class/tallies.ts'
import type { Timeline } from './timeline.ts'

export type ExamDayPlan = {
  readonly students: number
  /** The time in which everybody logs in, one after the other. */
  readonly doorsSeconds: number
  /** The time in which everybody starts. */
  readonly startSeconds: number
  /** The rate of the whole class. */
  readonly answersPerSecond: number
  readonly durationMinutes: number
  readonly seed: number
}

export type Call =
  | 'log in'
  | 'panel'
  | 'news'
  | 'lobby'
  | 'paper'
  | 'answer'
  | 'clock'
  | 'end'
  | 'panel again'
  | 'score list, ten rows'
  | 'score list, all rows'

/** From the moment at which each call was due to its answer, waits and retries included. */
export type CallFigures = Quantiles & {
  readonly call: Call
  /** Tries that were not answered with 2xx, by status; 0 is a connection that was cut. */
  readonly refused: Readonly<Record<string, number>>
  /** Calls that were given up. */
  readonly failed: number
}

export type StageFigures = {
  readonly stage: string
  readonly seconds: number
  readonly calls: number
  readonly serverCpuSeconds: number
  readonly databaseCpuSeconds: number | null
  readonly clientCpuSeconds: number
  /** Megabytes written to the disk of the data; missing in older results. */
  readonly diskMb?: number | null
}

export type ExamDayFigures = {
  readonly plan: ExamDayPlan
  readonly calls: readonly CallFigures[]
  readonly stages: readonly StageFigures[]
  readonly closedWithinMs: number
  readonly peakRssMb: number
  readonly databaseMb: number | null
  /** A bare server, called at the rate of the answers by the same client. */
  readonly echo: Quantiles & { readonly cpuMsPerCall: number; readonly rssMb: number }
  readonly timeline: Timeline
}

/** A try that was refused counts also where it was the last one. */
export function toFigures(tallies: Tallies<Call>): CallFigures[] {
  return tallies.list().map(({ call, ms, retried, givenUp }) => {
    const refused = { ...retried }
    for (const [status, times] of Object.entries(givenUp)) count(refused, status, times)
    return { call, ...computeQuantiles(ms), refused, failed: sum(givenUp) }
  })
}
