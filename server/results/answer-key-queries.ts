import type { Selectable } from 'kysely'
import { emptyScoreSums, type ScoreSums } from '#core/grading/item-analysis.ts'
import type { AnswerValue } from '#core/questions/question.ts'
import { toAnswer } from '../attempts/answer-queries.ts'
import { toAttemptRecord } from '../attempts/attempt-record.ts'
import { isInBatch } from '../batches/member-queries.ts'
import type { Db } from '../database/database.ts'
import type { AttemptRow } from '../database/tables.ts'
import { namesakeIdentifier } from '../students/namesake-identifier.ts'

type FinishedAttempt = { readonly id: string; readonly revisionId: string; readonly score: number }

/** Finished attempts that count, of students who are still there. */
export async function listFinishedAttempts(
  db: Db,
  examId: string,
  batchId?: string,
): Promise<FinishedAttempt[]> {
  const rows = await selectFinished(db, examId)
    .$if(batchId !== undefined, (only) => only.where(isInBatch('students.id', batchId ?? '')))
    .select(['attempts.id', 'attempts.revision_id', 'attempts.score'])
    .execute()
  return rows.map((row) => ({ id: row.id, revisionId: row.revision_id, score: row.score ?? 0 }))
}

export type AnswerTally = {
  readonly questionId: string
  readonly value: AnswerValue
  readonly scores: ScoreSums
}

/** For each answer to each question: how many of these attempts gave it, and with what scores. */
export async function listAnswerTallies(
  db: Db,
  attemptIds: readonly string[],
): Promise<AnswerTally[]> {
  const rows = await db
    .selectFrom('answers')
    .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
    .where('answers.attempt_id', 'in', attemptIds)
    .groupBy(['answers.question_id', 'answers.answer'])
    // Fractions are added up in this order, and the last digit depends on it.
    .orderBy('answers.question_id')
    .orderBy('answers.answer')
    .select((eb) => [
      'answers.question_id',
      'answers.answer',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('attempts.score').as('sum'),
      eb.fn.sum<number>(eb('attempts.score', '*', eb.ref('attempts.score'))).as('squares'),
    ])
    .execute()
  return rows.map((row) => ({
    questionId: row.question_id,
    value: JSON.parse(row.answer),
    scores: row.count > 0 ? toTally(row) : emptyScoreSums,
  }))
}

/** PostgreSQL returns sums of integers as strings. */
function toTally({ count, sum, squares }: Record<keyof ScoreSums, unknown>): ScoreSums {
  return { count: Number(count), sum: Number(sum ?? 0), squares: Number(squares ?? 0) }
}

export type MarkedAttempt = Awaited<ReturnType<typeof listMarkedAttempts>>[number]

/**
 * Every graded attempt on these papers, including those of deleted students, who may be restored,
 * and void ones, which may count again.
 */
export async function listMarkedAttempts(
  db: Db,
  revisionIds: readonly string[],
  questionId: string,
) {
  if (revisionIds.length === 0) return []
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .leftJoin('answers', (join) =>
      join
        .onRef('answers.attempt_id', '=', 'attempts.id')
        .on('answers.question_id', '=', questionId),
    )
    .selectAll('attempts')
    .select([
      'students.name',
      'students.email',
      namesakeIdentifier,
      'students.deleted_at',
      'answers.answer',
      'answers.sequence',
    ])
    .where('attempts.revision_id', 'in', revisionIds)
    .where('attempts.finished_at', 'is not', null)
    .orderBy('students.name_key')
    .orderBy('attempts.id')
    .execute()
  return rows.map((row) => ({
    ...toAttemptRecord(row as Selectable<AttemptRow>),
    studentName: row.name,
    studentEmail: row.email,
    studentIdentifier: row.identifier,
    isUncounted: row.deleted_at !== null || row.voided_at !== null,
    answer:
      row.answer === null
        ? undefined
        : toAnswer({ answer: row.answer, sequence: row.sequence ?? 0 }),
  }))
}

function selectFinished(db: Db, examId: string) {
  return db
    .selectFrom('attempts')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .where('attempts.exam_id', '=', examId)
    .where('attempts.finished_at', 'is not', null)
    .where('attempts.voided_at', 'is', null)
    .where('students.deleted_at', 'is', null)
}
