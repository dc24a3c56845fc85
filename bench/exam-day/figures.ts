import type { Reply } from './connection.ts'

export type ExamDayPlan = {
  readonly students: number
  /** In which everybody logs in, one after the other. */
  readonly doorsSeconds: number
  /** In which everybody starts. */
  readonly startSeconds: number
  /** Of the whole class. */
  readonly answersPerSecond: number
  readonly durationMinutes: number
  readonly seed: number
}

export type Phase = 'log in' | 'panel' | 'paper' | 'answer' | 'clock' | 'end' | 'panel again'

export type PhaseTally = {
  /** From the moment at which each call was due to its answer, waits and retries included. */
  readonly ms: number[]
  /** Tries that were not answered with 2xx, by status; 0 is a connection that was cut. */
  readonly refused: Map<number, number>
  /** Calls that were given up. */
  failed: number
}

export type ExamDayFigures = {
  readonly plan: ExamDayPlan
  readonly phases: readonly (readonly [Phase, PhaseTally])[]
  readonly closedWithinMs: number
  readonly scoreListMs: readonly number[]
  readonly echoMs: readonly number[]
  readonly cpuSeconds: number
  readonly peakRssMb: number
  readonly writtenMb: number
}

export type Tallies = ReturnType<typeof createTallies>

export function createTallies() {
  const tallies = new Map<Phase, PhaseTally>()
  const get = (phase: Phase): PhaseTally => {
    const tally: PhaseTally = tallies.get(phase) ?? { ms: [], refused: new Map(), failed: 0 }
    tallies.set(phase, tally)
    return tally
  }
  return {
    entries: () => [...tallies],
    refuse(phase: Phase, { status }: Reply) {
      const { refused } = get(phase)
      refused.set(status, (refused.get(status) ?? 0) + 1)
    },
    fail(phase: Phase) {
      get(phase).failed += 1
    },
    record(phase: Phase, ms: number) {
      get(phase).ms.push(ms)
    },
  }
}
