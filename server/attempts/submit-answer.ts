import type { Selectable } from 'kysely'
import { type Answer, answerQuestion } from '#core/attempts/attempt.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { parseAnswer } from '#core/attempts/presented-paper.ts'
import { isFree, type Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { AnswerRow, AttemptPlaceRow, AttemptRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import { saveAnswer, toAnswer } from './answer-queries.ts'
import { type AttemptWithAnswers, toAttemptRecord } from './attempt-record.ts'
import { resolveSequence, type SubmittedAnswer } from './parse-answer.ts'
import type { Caller, PlaceLog } from './place-log.ts'
import { savePlaces } from './place-queries.ts'
import { lockAttempt, type OwnAttemptKey } from './queries.ts'
import { takeChanges } from './question-progress.ts'

export type SubmitAnswerInput = SubmittedAnswer & {
  readonly studentId: string
  readonly examId: string
  readonly attemptId: string
  readonly caller: Caller
}
export type AnswerProgress = {
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
  const { studentId, examId, attemptId, questionId, caller } = input
  const isPlaceRecorded = places.touch(attemptId, caller, now())
  let due: readonly AttemptPlaceRow[] = []
  const progress = await db.write(async (tx) => {
    const attempt = await findAttemptToAnswer(tx, db.engine, { studentId, attemptId, questionId })
    if (attempt?.examId !== examId) return refuse('attempt-not-found')
    const paper = await getPaper(tx, attempt.revisionId)

    const at = now()
    const added = isFree(paper)
      ? await takeChange(tx, attempt, paper, input, at)
      : await takeAnswer(tx, attempt, paper, input, at)
    if (isRefusal(added)) return added
    if (!isPlaceRecorded) {
      due = places.listDue(attemptId, caller, at)
      await savePlaces(tx, due)
    }
    return {
      answered: attempt.answered + added,
      total: paper.questions.length,
      endsAt: getDeadlineFrom(attempt, at),
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
  attempt: AttemptWithAnswers,
  paper: Paper,
  input: SubmitAnswerInput,
  at: number,
) {
  const answer = decideAnswer(attempt, paper, input, at)
  if (isRefusal(answer)) return answer

  const previous = attempt.answers[input.questionId]
  if (answer !== previous) await saveAnswer(tx, attempt.id, input.questionId, answer, at)
  return previous ? 0 : 1
}

/** @returns how many more answers there are: -1 if this one was cleared */
async function takeChange(
  tx: Db,
  attempt: AttemptWithAnswers,
  paper: Paper,
  input: SubmitAnswerInput,
  at: number,
) {
  const changed = await takeChanges(tx, attempt, paper, [input], at)
  if (isRefusal(changed)) return changed
  return Object.keys(changed.answers).length - Object.keys(attempt.answers).length
}

/** The answer that stands from now on: this one, or the one before. */
export function decideAnswer(
  attempt: AttemptWithAnswers,
  paper: Paper,
  { questionId, sent, sequence }: SubmittedAnswer,
  at: number,
): Answer | Refusal<'attempt-over' | 'attempt-paused' | 'unknown-question' | 'unknown-option'> {
  const value = parseAnswer(attempt, paper, questionId, sent)
  if (isRefusal(value)) return value
  const answer = { value, sequence: resolveSequence(attempt, questionId, sequence, at) }
  const answered = answerQuestion(attempt, paper, questionId, answer, at)
  return isRefusal(answered) ? answered : (answered.answers[questionId] ?? answer)
}

type AttemptToAnswer = Selectable<AttemptRow> &
  Pick<AnswerRow, 'sequence'> & { answer: string | null; answered: number }

/** Loads only the answer that is about to change: loading all would double the time. */
const attemptToAnswerQuery = preparedQuery<OwnAttemptKey & { questionId: string }, AttemptToAnswer>(
  (db, param) =>
    db
      .selectFrom('attempts')
      .innerJoin('exams', 'exams.id', 'attempts.exam_id')
      .leftJoin('answers', (join) =>
        join
          .onRef('answers.attempt_id', '=', 'attempts.id')
          .on('answers.question_id', '=', castToText(param('questionId'))),
      )
      .selectAll('attempts')
      .select((eb) => [
        'answers.answer',
        'answers.sequence',
        eb
          .selectFrom('answers as all')
          .select((of) => of.fn.countAll<number>().as('count'))
          .whereRef('all.attempt_id', '=', 'attempts.id')
          .as('answered'),
      ])
      .where('attempts.id', '=', castToText(param('attemptId')))
      .where('attempts.student_id', '=', castToText(param('studentId')))
      .where('exams.deleted_at', 'is', null) as never,
)

/** Includes the answer that is about to change, and the number of answers. */
async function findAttemptToAnswer(
  tx: Db,
  engine: 'sqlite' | 'postgres',
  key: OwnAttemptKey & { readonly questionId: string },
): Promise<(AttemptWithAnswers & { readonly answered: number }) | undefined> {
  if (engine === 'postgres') await lockAttempt(tx, key)
  const [row] = await attemptToAnswerQuery(tx, key)
  if (!row) return undefined
  const { answer, sequence, answered } = row
  const answers = answer === null ? {} : { [key.questionId]: toAnswer({ answer, sequence }) }
  return { ...toAttemptRecord(row), answers, answered }
}
