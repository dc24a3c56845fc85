import { computeAverage, toPercentage } from '#core/grading/percentage.ts'
import type { ScoreAccess } from '#core/grading/release.ts'
import type { Db } from '../database/database.ts'
import { getPapers } from '../exams/queries.ts'
import { isResultVisible } from './queries.ts'

type ScoreStatistics = {
  readonly attempts: number
  readonly running: number
  /** In percent, over finished attempts. */
  readonly average: number | null
  readonly percentages: { readonly percentage: number; readonly count: number }[]
}

/** How often each score was reached, so thousands of attempts take a few numbers. */
export async function getScoreStatistics(
  db: Db,
  examId: string,
  access: ScoreAccess,
): Promise<ScoreStatistics> {
  const rows = await db
    .selectFrom('attempts')
    .where('exam_id', '=', examId)
    .where('voided_at', 'is', null)
    .$if(access !== 'all', (only) => only.where(isResultVisible))
    .where('student_id', 'not in', (of) =>
      of.selectFrom('students').select('id').where('deleted_at', 'is not', null),
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
  const scores = rows.flatMap(({ revision_id: id, score, finished: count }) => {
    if (score === null || count === 0) return []
    return [{ score, total: papers.get(id)?.questions.length ?? 0, count }]
  })
  return {
    attempts,
    running: attempts - finished,
    average: computeAverage(
      scores.map(({ score, total, count }) => ({ sum: score * count, total, attempts: count })),
    ),
    percentages: scores.map(({ score, total, count }) => ({
      percentage: toPercentage(score, total),
      count,
    })),
  }
}
