import type { AnswerKey } from '#contract/grading.ts'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import type { Attempt, NextAttempt as WireNextAttempt } from '#contract/results.ts'
import { isWaiting } from '#core/attempts/attempt.ts'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import type { NextAttempt } from '#core/attempts/next-attempt.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { presentQuestions } from '#core/attempts/presented-paper.ts'
import type { Paper } from '#core/exams/exam.ts'
import type { Counting } from '#core/grading/counted-attempt.ts'
import { isCorrect, listKeys } from '#core/grading/grade.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import type { KeyCorrection } from '#core/questions/kind.ts'
import {
  type AnswerValue,
  type KeyCorrections,
  kindOf,
  type Question,
  toWireKind,
} from '#core/questions/question.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { AttemptWithAnswers } from '../attempts/attempt-record.ts'
import { toInstant, toInstantOrNull, toQuestionImage, toTextWithImage } from '../http/serialize.ts'
import type { AttemptListItem } from './queries.ts'

/** Includes the score. */
export function toAttempt(item: AttemptListItem, paper: Paper, at: number): Attempt {
  const total = paper.questions.length
  return {
    _id: item.id,
    testId: item.examId,
    testTitle: paper.title,
    testDuration: paper.durationMinutes,
    totalQuestions: total,
    studentId: item.studentId,
    studentName: item.studentName,
    ...(item.studentIdentifier !== null && { studentIdentifier: item.studentIdentifier }),
    startTime: toInstant(item.startedAt),
    endTime: toInstantOrNull(item.finishedAt),
    endsAt: toInstant(item.endsAt),
    ...(isWaiting(item, at) && { resumesBy: toInstant(item.clockStartsAt ?? at) }),
    ...(item.finishedAt === null && item.pausedAt !== null && { paused: true as const }),
    secondsLeft: item.finishedAt === null ? getSecondsLeft(getDeadlineFrom(item, at), at) : null,
    status: item.finishedAt === null ? 'In progress' : 'Completed',
    score: item.isVoid ? null : item.score,
    percentage: item.score === null || item.isVoid ? null : toPercentage(item.score, total),
    finishReason: item.finishReason,
    resultReleased: item.resultsReleasedAt !== null,
    ...(item.isVoid && { isVoid: true as const }),
  }
}

export function toCountingField(counting: Counting | undefined): Pick<Attempt, 'counting'> {
  return counting ? { counting } : {}
}

export function toNextAttemptField(next: NextAttempt | undefined): {
  nextAttempt?: WireNextAttempt
} {
  if (!next) return {}
  const { state, left } = next
  if (state === 'coming') {
    return { nextAttempt: { state, left, opensAt: toInstant(next.opensAt) } }
  }
  const startUntil = state === 'open' && next.startUntil
  return { nextAttempt: { state, left, ...(startUntil && { startUntil: toInstant(startUntil) }) } }
}

/** As its student sees it: the score only once they may see it. */
export function toOwnAttempt(
  item: AttemptListItem,
  paper: Paper,
  canSeeResult: boolean,
  at: number,
): Attempt {
  // Nobody learns from their own results that they have a namesake.
  const attempt = toAttempt({ ...item, studentIdentifier: null }, paper, at)
  if (canSeeResult) return { ...attempt, resultReleased: true }
  return { ...attempt, score: null, percentage: null, resultReleased: false }
}

type SheetMarks = {
  readonly corrections: KeyCorrections
  readonly correctedAt: ReadonlyMap<string, number>
  /** Questions of which an answer was taken back. */
  readonly cleared: { readonly has: (questionId: string) => boolean }
}

/** In the order and with the options that the student saw. */
export function toResponses(
  attempt: AttemptWithAnswers,
  paper: Paper,
  { corrections, correctedAt, cleared }: SheetMarks,
): AnswerSheetItem[] {
  return presentQuestions(attempt, paper).map(({ question, options }) => {
    const kind = kindOf(question)
    const answer = attempt.answers[question.id]
    const keys = listKeys(question, corrections)
    const at = correctedAt.get(question.id)
    const item = {
      ...toWireKind(question),
      questionId: question.id,
      questionText: question.text,
      ...toQuestionImage(question),
      codeSnippet: question.codeSnippet,
      options: options.map(toTextWithImage),
      ...kind.toWireSolution(question, keys === 'everyone' ? [kind.getKey(question)] : keys),
      ...kind.toWireAnswer(question, answer?.value),
      isCorrect: isCorrect(question, answer, corrections),
      ...(at !== undefined && {
        correction: { at: toInstant(at), everyone: keys === 'everyone' },
      }),
      ...(!answer && cleared.has(question.id) && { isCleared: true as const }),
    }
    // The fields of key and answer depend on the kind; the contract checks them on the way out.
    return item as AnswerSheetItem
  })
}

/** Undefined if the printed key counts. */
export function parseKey(
  question: Question,
  word: AnswerKey,
): KeyCorrection<AnswerValue> | undefined | Refusal<'unknown-option'> {
  if (word === 'printed') return undefined
  if (word === 'everyone') return { type: 'everyone' }
  return kindOf(question).parseKey(question, word) ?? refuse('unknown-option')
}

export function formatKey(question: Question, correction: KeyCorrection<AnswerValue>): AnswerKey {
  return correction.type === 'everyone' ? 'everyone' : kindOf(question).formatKey(correction)
}
