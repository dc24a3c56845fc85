import type { Closing } from '../exam-windows/window.ts'
import type { Paper } from '../exams/exam.ts'
import type { Option, WireFields } from '../questions/kind.ts'
import { type AnswerValue, kindOf, type Question } from '../questions/question.ts'
import { deriveSeed, shuffleIndexes } from '../random.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { computeDeadline, type Deadline, maxResumeDelayMs, toDeadline } from './deadline.ts'

/** Why an attempt ended. The spec's words, and 'Time expired', which only the server says. */
export const forcedReasons = [
  'Auto submission',
  'Page refreshed or closed',
  'Developer tools opened',
  'User pressed back button',
] as const
export type FinishReason = 'Completed' | 'Time expired' | (typeof forcedReasons)[number]

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
    /** Of the windows that let this student start; none where the exam has no windows. */
    closing?: Closing | null
  },
  seed: number,
  now: number,
): Attempt {
  return {
    startedAt: now,
    clockStartsAt: null,
    ...computeDeadline(now, exam.durationMinutes, exam.extraTimePercent, exam.closing),
    finishedAt: null,
    finishReason: null,
    seed,
    shuffleOptions: exam.shuffleOptions,
    answers: {},
  }
}

/** Running until the grace period ends, then over, whether or not it has been closed. */
export function isOver(attempt: Pick<Attempt, 'finishedAt' | 'closesAt'>, now: number): boolean {
  return attempt.finishedAt !== null || now > attempt.closesAt
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

export function answerQuestion(
  attempt: Attempt,
  paper: Paper,
  questionId: string,
  answer: Answer,
  now: number,
): Attempt | Refusal<'attempt-over' | 'unknown-question'> {
  if (isOver(attempt, now)) return refuse('attempt-over')
  if (!paper.questions.some((question) => question.id === questionId)) {
    return refuse('unknown-question')
  }
  return { ...attempt, answers: keepHighestSequence(attempt.answers, questionId, answer) }
}

/** More than a slow connection can put a browser's idea of the server's time ahead. */
const maxClockLeadMs = 60_000

/** A device whose clock is ahead by more wins for a minute, and not for good. */
export function limitSequence(sequence: number, now: number): number {
  return Math.min(sequence, now + maxClockLeadMs)
}

function keepHighestSequence(answers: Attempt['answers'], questionId: string, answer: Answer) {
  const previous = answers[questionId]
  if (previous && previous.sequence >= answer.sequence) return answers
  return { ...answers, [questionId]: answer }
}

/**
 * Finishing an attempt again returns the first result. A finish that arrives while a reopened
 * attempt waits for its student belongs to the end that was undone, and changes nothing.
 */
export function finish(attempt: Attempt, reportedReason: string | undefined, now: number): Attempt {
  if (attempt.finishedAt !== null || isWaiting(attempt, now)) return attempt
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

/** Indexes into `paper.questions`, in the order this attempt presents them. */
export function getQuestionOrder(attempt: Pick<Attempt, 'seed'>, paper: Paper): number[] {
  return shuffleIndexes(paper.questions.length, deriveSeed(attempt.seed, 0))
}

/** Indexes into the options of the question at `index`, in the order this attempt presents them. */
export function getOptionOrder(
  attempt: Pick<Attempt, 'seed' | 'shuffleOptions'>,
  paper: Paper,
  index: number,
): number[] {
  const question = paper.questions[index]
  const count = question ? kindOf(question).listOptions(question).length : 0
  if (!attempt.shuffleOptions) return Array.from({ length: count }, (_, option) => option)
  return shuffleIndexes(count, deriveSeed(attempt.seed, index + 1))
}

/** A question as one attempt shows it. */
export type PresentedQuestion = {
  readonly question: Question
  readonly options: readonly Option[]
}

/** The paper as this attempt shows it: questions and options in its own order. */
export function presentQuestions(
  attempt: Pick<Attempt, 'seed' | 'shuffleOptions'>,
  paper: Paper,
): PresentedQuestion[] {
  return getQuestionOrder(attempt, paper).map((index) => {
    const question = paper.questions[index] as Question
    const order = getOptionOrder(attempt, paper, index)
    return { question, options: kindOf(question).present(question, order) }
  })
}

/** Parses what a browser sends, which numbers options in the order this attempt presents them. */
export function parseAnswer(
  attempt: Attempt,
  paper: Paper,
  questionId: string,
  sent: WireFields,
): AnswerValue | Refusal<'unknown-question' | 'unknown-option'> {
  const index = paper.questions.findIndex((question) => question.id === questionId)
  const question = paper.questions[index]
  if (!question) return refuse('unknown-question')
  return kindOf(question).parseAnswer(question, sent, getOptionOrder(attempt, paper, index))
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

/** An attempt's whole time, with time added and without the time it was closed. */
export function getAllottedTimeMs(
  { startedAt, endsAt }: Pick<Attempt, 'startedAt' | 'endsAt'>,
  reopenings: readonly Pick<Reopening, 'finishedAt' | 'clockStartsAt'>[],
): number {
  const closedMs = reopenings.reduce((ms, end) => ms + end.clockStartsAt - end.finishedAt, 0)
  return endsAt - startedAt - closedMs
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
  { finishedAt, clockStartsAt }: Pick<Attempt, 'finishedAt' | 'clockStartsAt'>,
  now: number,
): boolean {
  return finishedAt === null && clockStartsAt !== null && now < clockStartsAt
}

/** Starts the clock of an attempt that waits for its student; any other attempt stays as it is. */
export function resume<A extends Deadline & Pick<Attempt, 'finishedAt' | 'clockStartsAt'>>(
  attempt: A,
  now: number,
): A {
  const { clockStartsAt, endsAt } = attempt
  if (clockStartsAt === null || !isWaiting(attempt, now)) return attempt
  return { ...attempt, clockStartsAt: now, ...toDeadline(endsAt - (clockStartsAt - now)) }
}
