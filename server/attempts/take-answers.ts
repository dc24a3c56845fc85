import { isFree, type Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import { saveAnswer } from './answer-queries.ts'
import type { AttemptWithAnswers } from './attempt-record.ts'
import { applyAnswers, type SubmittedAnswer } from './parse-answer.ts'
import { takeChanges } from './question-progress.ts'

/** Saves pending answers from the device, in order, before their attempt ends. */
export async function takeAnswers(
  tx: Db,
  attempt: AttemptWithAnswers,
  paper: Paper,
  answers: readonly SubmittedAnswer[],
  at: number,
): Promise<AttemptWithAnswers | Refusal<'unknown-question' | 'unknown-option'>> {
  if (isFree(paper)) {
    const changed = await takeChanges(tx, attempt, paper, answers, at)
    if (!isRefusal(changed)) return changed
    const { refused } = changed
    return refused === 'attempt-over' || refused === 'attempt-paused' ? attempt : refuse(refused)
  }
  const answered = applyAnswers(attempt, paper, answers, at)
  if (isRefusal(answered)) return answered
  for (const [questionId, answer] of Object.entries(answered.answers)) {
    const isNew = attempt.answers[questionId] !== answer
    if (isNew) await saveAnswer(tx, attempt.id, questionId, answer, at)
  }
  return { ...attempt, answers: answered.answers }
}
