import type { Batch } from '#contract/batches.ts'
import { formatCount, pluralize } from '#contract/format.ts'
import { countOverSeats } from '#core/batches/batch.ts'
import { parseInstituteTime } from '../../ui/form/parse-institute-time.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { formatDay } from '../../ui/format-time.ts'

type Days = Pick<Batch, 'startDate' | 'endDate'>

/** "5 Oct 2026 to 2 Apr 2027", each day on one line. */
export function formatBatchDays({ startDate, endDate }: Days): string {
  return `${toDay(startDate)} to ${toDay(endDate)}`
}

const toDay = (day: string) => formatDay(parseInstituteTime(day, '12:00'))

type Seats = Pick<Batch, 'seats' | 'students'>

/** "38 of 60", "62 of 60, 2 over", or the students alone where nobody counts seats. */
export function describeSeats({ seats, students }: Seats): string {
  if (seats === null) return formatCount(students)
  const over = countOverSeats(students, seats)
  const filled = `${formatCount(students)} of ${formatCount(seats)}`
  return over > 0 ? `${filled}, ${formatCount(over)} over` : filled
}

/** "Open now", "Not released (Today, 10:00 am)", or when it opens. */
export function describeNextExam(
  { phase, opensAt }: Pick<NonNullable<Batch['nextExam']>, 'phase' | 'opensAt'>,
  now: number,
): string {
  if (phase === 'open') return 'Open now'
  if (phase === 'entry-over') return 'Entry over'
  const opening = formatMoment(Date.parse(opensAt), now)
  return phase === 'not-released' ? `Not released (${opening})` : opening
}

export type BatchSign = 'coming' | 'running' | 'full' | 'over-seats' | 'ending' | 'over'

/** A batch ends "soon" for this long, in days. */
const soonDays = 14
const dayMs = 24 * 60 * 60_000

/** The state of a batch as its badge says it; `today` is the day at the institute. */
export function describeBatchState(
  batch: Days & Seats & Pick<Batch, 'state'>,
  today: string,
): { readonly sign: BatchSign; readonly text: string } {
  const { state, seats, students, startDate, endDate } = batch
  if (state === 'over') return { sign: 'over', text: 'Over' }
  if (seats !== null && students > seats) return { sign: 'over-seats', text: 'More than its seats' }
  if (state === 'coming') {
    return { sign: 'coming', text: `Starts in ${pluralize(countDays(today, startDate), 'day')}` }
  }
  const left = countDays(today, endDate)
  if (left === 0) return { sign: 'ending', text: 'Ends today' }
  if (left <= soonDays) return { sign: 'ending', text: `Ends in ${pluralize(left, 'day')}` }
  return students === seats ? { sign: 'full', text: 'Full' } : { sign: 'running', text: 'Running' }
}

function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
