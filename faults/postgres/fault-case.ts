import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeQuantile } from '#simulated-class/quantile.ts'
import type { StartedAttempt } from '#test/server-process.ts'
import type { ClassReport } from './class-report.ts'

export type CaseOptions = {
  readonly seed: number
  readonly isLong: boolean
  /** Checked before each cycle: the report names the cycles that are left out. */
  readonly isStopped: () => boolean
  readonly print: (line: string) => void
}

/** Options of a case that repeats one fault under load. */
export type CycleOptions = Omit<CaseOptions, 'isLong'> & {
  readonly databaseUrl: string
  readonly folder: string
  readonly seats: readonly StartedAttempt[]
  readonly cycles: number
}

export type CaseReport = {
  readonly title: string
  /** A summary in one paragraph. */
  readonly summary: string
  readonly planned: number
  readonly done: number
  readonly figures: readonly string[]
  /** Promises that were broken, one line each. */
  readonly broken: readonly string[]
}

export type FaultCase = (options: CaseOptions) => Promise<CaseReport>

/** Closes the resources of a case in the opposite order, whatever happens. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = []

  add(step: () => unknown) {
    this.#steps.push(step)
  }

  createFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'processes-'))
    this.add(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  async run() {
    for (const step of this.#steps.splice(0).reverse()) await step()
  }
}

export function describeClass({ acknowledged, tally, answerMs }: ClassReport): string[] {
  const replies = Object.entries(tally).map(([status, times]) => `${status} × ${times}`)
  const spread = [50, 99, 100].map((percent) => Math.round(computeQuantile(answerMs, percent)))
  return [
    `${acknowledged} answers acknowledged; replies: ${replies.join(', ')} (0 is a cut connection)`,
    `from the first try to the acknowledgement: p50 ${spread[0]} ms, p99 ${spread[1]} ms, at most ${spread[2]} ms`,
  ]
}

export function describeTimes(what: string, times: readonly number[]): string {
  const spread = [50, 95, 100].map((percent) => Math.round(computeQuantile(times, percent)))
  return `${what}: p50 ${spread[0]} ms, p95 ${spread[1]} ms, at most ${spread[2]} ms`
}
