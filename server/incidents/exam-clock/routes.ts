import * as contract from '#contract/exam-clock.ts'
import { pluralize } from '#contract/format.ts'
import { formatDifference, isDifferent } from '#core/exam-clock/clock-difference.ts'
import { refuse } from '#core/refusal.ts'
import type { ExamClockRow } from '../../database/tables.ts'
import type { Deps } from '../../deps.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { toInstant } from '../../http/serialize.ts'
import { catchUpWithShifts } from '../../platform/exam-clock/exam-clock-state.ts'
import { followMachineClock } from './shift-clock.ts'

const shownForMs = 24 * 60 * 60_000

export function clockRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, clock, now } = deps

  bind(contract.getExamClock, async () => {
    const state = await catchUpWithShifts(db.read, clock)
    const differenceMs = clock.getDifferenceMs()
    return {
      differenceMs,
      state: getState(state, differenceMs),
      lastShift: toLastShift(state, now()),
    }
  })

  bind(contract.followMachineClock, async ({ actor }) => {
    const shift = await followMachineClock(deps, { cause: 'owner', actor })
    if (!shift) return refuse('clocks-agree')
    const { byMs, attempts } = shift
    const moved = attempts === 0 ? '' : ` ${pluralize(attempts, 'attempt')} moved along.`
    const message = `The exam’s clock was moved by ${formatDifference(byMs)}.${moved}`
    return { message, byMs, attempts }
  })
}

function getState(
  { held_since }: ExamClockRow,
  differenceMs: number,
): 'agrees' | 'differs' | 'behind' {
  if (held_since !== null) return 'behind'
  return isDifferent(differenceMs) ? 'differs' : 'agrees'
}

function toLastShift(state: ExamClockRow, at: number) {
  const { moved_at, moved_ms, moved_because, moved_attempts } = state
  if (moved_at === null || moved_ms === null || moved_because === null) return null
  if (at - moved_at > shownForMs) return null
  return {
    at: toInstant(moved_at),
    byMs: moved_ms,
    attempts: moved_attempts ?? 0,
    cause: moved_because,
  }
}
