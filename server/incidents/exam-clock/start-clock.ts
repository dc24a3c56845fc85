import { formatDifference, isDifferent } from '#core/exam-clock/clock-difference.ts'
import { judgeClockStart } from '#core/exam-clock/clock-start.ts'
import { systemActor } from '../../audit-log/audit.ts'
import { deleteOldHeartbeats, readHeartbeats } from '../../database/saved-heartbeats.ts'
import type { Deps } from '../../deps.ts'
import {
  lockExamClock,
  readExamClock,
  saveExamClock,
} from '../../platform/exam-clock/exam-clock-state.ts'
import { recordPowerCut } from './record-power-cut.ts'
import { followMachineClock } from './shift-clock.ts'

/**
 * Sets the exam's clock at the start, before anybody asks for the time, by what the last run has
 * saved of it (decision 0126).
 */
export async function startClock(deps: Deps): Promise<void> {
  const { db, clock, log } = deps
  const { getWallTime, getBootMs } = clock.machine
  const state = await readExamClock(db.read)
  const saved = await readHeartbeats(db.read, db.engine, clock.machine, state.shifted_ms)
  const wallAt = getWallTime()
  const outcome = judgeClockStart({ wallAt, bootMs: getBootMs(), ...saved })
  const { kind, examAt } = outcome
  // The last run did not know what time it was, either, and nobody has said so since.
  const isHeld = state.held_since !== null && kind !== 'behind'
  clock.startAt(isHeld ? Math.max(examAt, state.held_since ?? 0) : examAt, state.shifted_ms)
  clock.setHeld(isHeld || kind === 'behind')
  await db.write((tx) => deleteOldHeartbeats(tx, examAt))
  if (isHeld) return

  if (kind === 'behind') {
    await db.write(async (tx) => {
      await lockExamClock(tx)
      await saveExamClock(tx, { held_since: examAt })
    })
    const behind = formatDifference(wallAt - examAt)
    log.warn(
      `the machine’s clock is ${behind} behind the last run: nothing opens or closes until an owner says that it is right`,
    )
  }
  if (kind === 'jumped') await followMachineClock(deps, { cause: 'start', actor: systemActor })
  if (kind === 'rebooted') await recordPowerCut(deps, { from: outcome.offSince, to: examAt })
  if (kind === 'continue' && isDifferent(clock.getDifferenceMs()))
    log.warn('the clocks of two machines differ; the exam’s clock goes on')
}
