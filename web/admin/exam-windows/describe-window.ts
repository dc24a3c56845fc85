import type { ExamWindow } from '#contract/exam-windows.ts'
import { pluralize } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { formatCountdown } from '#core/exam-windows/countdown.ts'
import { type ShownPhase, toShownPhase, type WindowTimes } from '#core/exam-windows/window.ts'
import { formatTimeNear } from '../../ui/format-moment.ts'
import { formatTime } from '../../ui/format-time.ts'

/** For those who start last: how long they work. */
export function describeLastEnd(times: WindowTimes, durationMinutes: number): string {
  const start = times.latestEntryAt ?? times.closesAt
  const fullEnd = start + durationMinutes * 60_000
  const end = times.endsAtClosing ? Math.min(fullEnd, times.closesAt) : fullEnd
  const has = pluralize(durationMinutes, 'minute')
  return end < fullEnd
    ? `A student who starts at ${formatTime(start)} ends at the closing, ${formatTimeNear(toClosingMinute(end), start)}, before the ${has} are over.`
    : `A student who starts at ${formatTime(start)} and has ${has} ends at ${formatTimeNear(end, start)}.`
}

/** "Priya Nair and 2 more are in another batch with a window, too, and get the wider one." */
export function describeOverlap({ count, names }: { count: number; names: readonly string[] }) {
  if (count === 0) return ''
  const others = count - names.length
  const [last = '', ...first] = names.toReversed()
  const named =
    others > 0
      ? `${names.join(', ')} and ${others} more`
      : [first.toReversed().join(', '), last].filter(Boolean).join(' and ')
  return `${named} ${count === 1 ? 'has another window of this test, too, and gets' : 'have another window of this test, too, and get'} the wider one.`
}

const daySeconds = 24 * 60 * 60

/** The state of a window as its badge says it; `now` only counts down to the opening. */
export function describeWindowState(
  { phase, released, opensAt }: Pick<ExamWindow, 'phase' | 'released' | 'opensAt'>,
  now: number,
): { readonly sign: ShownPhase; readonly text: string } {
  const sign = toShownPhase(phase, released)
  if (sign === 'not-released') return { sign, text: 'Not released' }
  if (sign === 'open') return { sign, text: 'Open' }
  if (sign === 'entry-over') return { sign, text: 'Entry over' }
  if (sign === 'closed') return { sign, text: 'Over' }
  const seconds = Math.max(0, Math.ceil((Date.parse(opensAt) - now) / 1000))
  const days = Math.floor(seconds / daySeconds)
  const left = days > 0 ? pluralize(days, 'day') : formatCountdown(seconds)
  return { sign, text: seconds > 0 ? `Opens in ${left}` : 'Opens now' }
}
