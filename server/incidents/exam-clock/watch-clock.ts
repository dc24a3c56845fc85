import { formatDifference, isDifferent } from '#core/exam-clock/clock-difference.ts'
import { lateMs, moveLateStarts } from '../../attempts/move-attempt-times.ts'
import { systemActor } from '../../audit-log/audit.ts'
import { isLeadingMachine } from '../../database/saved-heartbeats.ts'
import type { Deps } from '../../deps.ts'
import { catchUpWithShifts } from '../../platform/exam-clock/exam-clock-state.ts'
import { clockSignal, followMachineClock } from './shift-clock.ts'

/**
 * Compares the exam's clock with the machine's; to be called every second. While nobody is in an
 * exam it follows, where this machine leads.
 */
export function createClockWatch(deps: Deps): () => Promise<void> {
  const { db, clock, log } = deps
  let warnedMs = 0
  let isRunning = false
  db.signals?.listen(clockSignal, () => {
    void catchUpWithShifts(db.read, clock).catch((err) =>
      log.warn({ err }, 'shifts of the exam’s clock are not heard of'),
    )
  })

  async function watch() {
    const state = await catchUpWithShifts(db.read, clock)
    const { moved_at: movedAt, moved_ms: movedMs } = state
    if (movedAt !== null && movedMs !== null && Math.abs(clock.now() - movedAt) <= lateMs)
      await db.write((tx) =>
        moveLateStarts(tx, { at: movedAt - movedMs, byMs: movedMs, now: clock.now() }),
      )

    const differenceMs = clock.getDifferenceMs()
    warn(differenceMs)
    if (state.held_since !== null) {
      if (differenceMs >= 0)
        await followMachineClock(deps, { cause: 'caught-up', actor: systemActor })
      return
    }
    if (isDifferent(differenceMs) && (await isLeadingMachine(db.read, db.engine, clock.machine)))
      await followMachineClock(deps, { cause: 'idle', actor: systemActor })
  }

  function warn(differenceMs: number) {
    if (!isDifferent(differenceMs)) {
      if (warnedMs !== 0) log.warn('the machine’s clock and the exam’s agree again')
      warnedMs = 0
      return
    }
    if (!isDifferent(differenceMs - warnedMs)) return
    warnedMs = differenceMs
    const difference = formatDifference(differenceMs)
    log.warn({ differenceMs }, `the machine’s clock and the exam’s differ by ${difference}`)
  }

  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await watch()
    } finally {
      isRunning = false
    }
  }
}
