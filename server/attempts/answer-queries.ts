import type { Answer } from '#core/attempts/attempt.ts'
import type { Db } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { AnswerRow } from '../database/tables.ts'
import type { AttemptRecord, AttemptWithAnswers } from './attempt-record.ts'

const answerRows = preparedQuery<{ attemptId: string }, AnswerRow>((db, param) =>
  db.selectFrom('answers').selectAll().where('attempt_id', '=', param('attemptId')),
)

const upsertAnswer = preparedQuery<AnswerRow, never>(
  (db, param) =>
    db
      .insertInto('answers')
      .values({
        attempt_id: param('attempt_id'),
        question_id: param('question_id'),
        answer: param('answer'),
        sequence: param('sequence'),
        answered_at: param('answered_at'),
      })
      .onConflict((clash) =>
        clash.columns(['attempt_id', 'question_id']).doUpdateSet((eb) => ({
          answer: eb.ref('excluded.answer'),
          sequence: eb.ref('excluded.sequence'),
          answered_at: eb.ref('excluded.answered_at'),
        })),
      ) as never,
)

type CurrentAnswer = {
  readonly answer: string | null
  readonly sequence: number | null
  readonly answered: number
}

/** Loads only one answer: loading all would double the time. */
const currentAnswer = preparedQuery<{ attemptId: string; questionId: string }, CurrentAnswer>(
  (db, param) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('answers')
          .select((of) => of.fn.countAll<number>().as('answered'))
          .where('attempt_id', '=', castToText(param('attemptId')))
          .as('all'),
      )
      .leftJoin('answers', (join) =>
        join
          .on('answers.attempt_id', '=', castToText(param('attemptId')))
          .on('answers.question_id', '=', castToText(param('questionId'))),
      )
      .select(['answered', 'answer', 'sequence']),
)

/** The answer to one question, and how many questions have one. */
export async function findAnswer(
  db: Db,
  attemptId: string,
  questionId: string,
): Promise<{ readonly previous: Answer | undefined; readonly answered: number }> {
  const [row] = await currentAnswer(db, { attemptId, questionId })
  const { answer = null, sequence = null, answered = 0 } = row ?? {}
  const previous = answer === null || sequence === null ? undefined : toAnswer({ answer, sequence })
  return { previous, answered }
}

export async function saveAnswer(
  tx: Db,
  attemptId: string,
  questionId: string,
  { value, sequence }: Answer,
  at: number,
) {
  await upsertAnswer(tx, {
    attempt_id: attemptId,
    question_id: questionId,
    answer: JSON.stringify(value),
    sequence,
    answered_at: at,
  })
}

export async function deleteAnswer(tx: Db, attemptId: string, questionId: string) {
  await tx
    .deleteFrom('answers')
    .where('attempt_id', '=', attemptId)
    .where('question_id', '=', questionId)
    .execute()
}

export async function listAnsweredQuestions(db: Db, attemptId: string): Promise<string[]> {
  const rows = await answerRows(db, { attemptId })
  return rows.map((row) => row.question_id)
}

export async function attachAnswers(db: Db, record: AttemptRecord): Promise<AttemptWithAnswers> {
  const rows = await answerRows(db, { attemptId: record.id })
  const answers: Record<string, Answer> = {}
  for (const row of rows) answers[row.question_id] = toAnswer(row)
  return { ...record, answers }
}

export function toAnswer(row: Pick<AnswerRow, 'answer' | 'sequence'>): Answer {
  return { value: JSON.parse(row.answer), sequence: row.sequence }
}
