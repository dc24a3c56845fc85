import { type Answer, replaceAnswer } from '#core/attempts/attempt.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { parseAnswer } from '#core/attempts/presented-paper.ts'
import { isFree, type Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { AttemptPlaceRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import type { Caller, PlaceLog } from '../presence/place-log.ts'
import { savePlaces } from '../presence/place-queries.ts'
import { findAnswer, saveAnswer } from './answer-queries.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { resolveSequence, type SubmittedAnswer } from './parse-answer.ts'
import { findRecordForUpdate } from './queries.ts'
import { takeChanges } from './question-progress.ts'

export type SubmitAnswerInput = SubmittedAnswer & {
  readonly studentId: string
  readonly examId: string
  readonly attemptId: string
  readonly caller: Caller
}
export type AnswerProgress = Pick<AttemptRecord, 'clockStartsAt'> & {
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
  | Refusal<
      | 'attempt-not-found'
      | 'attempt-over'
      | 'attempt-paused'
      | 'unknown-question'
      | 'unknown-option'
    >
> {
  const { examId, attemptId, questionId, caller } = input
  const isPlaceRecorded = places.touch(attemptId, caller, now())
  let due: readonly AttemptPlaceRow[] = []
  const progress = await db.write(async (tx) => {
    const attempt = await findRecordForUpdate(tx, db.engine, input)
    if (attempt?.examId !== examId) return refuse('attempt-not-found')
    const paper = await getPaper(tx, attempt.revisionId)
    const { previous, answered } = await findAnswer(tx, attemptId, questionId)

    const at = now()
    const added = isFree(paper)
      ? await takeChange(tx, attempt, paper, input, previous, at)
      : await takeAnswer(tx, attempt, paper, input, previous, at)
    if (isRefusal(added)) return added
    if (!isPlaceRecorded) {
      due = places.listDue(attemptId, caller, at)
      await savePlaces(tx, due)
    }
    return {
      answered: answered + added,
      total: paper.questions.length,
      endsAt: getDeadlineFrom(attempt, at),
      clockStartsAt: attempt.clockStartsAt,
      at,
    }
  })
  if (!isPlaceRecorded && !isRefusal(progress))
    places.markWritten(attemptId, caller, progress.at, due)
  return progress
}

/** @returns how many more answers there are */
async function takeAnswer(
  tx: Db,
  attempt: AttemptRecord,
  paper: Paper,
  input: SubmitAnswerInput,
  previous: Answer | undefined,
  at: number,
) {
  const answer = decideAnswer(attempt, paper, input, previous, at)
  if (isRefusal(answer)) return answer

  if (answer !== previous) await saveAnswer(tx, attempt.id, input.questionId, answer, at)
  return previous ? 0 : 1
}

/** @returns how many more answers there are: -1 if this one was cleared */
async function takeChange(
  tx: Db,
  attempt: AttemptRecord,
  paper: Paper,
  input: SubmitAnswerInput,
  previous: Answer | undefined,
  at: number,
) {
  const answers = previous ? { [input.questionId]: previous } : {}
  const changed = await takeChanges(tx, { ...attempt, answers }, paper, [input], at)
  if (isRefusal(changed)) return changed
  return Object.keys(changed.answers).length - Object.keys(answers).length
}

/** The answer that stands from now on: this one, or the one before. */
export function decideAnswer(
  attempt: AttemptRecord,
  paper: Paper,
  { questionId, sent, sequence }: SubmittedAnswer,
  previous: Answer | undefined,
  at: number,
): Answer | Refusal<'attempt-over' | 'attempt-paused' | 'unknown-question' | 'unknown-option'> {
  const value = parseAnswer(attempt, paper, questionId, sent)
  if (isRefusal(value)) return value
  const answer = { value, sequence: resolveSequence(sequence, previous, at) }
  return replaceAnswer(attempt, paper, { questionId, answer, previous }, at)
}
