import { type SqlBool, sql } from 'kysely'
import type { FiguresCounting } from '#contract/results.ts'
import { findCounted, toScoreSums } from '#core/grading/counted-attempt.ts'
import { computeAverage, toPercentage } from '#core/grading/percentage.ts'
import type { ScoreAccess } from '#core/grading/release.ts'
import { listRepeatedExams, type RepeatedExam } from '../attempts/counted-attempts.ts'
import { isInBatch } from '../batches/member-queries.ts'
import type { Db } from '../database/database.ts'
import { getPapers } from '../exams/queries.ts'
import { isResultVisible } from './queries.ts'

type ScoreStatistics = {
  readonly attempts: number
  readonly running: number
  /** In percent, over finished attempts. */
  readonly average: number | null
  readonly percentages: { readonly percentage: number; readonly count: number }[]
  readonly counting?: FiguresCounting
}

/** How often each score was reached, so thousands of attempts take a few numbers. */
export async function getScoreStatistics(
  db: Db,
  examId: string,
  { access, batchId }: { access: ScoreAccess; batchId?: string | undefined },
): Promise<ScoreStatistics> {
  const rows = await db
    .selectFrom('attempts')
    .where('exam_id', '=', examId)
    .where('voided_at', 'is', null)
    .$if(access !== 'all', (only) => only.where(isResultVisible))
    .where('student_id', 'not in', (of) =>
      of.selectFrom('students').select('id').where('deleted_at', 'is not', null),
    )
    .$if(batchId !== undefined, (only) =>
      only.where(isInBatch('attempts.student_id', batchId ?? '')),
    )
    .groupBy(['revision_id', 'score'])
    .orderBy('revision_id')
    .orderBy('score')
    .select((eb) => [
      'revision_id',
      'score',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('finished_at').as('finished'),
    ])
    .execute()
  const papers = await getPapers(
    db,
    rows.map((row) => row.revision_id),
  )
  const attempts = rows.reduce((sum, { count }) => sum + count, 0)
  const finished = rows.reduce((sum, row) => sum + row.finished, 0)
  const repeated = await listRepeatedExams(db, {
    examIds: [examId],
    where: sql<SqlBool>`students.deleted_at is null
      ${access === 'all' ? sql`` : sql`and ${isResultVisible}`}
      ${batchId === undefined ? sql`` : sql`and ${isInBatch('students.id', batchId)}`}`,
  })
  const uncounted = repeated.flatMap(listUncounted)
  const scores = rows.flatMap(({ revision_id: id, score, finished }) => {
    const isOfGroup = (one: (typeof uncounted)[number]) =>
      one.revisionId === id && one.score === score
    const count = finished - uncounted.filter(isOfGroup).length
    if (score === null || count === 0) return []
    return [{ score, total: papers.get(id)?.questions.length ?? 0, count }]
  })
  const averaged = repeated
    .filter(({ rule }) => rule === 'average')
    .map((one) => toScoreSums(one.attempts, one.rule))
  return {
    attempts,
    running: attempts - finished,
    average: computeAverage([
      ...scores.map(({ score, total, count }) => ({ sum: score * count, total, attempts: count })),
      ...averaged.flat(),
    ]),
    percentages: [
      ...scores.map(({ score, total, count }) => ({
        percentage: toPercentage(score, total),
        count,
      })),
      ...averaged.map((own) => ({ percentage: computeAverage(own) ?? 0, count: 1 })),
    ],
    ...toFiguresCounting(repeated),
  }
}

/** Lists the attempts that statistics leave out: an average of several is none of them. */
export function listUncounted({ attempts, rule }: RepeatedExam): RepeatedExam['attempts'] {
  const counted = findCounted(attempts, rule)
  return attempts.filter((attempt) => attempt !== counted)
}

export function toFiguresCounting(repeated: readonly RepeatedExam[]): {
  readonly counting?: FiguresCounting
} {
  const [first] = repeated
  return first ? { counting: { rule: first.rule, students: repeated.length } } : {}
}
