import { isDifferent } from '#core/exam-clock/clock-difference.ts'
import type { ClockShiftCause } from '#core/exam-clock/clock-shift.ts'
import { moveSessionTimes } from '../../accounts/sessions/move-session-times.ts'
import {
  countRunningAt,
  lockAllAttempts,
  moveAttemptTimes,
  moveLateStarts,
} from '../../attempts/move-attempt-times.ts'
import { audit } from '../../audit-log/audit.ts'
import type { Db } from '../../database/database.ts'
import type { ExamClockRow } from '../../database/tables.ts'
import type { Deps } from '../../deps.ts'
import { moveOpenWindows } from '../../exam-windows/move-open-windows.ts'
import type { Actor } from '../../http/session.ts'
import { moveLiveActions } from '../../live/live-action-queries.ts'
import { lockExamClock, saveExamClock } from '../../platform/exam-clock/exam-clock-state.ts'
import { moveQueuedEmails } from '../../platform/mailer/move-queued-emails.ts'

/** Tells other processes at once; each second they look anyway. */
export const clockSignal = 'exam_clock'

export type ClockShift = {
  /** By the clock as it was. */
  readonly at: number
  readonly byMs: number
  readonly attempts: number
}

type ShiftInput = { readonly cause: ClockShiftCause; readonly actor: Actor }

/**
 * Lets the exam's clock follow the machine's. Deadlines, pauses and open windows move along where
 * somebody is in an exam, so nothing is closed or missed by it.
 *
 * @returns null where there is nothing to follow or, when idle, an attempt has begun
 */
export async function followMachineClock(
  deps: Deps,
  input: ShiftInput,
): Promise<ClockShift | null> {
  const { db, clock, log } = deps
  const before = clock.getShiftedMs()
  let shift: (ClockShift & { readonly shiftedMs: number }) | null
  try {
    shift = await db.write((tx) => shiftInTransaction(tx, deps, input))
  } catch (error) {
    clock.shiftTo(before)
    throw error
  }
  if (!shift) return null
  clock.shiftTo(shift.shiftedMs)
  clock.setHeld(false)
  const { at, byMs, attempts } = shift
  log.warn({ byMs, attempts, cause: input.cause }, 'the exam’s clock follows the machine’s')
  await db.write((tx) => moveLateStarts(tx, { at, byMs, now: clock.now() }))
  await db.signals?.send(clockSignal)
  return { at, byMs, attempts }
}

async function shiftInTransaction(tx: Db, deps: Deps, { cause, actor }: ShiftInput) {
  const { db, clock } = deps
  const state = await lockExamClock(tx)
  clock.shiftTo(state.shifted_ms)
  const byMs = clock.getDifferenceMs()
  if (!isDifferent(byMs) && state.held_since === null) return null
  await lockAllAttempts(tx, db.engine)
  const at = clock.now()
  const attempts = await countRunningAt(tx, at)
  if (cause === 'idle' && attempts > 0) return null

  const shiftedMs = state.shifted_ms + byMs
  await moveTimes(tx, { at, byMs, attempts })
  await saveExamClock(tx, {
    held_since: null,
    ...toShiftColumns({ shiftedMs, at, byMs, cause, attempts }),
  })
  const detail = { seconds: Math.round(byMs / 1000), count: attempts, cause }
  await audit(tx, deps, { actor, action: 'clock.followed', detail }, at + byMs)
  // Forwards, the deadlines move before the clock, backwards after it: in between nothing is over.
  if (byMs < 0) clock.shiftTo(shiftedMs)
  return { at, byMs, attempts, shiftedMs }
}

type ShiftColumns = ClockShift & { readonly shiftedMs: number; readonly cause: ClockShiftCause }

function toShiftColumns({ shiftedMs, at, byMs, cause, attempts }: ShiftColumns) {
  return {
    shifted_ms: shiftedMs,
    moved_at: at + byMs,
    moved_ms: byMs,
    moved_because: cause,
    moved_attempts: attempts,
  } satisfies Partial<ExamClockRow>
}

/** Also what keeps staff logged in, and what emails wait for. */
async function moveTimes(tx: Db, { at, byMs, attempts }: ClockShift) {
  await moveSessionTimes(tx, byMs)
  await moveQueuedEmails(tx, byMs)
  if (attempts === 0) return
  await moveAttemptTimes(tx, { at, byMs })
  await moveLiveActions(tx, { at, byMs })
  await moveOpenWindows(tx, { at, byMs })
}
