import type { MachineClock } from './machine-clock.ts'

/**
 * The exam's clock: the machine's wall clock at the start, and monotonic from then on. Shifts, which
 * all processes make alike, are the only way for it to jump.
 */
export type ExamClock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly machine: MachineClock
  /** How far the machine's wall clock is ahead. */
  getDifferenceMs(): number
  /** At the start, before anybody asks for the time. */
  startAt(examAt: number, shiftedMs: number): void
  /** @param shiftedMs the sum of all shifts that were ever made */
  shiftTo(shiftedMs: number): void
  getShiftedMs(): number
  /** Whether nothing opens or closes, since the machine's clock is behind the last run. */
  isHeld(): boolean
  setHeld(isHeld: boolean): void
  /** Called with each shift, for times that are kept in memory. */
  onShift(listener: (byMs: number) => void): void
}

export function createExamClock(machine: MachineClock): ExamClock {
  const { getWallTime, getMonotonicMs } = machine
  const listeners: ((byMs: number) => void)[] = []
  let offsetMs = getWallTime() - getMonotonicMs()
  let shiftedMs = 0
  let isHeld = false
  const now = () => Math.round(offsetMs + getMonotonicMs())
  return {
    now,
    machine,
    getDifferenceMs: () => Math.round(getWallTime() - now()),
    startAt(examAt, shiftedBefore) {
      offsetMs = examAt - getMonotonicMs()
      shiftedMs = shiftedBefore
    },
    shiftTo(sum) {
      const byMs = sum - shiftedMs
      if (byMs === 0) return
      offsetMs += byMs
      shiftedMs = sum
      for (const listener of listeners) listener(byMs)
    },
    getShiftedMs: () => shiftedMs,
    isHeld: () => isHeld,
    setHeld(held) {
      isHeld = held
    },
    onShift: (listener) => void listeners.push(listener),
  }
}
