import { answerQuestion, parseAnswer } from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { AttemptPlaceRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import { findAttemptToAnswer } from './find-attempt-to-answer.ts'
import { resolveSequence, type SubmittedAnswer } from './parse-answer.ts'
import type { Caller, PlaceLog } from './place-log.ts'
import { savePlaces } from './place-queries.ts'
import { saveAnswer } from './queries.ts'

type SubmitAnswerInput = SubmittedAnswer & {
  readonly studentId: string
  readonly examId: string
  readonly attemptId: string
  readonly caller: Caller
}
type AnswerProgress = {
  readonly answered: number
  readonly total: number
  readonly endsAt: number
  readonly at: number
}

export async function submitAnswer(
  { db, now }: Deps,
  places: PlaceLog,
  input: SubmitAnswerInput,
): Promise<
  | AnswerProgress
  | Refusal<'attempt-not-found' | 'attempt-over' | 'unknown-question' | 'unknown-option'>
> {
  const { studentId, examId, attemptId, questionId, caller } = input
  const isPlaceRecorded = places.touch(attemptId, caller, now())
  let due: readonly AttemptPlaceRow[] = []
  const progress = await db.write(async (tx) => {
    const attempt = await findAttemptToAnswer(tx, db.engine, { studentId, attemptId, questionId })
    if (attempt?.examId !== examId) return refuse('attempt-not-found')
    const paper = await getPaper(tx, attempt.revisionId)

    const at = now()
    const value = parseAnswer(attempt, paper, questionId, input.sent)
    if (isRefusal(value)) return value
    const answer = { value, sequence: resolveSequence(attempt, questionId, input.sequence, at) }
    const answered = answerQuestion(attempt, paper, questionId, answer, at)
    if (isRefusal(answered)) return answered

    if (answered.answers[questionId] === answer) {
      await saveAnswer(tx, attemptId, questionId, answer, at)
    }
    if (!isPlaceRecorded) {
      due = places.listDue(attemptId, caller, at)
      await savePlaces(tx, due)
    }
    const isFirst = !attempt.answers[questionId]
    return {
      answered: attempt.answered + (isFirst ? 1 : 0),
      total: paper.questions.length,
      endsAt: attempt.endsAt,
      at,
    }
  })
  if (!isPlaceRecorded && !isRefusal(progress))
    places.markWritten(attemptId, caller, progress.at, due)
  return progress
}
