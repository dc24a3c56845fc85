import type { Closing } from '../exam-windows/window.ts'
import type { Paper } from '../exams/exam.ts'
import type { AnswerValue } from '../questions/question.ts'
import { isRefusal, type Refusal, refuse } from '../refusal.ts'
import { computeDeadline, type Deadline, maxResumeDelayMs, toDeadline } from './deadline.ts'
import { isChosenInPause } from './sequence.ts'

/** Why an attempt ended. The spec's words, and two which only the server says. */
export const forcedReasons = [
  'Auto submission',
  'Page refreshed or closed',
  'Developer tools opened',
  'User pressed back button',
] as const
export type FinishReason =
  | 'Completed'
  | 'Time expired'
  | 'Ended by the institute'
  | (typeof forcedReasons)[number]

export type Answer = {
  /** Opaque to all but the kind of its question. */
  readonly value: AnswerValue
  /** The highest wins; an equal one changes nothing. */
  readonly sequence: number
}

/** One student's attempt at one frozen paper. Times are milliseconds by the server's clock. */
export type Attempt = Deadline & {
  readonly startedAt: number
  /** When the clock of a reopened attempt started or, until then, at the latest starts. */
  readonly clockStartsAt: number | null
  /** When the institute stopped its clock; null while it runs. */
  readonly pausedAt: number | null
  /** The sum of the pauses that are over. */
  readonly pausedMs: number
  readonly finishedAt: number | null
  readonly finishReason: FinishReason | null
  readonly seed: number
  readonly shuffleOptions: boolean
  readonly answers: Readonly<Record<string, Answer>>
}

export function begin(
  exam: {
    durationMinutes: number
    shuffleOptions: boolean
    extraTimePercent: number
    /**
     * The closing of the windows that let this student start; none where the exam has no windows.
     */
    closing?: Closing | null
  },
  seed: number,
  now: number,
): Attempt {
  return {
    startedAt: now,
    clockStartsAt: null,
    pausedAt: null,
    pausedMs: 0,
    ...computeDeadline(now, exam.durationMinutes, exam.extraTimePercent, exam.closing),
    finishedAt: null,
    finishReason: null,
    seed,
    shuffleOptions: exam.shuffleOptions,
    answers: {},
  }
}

/** Running until the grace period ends, then over, whether or not it has been closed. */
export function isOver(
  attempt: Pick<Attempt, 'finishedAt' | 'closesAt' | 'pausedAt'>,
  now: number,
): boolean {
  return attempt.finishedAt !== null || (attempt.pausedAt ?? now) > attempt.closesAt
}

/** Whether this student may start now; while an attempt runs, starting resumes it. */
export function findStartRefusal(
  taken: number,
  allowed: number,
  granted = 0,
): Refusal<'already-taken'> | null {
  return countAttemptsLeft(taken, allowed, granted) === 0 ? refuse('already-taken') : null
}

/** How often this student may still start; null where there is no limit. */
export function countAttemptsLeft(taken: number, allowed: number, granted = 0): number | null {
  const isUnlimited = allowed === 0
  return isUnlimited ? null : Math.max(0, allowed + granted - taken)
}

/** Whether the next one is beyond what the exam allows everyone. */
export function isExtraAttempt(taken: number, allowed: number): boolean {
  const isUnlimited = allowed === 0
  return !isUnlimited && taken >= allowed
}

export function answerQuestion(
  attempt: Attempt,
  paper: Paper,
  questionId: string,
  answer: Answer,
  now: number,
): Attempt | Refusal<'attempt-over' | 'attempt-paused' | 'unknown-question'> {
  const previous = attempt.answers[questionId]
  const standing = replaceAnswer(attempt, paper, { questionId, answer, previous }, now)
  if (isRefusal(standing)) return standing
  if (standing === previous) return attempt
  return { ...attempt, answers: { ...attempt.answers, [questionId]: standing } }
}

/** @returns the answer that stands from now on: this one, or the one before */
export function replaceAnswer(
  attempt: Pick<Attempt, 'finishedAt' | 'closesAt' | 'pausedAt'>,
  paper: Paper,
  {
    questionId,
    answer,
    previous,
  }: {
    readonly questionId: string
    readonly answer: Answer
    readonly previous: Answer | undefined
  },
  now: number,
): Answer | Refusal<'attempt-over' | 'attempt-paused' | 'unknown-question'> {
  if (isOver(attempt, now)) return refuse('attempt-over')
  if (isChosenInPause(attempt, answer)) return refuse('attempt-paused')
  if (!paper.questions.some((question) => question.id === questionId)) {
    return refuse('unknown-question')
  }
  return previous && previous.sequence >= answer.sequence ? previous : answer
}

/**
 * Finishing an attempt again returns the first result. A finish that arrives while a reopened
 * attempt waits for its student belongs to the end that was undone: it changes nothing, as in a pause.
 */
export function finish(attempt: Attempt, reportedReason: string | undefined, now: number): Attempt {
  if (attempt.finishedAt !== null || attempt.pausedAt !== null || isWaiting(attempt, now))
    return attempt
  if (isOver(attempt, now)) return expire(attempt)
  return {
    ...attempt,
    finishedAt: Math.min(now, attempt.endsAt),
    finishReason: toFinishReason(reportedReason, now >= attempt.endsAt),
  }
}

/** Expires an attempt that nobody finished; used by the periodic sweep and by every read. */
export function expire(attempt: Attempt): Attempt {
  if (attempt.finishedAt !== null) return attempt
  return { ...attempt, finishedAt: attempt.endsAt, finishReason: 'Time expired' }
}

/** The attempt's state at this moment, even if it is overdue and not closed yet. */
export function getEffectiveAttempt(attempt: Attempt, now: number): Attempt {
  return isOver(attempt, now) ? expire(attempt) : attempt
}

function toFinishReason(reportedReason: string | undefined, isTimeOver: boolean): FinishReason {
  const forcedReason = forcedReasons.find((reason) => reason === reportedReason)
  if (forcedReason) return forcedReason
  if (isTimeOver) return 'Time expired'
  return !reportedReason || reportedReason === 'Completed' ? 'Completed' : 'Auto submission'
}

export function addMinutes(attempt: Deadline, minutes: number): Deadline {
  return toDeadline(attempt.endsAt + minutes * 60_000)
}

/** An end that an admin undid. */
export type Reopening = {
  readonly finishedAt: number
  readonly finishReason: FinishReason
  readonly reopenedAt: number
  /** When the clock went on, at the latest. */
  readonly clockStartsAt: number
}

/**
 * Reopens with the time that was left at the end, plus `extraMinutes`. That time stands still until
 * the student resumes or `maxResumeDelayMs` have passed.
 */
export function reopen(
  attempt: Attempt,
  extraMinutes: number,
  now: number,
): (Attempt & { readonly clockStartsAt: number }) | Refusal<'no-time-left' | 'attempt-running'> {
  const { finishedAt } = getEffectiveAttempt(attempt, now)
  if (finishedAt === null) return refuse('attempt-running')
  const leftMs = attempt.endsAt - finishedAt + extraMinutes * 60_000
  if (leftMs <= 0) return refuse('no-time-left')
  const clockStartsAt = now + maxResumeDelayMs
  const deadline = toDeadline(clockStartsAt + leftMs)
  return { ...attempt, finishedAt: null, finishReason: null, clockStartsAt, ...deadline }
}

/** Whether a reopened attempt waits for its student, with its clock standing still. */
export function isWaiting(
  {
    finishedAt,
    clockStartsAt,
    pausedAt,
  }: Pick<Attempt, 'finishedAt' | 'clockStartsAt' | 'pausedAt'>,
  now: number,
): boolean {
  return finishedAt === null && clockStartsAt !== null && (pausedAt ?? now) < clockStartsAt
}

/**
 * Starts the clock of an attempt that waits for its student; any other attempt stays as it is. In a
 * pause the student is let in, and the clock stands still from then on.
 */
export function resume<
  A extends Deadline & Pick<Attempt, 'finishedAt' | 'clockStartsAt' | 'pausedAt'>,
>(attempt: A, now: number): A {
  const { clockStartsAt, endsAt, pausedAt } = attempt
  if (clockStartsAt === null || !isWaiting(attempt, now)) return attempt
  const deadline = toDeadline(endsAt - (clockStartsAt - now))
  return { ...attempt, clockStartsAt: now, pausedAt: pausedAt === null ? null : now, ...deadline }
}
