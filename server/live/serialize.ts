import type { LiveAction, LiveStudent } from '#contract/live.ts'
import { isWaiting } from '#core/attempts/attempt.ts'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import type { Presence } from '#core/live/presence.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import type { LiveActionRecord } from './live-action-queries.ts'
import type { ActionOutcome } from './live-actions.ts'
import type { LiveAttempt } from './live-queries.ts'

/** Fields of a row beside those of the attempt itself. */
export type RowDetails = {
  readonly totalQuestions: number
  readonly waiting: number
  readonly incidents: number
  readonly pausedFor: string | undefined
}

export function toLiveStudent(
  attempt: LiveAttempt,
  { state, since }: Presence,
  { totalQuestions, waiting, incidents, pausedFor }: RowDetails,
  at: number,
): LiveStudent {
  const isFinished = state === 'finished'
  const isStill = attempt.pausedAt !== null || isWaiting(attempt, at)
  return {
    studentId: attempt.studentId,
    name: attempt.studentName,
    ...(attempt.studentIdentifier !== null && { identifier: attempt.studentIdentifier }),
    ...(attempt.seat && { seat: attempt.seat }),
    attemptId: attempt.id,
    state,
    since: toInstantOrNull(since),
    answered: attempt.answered,
    totalQuestions,
    waiting,
    endsAt: isFinished || isStill ? null : toInstant(attempt.endsAt),
    ...(isStill && { standsAtSeconds: getSecondsLeft(getDeadlineFrom(attempt, at), at) }),
    ...(state === 'paused' && pausedFor !== undefined && { pausedFor }),
    ...(isFinished && { finishReason: attempt.finishReason ?? 'Time expired' }),
    incidents,
    openMessages: attempt.openMessages,
  }
}

type ActionWithTargets = LiveActionRecord & {
  readonly email: string | null
  readonly attemptIds: readonly string[]
  /** For how many, where that is counted. */
  readonly applied?: number | null
}

/** For a screen it is done once it was pressed, and undone once that was. */
const shownStates = {
  waiting: 'waiting',
  'carrying-out': 'done',
  done: 'done',
  undoing: 'undone',
  undone: 'undone',
} as const

export function toLiveAction(action: ActionWithTargets): LiveAction {
  return {
    _id: action.id,
    kind: action.kind,
    minutes: action.minutes,
    reason: action.reason === 'none' ? null : action.reason,
    reasonText: action.reasonText,
    message: action.message,
    by: action.email,
    at: toInstant(action.actedAt),
    undoUntil: toInstant(action.undoUntil),
    state: shownStates[action.state],
    attemptIds: [...action.attemptIds],
    ...toProgress(action),
  }
}

function toProgress({ state, attemptIds, applied = null }: ActionWithTargets) {
  if (applied === null) return {}
  const { length: of } = attemptIds
  return { underway: { done: state === 'undoing' ? of - applied : applied, of } }
}

export function toActionReply({ action, attemptIds, notDone, at }: ActionOutcome, email: string) {
  const undone = action.state === 'undone' ? notDone.flatMap((one) => one.attemptIds).length : 0
  return {
    action: toLiveAction({ ...action, attemptIds, email }),
    done: attemptIds.length - undone,
    notDone: notDone.map((one) => ({ ...one, attemptIds: [...one.attemptIds] })),
    serverTime: toInstant(at),
  }
}
