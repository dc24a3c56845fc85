import type { ReplyOf } from '#contract/endpoint.ts'
import { formatDuration, pluralize } from '#contract/format.ts'
import type { applyAction, LiveAction, LiveStudent } from '#contract/live.ts'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import {
  type ActionKind,
  actionReasons,
  describeReason,
  type Obstacle,
} from '#core/live/actions.ts'
import type { PresenceState } from '#core/live/presence.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import { formatClock } from '../../ui/countdown-timer.tsx'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'

export type ActionReply = ReplyOf<typeof applyAction>

export const actionNames: Readonly<Record<ActionKind, string>> = {
  'add-minutes': 'Add minutes',
  pause: 'Pause',
  resume: 'Resume',
  message: 'Message',
  end: 'End',
  reopen: 'Reopen',
}

/** The question that the dialog's title asks. */
export function toQuestion(kind: ActionKind, students: number): string {
  const who = pluralize(students, 'student')
  const questions: Readonly<Record<ActionKind, string>> = {
    'add-minutes': `Add minutes for ${who}?`,
    pause: `Pause ${who}?`,
    resume: `Let ${who} go on?`,
    message: `Send a message to ${who}?`,
    end: `End the test for ${who}?`,
    reopen: `Reopen the test for ${who}?`,
  }
  return questions[kind]
}

/** On the button: verb, amount and number. */
export function toButtonLabel(kind: ActionKind, minutes: number, students: number): string {
  const names: Readonly<Record<ActionKind, string>> = {
    'add-minutes': `Add ${pluralize(minutes, 'minute')} for ${students}`,
    pause: `Pause ${students}`,
    resume: `Resume ${students}`,
    message: `Send to ${students}`,
    end: `End for ${students}`,
    reopen: `Reopen for ${students}`,
  }
  return names[kind]
}

/** More would not be read. */
const maxTimes = 3
/** `getPollSeconds` says so. */
const soon = 'within 10 s (30 while more than 2,000 students take tests)'

/** Says in one sentence what happens to the clocks. */
export function describeConsequence(
  kind: ActionKind,
  targets: readonly LiveStudent[],
  minutes: number,
  now: number,
): string {
  switch (kind) {
    case 'add-minutes':
      return describeNewTimes(targets, minutes, now)
    case 'pause':
      return `Their papers are covered ${soon}, and their clocks stand still until you resume them. What they choose in the meantime stays on the device. They read the reason, but not your own words.`
    case 'resume':
      return `Their papers come back ${soon}, and their deadlines move by exactly the pause.`
    case 'message':
      return 'Read out once by a screen reader; it stays on the screen until the student dismisses it.'
    case 'end':
      return 'They keep working for 10 s. Then their answers are submitted as they are.'
    case 'reopen':
      return 'Their attempts go on with the time that was left, as soon as they press Resume.'
  }
}

function describeNewTimes(targets: readonly LiveStudent[], minutes: number, now: number): string {
  const ends = targets.flatMap((row) => {
    const left = getTimeLeft(row, now)
    if (left === null) return []
    return { left: left + minutes * 60, endsAt: now + (left + minutes * 60) * 1000 }
  })
  if (ends.length === 0) return ''
  const last = formatTimeWithSeconds(Math.max(...ends.map(({ endsAt }) => endsAt)))
  const times = ends.map(({ left }) => formatClock(left))
  const clocks =
    times.length === 1
      ? `The clock goes to ${times[0]}.`
      : times.length <= maxTimes
        ? `Their clocks go to ${times.slice(0, -1).join(', ')} and ${times.at(-1)}.`
        : `Each clock goes up by ${pluralize(minutes, 'minute')}.`
  return `${clocks} The last attempt then ends at ${last}.`
}

export const stateWords: Readonly<Record<PresenceState, string>> = {
  offline: 'Offline',
  away: 'Away',
  quiet: 'Quiet',
  paused: 'Paused',
  here: 'Here',
  'not-started': 'Not started',
  finished: 'Finished',
}

/** How a student stands, beside the name in the dialog. */
export function describeStudent(row: LiveStudent, word: string, now: number): string {
  const { state, since } = row
  const hasLength = since !== null && state !== 'finished'
  const stateWords = hasLength ? `${word} ${formatDuration(now - Date.parse(since))}` : word
  const left = getTimeLeft(row, now)
  return left === null ? stateWords : `${stateWords}, ${formatClock(left)} left`
}

/** In whole seconds; null where no clock runs or waits. */
function getTimeLeft({ state, endsAt, standsAtSeconds }: LiveStudent, now: number): number | null {
  if (standsAtSeconds !== undefined) return standsAtSeconds
  return endsAt === null || state === 'finished' ? null : getSecondsLeft(Date.parse(endsAt), now)
}

/** Words for an action, done or to come, in the slot that offers to undo it; `why` may be empty. */
export function describeAction(
  action: LiveAction,
  rows: ReadonlyMap<string, LiveStudent>,
): { readonly what: string; readonly why: string } {
  const { kind, minutes, attemptIds, reason, reasonText } = action
  const only = attemptIds.length === 1 ? findName(rows, attemptIds[0]) : undefined
  const who = only ?? pluralize(attemptIds.length, 'student')
  const [is, has, goes] = attemptIds.length === 1 ? ['is', 'has', 'goes'] : ['are', 'have', 'go']
  const sentences: Readonly<Record<ActionKind, string>> = {
    'add-minutes': `${who} ${has} ${pluralize(minutes ?? 0, 'more minute')}.`,
    pause: `${who} ${is} paused.`,
    resume: `${who} ${goes} on.`,
    message: `A message was sent to ${who}.`,
    end: `The test ends for ${who} when this time is over.`,
    reopen: `The test is reopened for ${who} when this time is over.`,
  }
  return { what: sentences[kind], why: describeReason(reason ?? 'none', reasonText) }
}

/** Describes an action that is under way for many students, batch by batch. */
export function describeUnderway({ kind, minutes, underway }: LiveAction): string {
  const who = underway ? describeProgress(underway) : ''
  const sentences: Readonly<Record<ActionKind, string>> = {
    'add-minutes': `Adding ${pluralize(minutes ?? 0, 'minute')} for ${who}.`,
    pause: `Pausing ${who}.`,
    resume: `Resuming ${who}.`,
    message: `Sending a message to ${who}.`,
    end: `Ending the test for ${who}.`,
    reopen: `Reopening the test for ${who}.`,
  }
  return sentences[kind]
}

export function describeProgress({ done, of }: NonNullable<LiveAction['underway']>): string {
  return `${pluralize(of, 'student')}, ${done} so far`
}

function findName(rows: ReadonlyMap<string, LiveStudent>, attemptId: string | undefined) {
  const row = [...rows.values()].find((one) => one.attemptId === attemptId)
  return row && toPersonLabel(row)
}

const obstacleWords = {
  'not-found': 'were not found',
  'not-running': 'are not taking the test',
  'paused-already': 'were paused already',
  'not-paused': 'were not paused',
  running: 'are taking the test',
  'no-time-left': 'have no time left',
  void: 'have a void attempt',
} as const satisfies Readonly<Record<Obstacle, string>>

/** Says how many students an action skipped, and why; empty if it skipped none. */
export function describeSkipped(
  skipped: readonly {
    readonly why: Obstacle
    readonly attemptIds: readonly string[]
  }[],
): string {
  return skipped
    .map(({ why, attemptIds }) => `Not for ${attemptIds.length}: they ${obstacleWords[why]}.`)
    .join(' ')
}

export const reasonOptions = Object.entries(actionReasons) as [keyof typeof actionReasons, string][]
