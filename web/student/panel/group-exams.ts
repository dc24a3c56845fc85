import type { StudentExam } from '#contract/exams.ts'
import { formatDuration } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import type { StudentWindow } from '#contract/lobby.ts'
import type { OwnAttempt } from '#contract/results.ts'
import { getStartOffsetMs } from '#core/exam-windows/lobby.ts'
import { getLastEntry, type WindowTimes } from '#core/exam-windows/window.ts'
import { formatAt, formatMoment } from '../../ui/format-moment.ts'

export const examGroups = ['open', 'coming', 'done'] as const
export type ExamGroup = (typeof examGroups)[number]

export function getExamGroup({ canStart, attemptsLeft, window }: StudentExam): ExamGroup {
  if (canStart) return 'open'
  return window?.phase === 'coming' && attemptsLeft !== 0 ? 'coming' : 'done'
}

/** In milliseconds, as the rules want it. */
export function toWindowTimes(window: StudentWindow): WindowTimes {
  return {
    opensAt: Date.parse(window.opensAt),
    closesAt: Date.parse(window.closesAt),
    latestEntryAt: window.latestEntryAt === null ? null : Date.parse(window.latestEntryAt),
    endsAtClosing: window.endsAtClosing,
  }
}

/** When one may start, or has: a first and a second line; `attempt` is the newest at this exam. */
export function describeTimes(
  exam: StudentExam,
  attempt: OwnAttempt | undefined,
  now: number,
): readonly [string, string] {
  const group = getExamGroup(exam)
  if (group === 'done' && attempt?.endTime) {
    const took = formatDuration(Date.parse(attempt.endTime) - Date.parse(attempt.startTime))
    const how = attempt.finishReason === 'Completed' ? 'Completed in' : 'Ended after'
    return [formatMoment(Date.parse(attempt.endTime), now), `${how} ${took}`]
  }
  if (!exam.window) return ['No fixed time', '']
  const times = toWindowTimes(exam.window)
  const closes = `Closes ${formatAt(toClosingMinute(times.closesAt), group === 'coming' ? times.opensAt : now)}`
  if (group === 'coming') return [formatMoment(times.opensAt, now), closes]
  if (group === 'done') return describeMissed(times, now)
  const isLate = exam.window.phase === 'entry-over' || exam.window.phase === 'closed'
  if (isLate) return [exam.attempt?.status === 'In progress' ? 'Running' : 'Once more, for you', '']
  const latest = times.latestEntryAt
  return [closes, latest === null ? '' : `Latest start ${formatAt(toClosingMinute(latest), now)}`]
}

function describeMissed(times: WindowTimes, now: number): readonly [string, string] {
  if (now < times.closesAt)
    return [`Latest start was ${formatAt(toClosingMinute(getLastEntry(times)), now)}`, '']
  return [`Closed ${formatAt(toClosingMinute(times.closesAt), now)}`, '']
}

/**
 * When the list looks different next because of the time alone; null if it does not. The panels of a
 * class do not ask at the same moment, but each when its own Start becomes live.
 */
export function getNextChange(
  exams: readonly StudentExam[],
  studentId: string,
  now: number,
): number | null {
  const changes = exams.flatMap(({ _id, window }) => {
    if (!window) return []
    const times = toWindowTimes(window)
    const offsetMs = getStartOffsetMs(studentId, _id)
    return [times.opensAt, getLastEntry(times) + 1, times.closesAt].map((at) => at + offsetMs)
  })
  const next = Math.min(...changes.filter((at) => at > now))
  return Number.isFinite(next) ? next : null
}
