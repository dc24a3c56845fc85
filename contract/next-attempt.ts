import type { NextAttempt } from '#core/attempts/next-attempt.ts'
import { formatInstant, pluralize } from './format.ts'
import { toClosingMinute } from './institute-clock.ts'

// Apart from the endpoints: a file with endpoints reaches the browser without its functions.

/**
 * Says in a sentence or two whether a student can take a test again.
 * @param next null where no attempt is left
 */
export function describeNextAttempt(
  next: NextAttempt | null,
  formatMoment: (at: number) => string = formatInstant,
): string {
  if (!next) return 'You have no attempt left at this test.'
  const { left } = next
  const closed = 'is closed: no attempt can be started now.'
  if (left === null && next.state === 'closed') return `This test ${closed}`
  const allowed =
    left === null
      ? 'You may take this test as often as you like'
      : `You have ${pluralize(left, 'attempt')} left at this test`
  if (next.state === 'closed') return `${allowed}, but it ${closed}`
  if (next.state === 'coming') return `${allowed}. It opens on ${formatMoment(next.opensAt)}.`
  if (next.startUntil === null) return `${allowed}.`
  const started = left === 1 ? 'it' : 'the next one'
  return `${allowed}. Start ${started} by ${formatMoment(toClosingMinute(next.startUntil))}.`
}

/** The words before the number and the address of the institute. */
export function describeWhenToAsk(next: NextAttempt | null): string {
  const canStart = next !== null && next.state !== 'closed'
  return canStart
    ? 'With a question about your result, call'
    : 'For another attempt, or with a question about your result, call'
}
