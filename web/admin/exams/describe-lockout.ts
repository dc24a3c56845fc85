import type { AwaitedStudents } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { RefusalError } from '../../client/request.ts'
import { formatTimeNear } from '../../ui/format-moment.ts'

/**
 * Students who would be locked out, from the refusal of a call with `confirm: false`; else null.
 */
export function readAwaitedStudents(cause: unknown): AwaitedStudents | null {
  const isAsked = cause instanceof RefusalError && cause.code === 'students-awaited'
  return isAsked ? (cause.details as AwaitedStudents) : null
}

/** Says who cannot start any more without the release, and who works on. */
export function describeLockout(
  title: string,
  { awaited, until }: AwaitedStudents,
  now: number,
): string {
  const time = formatTimeNear(toClosingMinute(Date.parse(until)), now)
  const who =
    awaited === null
      ? `Everyone may start ${title}`
      : `${pluralize(awaited, 'student')} with an open window ${awaited === 1 ? 'has' : 'have'} not started ${title}, and may`
  return `${who} until ${time}. Without the release nobody can. Students who are taking it can finish.`
}
