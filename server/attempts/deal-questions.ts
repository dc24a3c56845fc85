import type { DealtQuestion } from '#contract/attempts.ts'
import { isOver, optionsAsDealt, questionOrder } from '#core/attempt.ts'
import type { Paper, Question } from '#core/exam.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { KeptAttempt } from '../attempt-head.ts'
import type { Deps } from '../deps.ts'
import { type Exam, examById, paperOf } from '../exams/store.ts'
import { pictureOf } from '../wire.ts'
import { runningAttemptOf } from './store.ts'

type Dealt = {
  readonly attempt: KeptAttempt
  readonly exam: Exam
  readonly paper: Paper
  readonly at: number
}

/** The paper of the running attempt. */
export async function dealQuestions(
  { db, now }: Deps,
  { studentId, examId }: { studentId: string; examId: string },
): Promise<Dealt | Refusal<'test-not-found' | 'no-running-attempt'>> {
  const exam = await examById(db.read, examId)
  if (!exam) return refuse('test-not-found')
  const attempt = await runningAttemptOf(db.read, studentId, examId)
  const at = now()
  if (!attempt || isOver(attempt, at)) return refuse('no-running-attempt')
  return { attempt, exam, paper: await paperOf(db.read, attempt.revisionId), at }
}

/** In the attempt's order, without the key. */
export function dealtQuestions(attempt: KeptAttempt, paper: Paper): DealtQuestion[] {
  return questionOrder(attempt, paper).map((index) => {
    const question = paper.questions[index] as Question
    const chosen = attempt.answers[question.id]
    return {
      _id: question.id,
      question: pictureOf(question),
      options: optionsAsDealt(attempt, paper, index).map(pictureOf),
      codeSnippet: question.codeSnippet,
      selectedAnswer: chosen ? (question.options[chosen.option]?.text ?? null) : null,
    }
  })
}
