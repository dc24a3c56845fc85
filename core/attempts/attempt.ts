import type { Option, Paper } from '../exams/exam.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { computeDeadline, type Deadline, toDeadline } from './deadline.ts'
import { deriveSeed, shuffleIndexes } from './shuffle.ts'

/** Why an attempt ended. The spec's words, and 'Time expired', which only the server says. */
export const forcedReasons = [
  'Auto submission',
  'Page refreshed or closed',
  'Developer tools opened',
  'User pressed back button',
] as const
export type FinishReason = 'Completed' | 'Time expired' | (typeof forcedReasons)[number]

export type Answer = {
  /** Index of the chosen option as the author wrote it, whatever order it was presented in. */
  readonly option: number
  /** The highest wins; an equal one changes nothing. */
  readonly sequence: number
}

/** One student's go at one frozen paper. Times are milliseconds by the server's clock. */
export type Attempt = Deadline & {
  readonly startedAt: number
  readonly finishedAt: number | null
  readonly finishReason: FinishReason | null
  readonly seed: number
  readonly shuffleOptions: boolean
  readonly answers: Readonly<Record<string, Answer>>
}

export function begin(
  exam: { durationMinutes: number; shuffleOptions: boolean; extraTimePercent: number },
  seed: number,
  now: number,
): Attempt {
  return {
    startedAt: now,
    ...computeDeadline(now, exam.durationMinutes, exam.extraTimePercent),
    finishedAt: null,
    finishReason: null,
    seed,
    shuffleOptions: exam.shuffleOptions,
    answers: {},
  }
}

/** Running until the grace is over; from then on it is over, whether or not anybody has closed it. */
export function isOver(attempt: Pick<Attempt, 'finishedAt' | 'closesAt'>, now: number): boolean {
  return attempt.finishedAt !== null || now > attempt.closesAt
}

/** May this student start now? While an attempt runs, starting means resuming that one. */
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
  choice: Answer,
  now: number,
): Attempt | Refusal<'attempt-over' | 'unknown-question'> {
  if (isOver(attempt, now)) return refuse('attempt-over')
  if (!paper.questions.some((question) => question.id === questionId)) {
    return refuse('unknown-question')
  }
  return { ...attempt, answers: keepHighestSequence(attempt.answers, questionId, choice) }
}

function keepHighestSequence(answers: Attempt['answers'], questionId: string, choice: Answer) {
  const previous = answers[questionId]
  if (previous && previous.sequence >= choice.sequence) return answers
  return { ...answers, [questionId]: choice }
}

/** The second finish of an attempt gets the first one's result. */
export function finish(attempt: Attempt, reportedReason: string | undefined, now: number): Attempt {
  if (attempt.finishedAt !== null) return attempt
  if (isOver(attempt, now)) return expire(attempt)
  return {
    ...attempt,
    finishedAt: Math.min(now, attempt.endsAt),
    finishReason: toFinishReason(reportedReason, now >= attempt.endsAt),
  }
}

/** What the sweeper and every read make of an attempt that nobody finished. */
export function expire(attempt: Attempt): Attempt {
  if (attempt.finishedAt !== null) return attempt
  return { ...attempt, finishedAt: attempt.endsAt, finishReason: 'Time expired' }
}

/** The attempt as it is now, whether or not anybody has closed it yet. */
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
  const count = paper.questions[index]?.options.length ?? 0
  if (!attempt.shuffleOptions) return Array.from({ length: count }, (_, option) => option)
  return shuffleIndexes(count, deriveSeed(attempt.seed, index + 1))
}

/** The same, as the options themselves. */
export function getPresentedOptions(
  attempt: Pick<Attempt, 'seed' | 'shuffleOptions'>,
  paper: Paper,
  index: number,
): Option[] {
  const options = paper.questions[index]?.options ?? []
  return getOptionOrder(attempt, paper, index).flatMap((option) => options[option] ?? [])
}

/** What a student sends: the text of an option, its presented place, or both if they agree. */
export type Choice = { readonly text?: string | null; readonly presentedIndex?: number | null }

/** The chosen option's index as the author wrote it. */
export function findChosenOption(
  attempt: Attempt,
  paper: Paper,
  questionId: string,
  choice: Choice,
): number | Refusal<'unknown-question' | 'unknown-option'> {
  const index = paper.questions.findIndex((question) => question.id === questionId)
  const question = paper.questions[index]
  if (!question) return refuse('unknown-question')
  const text = choice.text?.trim()
  const byText = question.options.findIndex((option) => option.text.trim() === text)
  const byPosition = getOptionOrder(attempt, paper, index)[choice.presentedIndex ?? -1]
  if (choice.text == null) return byPosition ?? refuse('unknown-option')
  const isConflicting = choice.presentedIndex != null && byPosition !== byText
  return byText < 0 || isConflicting ? refuse('unknown-option') : byText
}

export function addMinutes(attempt: Deadline, minutes: number): Deadline {
  return toDeadline(attempt.endsAt + minutes * 60_000)
}

/** An end that an admin undid. */
export type Reopening = {
  readonly finishedAt: number
  readonly finishReason: FinishReason
  readonly reopenedAt: number
}

/** All the time an attempt has, with what was given on top and without what it stood closed. */
export function getAllottedTimeMs(
  { startedAt, endsAt }: Pick<Attempt, 'startedAt' | 'endsAt'>,
  reopenings: readonly Pick<Reopening, 'finishedAt' | 'reopenedAt'>[],
): number {
  const closedMs = reopenings.reduce((ms, end) => ms + end.reopenedAt - end.finishedAt, 0)
  return endsAt - startedAt - closedMs
}

/** With the time that was left when it ended, and `extraMinutes` more. */
export function reopen(
  attempt: Attempt,
  extraMinutes: number,
  now: number,
): Attempt | Refusal<'no-time-left' | 'attempt-running'> {
  const { finishedAt } = getEffectiveAttempt(attempt, now)
  if (finishedAt === null) return refuse('attempt-running')
  const leftMs = attempt.endsAt - finishedAt + extraMinutes * 60_000
  if (leftMs <= 0) return refuse('no-time-left')
  return { ...attempt, finishedAt: null, finishReason: null, ...toDeadline(now + leftMs) }
}
