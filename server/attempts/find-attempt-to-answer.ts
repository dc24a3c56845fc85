import type { Db } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { AnswerRow, AttemptRow } from '../database/tables.ts'
import { type AttemptWithAnswers, toAttemptRecord } from './attempt-record.ts'
import { lockAttempt, type OwnAttemptKey, toAnswer } from './queries.ts'

type AttemptToAnswer = AttemptRow &
  Pick<AnswerRow, 'sequence'> & { answer: string | null; answered: number }

/** With the one answer that is about to change: reading all of them would take as long again. */
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

/** With the one answer that is about to change, and how many there are. */
export async function findAttemptToAnswer(
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
