import { answerQuestion, type Choice, findChosenOption } from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { AttemptPlaceRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import { findAttemptToAnswer } from './find-attempt-to-answer.ts'
import { resolveSequence } from './parse-answer.ts'
import type { Caller, PlaceLog } from './place-log.ts'
import { savePlaces } from './place-queries.ts'
import { saveAnswer } from './queries.ts'

type SubmitAnswerInput = {
  readonly studentId: string
  readonly examId: string
  readonly attemptId: string
  readonly questionId: string
  readonly choice: Choice
  readonly sequence: number | undefined
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
    const option = findChosenOption(attempt, paper, questionId, input.choice)
    if (isRefusal(option)) return option
    const chosen = { option, sequence: resolveSequence(attempt, questionId, input.sequence, at) }
    const answered = answerQuestion(attempt, paper, questionId, chosen, at)
    if (isRefusal(answered)) return answered

    if (answered.answers[questionId] === chosen) {
      await saveAnswer(tx, attemptId, questionId, chosen, at)
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
