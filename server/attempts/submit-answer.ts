import { answerQuestion, type Choice, findChosenOption } from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { AttemptPlaceRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { paperOf } from '../exams/store.ts'
import { attemptToAnswer } from './attempt-to-answer.ts'
import { resolveSequence } from './parse-answer.ts'
import type { Caller, PlaceLog } from './place-log.ts'
import { savePlaces } from './place-queries.ts'
import { saveAnswer } from './store.ts'

type Given = {
  readonly studentId: string
  readonly examId: string
  readonly attemptId: string
  readonly questionId: string
  readonly choice: Choice
  readonly sequence: number | undefined
  readonly caller: Caller
}
type Progress = {
  readonly answered: number
  readonly total: number
  readonly endsAt: number
  readonly at: number
}

export async function submitAnswer(
  { db, now }: Deps,
  places: PlaceLog,
  given: Given,
): Promise<
  Progress | Refusal<'attempt-not-found' | 'attempt-over' | 'unknown-question' | 'unknown-option'>
> {
  const { studentId, examId, attemptId, questionId, caller } = given
  const isSeen = places.touch(attemptId, caller, now())
  let due: readonly AttemptPlaceRow[] = []
  const taken = await db.write(async (tx) => {
    const attempt = await attemptToAnswer(tx, db.engine, { studentId, attemptId, questionId })
    if (attempt?.examId !== examId) return refuse('attempt-not-found')
    const paper = await paperOf(tx, attempt.revisionId)

    const at = now()
    const option = findChosenOption(attempt, paper, questionId, given.choice)
    if (isRefusal(option)) return option
    const chosen = { option, sequence: resolveSequence(attempt, questionId, given.sequence, at) }
    const answered = answerQuestion(attempt, paper, questionId, chosen, at)
    if (isRefusal(answered)) return answered

    if (answered.answers[questionId] === chosen) {
      await saveAnswer(tx, attemptId, questionId, chosen, at)
    }
    if (!isSeen) {
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
  if (!isSeen && !isRefusal(taken)) places.markWritten(attemptId, caller, taken.at, due)
  return taken
}
