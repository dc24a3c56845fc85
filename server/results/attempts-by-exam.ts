import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FiguresCounting } from '#contract/results.ts'
import { toScoreSums } from '#core/grading/counted-attempt.ts'
import { computeAverage, type ScoreSum } from '#core/grading/percentage.ts'
import { canSeeScores, type ScoreAccess } from '#core/grading/release.ts'
import { buildSearchKey } from '#core/text.ts'
import { listRepeatedExams } from '../attempts/counted-attempts.ts'
import { isInBatch } from '../batches/member-queries.ts'
import type { Db } from '../database/database.ts'
import {
  type CountedPage,
  containsWords,
  type PageRequest,
  slicePage,
  withRows,
} from '../database/pagination.ts'
import { getPaper } from '../exams/queries.ts'
import { isResultVisible } from './queries.ts'
import { toFiguresCounting } from './score-statistics.ts'

export type ExamAttemptSummary = {
  readonly examId: string
  readonly title: string
  readonly attempts: number
  /** In percent, over finished attempts. */
  readonly average: number | null
  readonly counting?: FiguresCounting
}

type SummaryQuery = PageRequest & {
  readonly search?: string | undefined
  readonly access: ScoreAccess
  readonly batch?: string | undefined
}

/** Fewer students than this are looked up one by one; of more, each test soon shows one. */
const lookupLimit = 500

/** Tests with attempts, the most recently started first. */
export async function listAttemptsByExam(
  db: Db,
  { search, access, batch, ...request }: SummaryQuery,
): Promise<CountedPage<ExamAttemptSummary>> {
  const key = buildSearchKey(search ?? '')
  const listed = isListed(key, access, batch)
  const exams = await (batch === undefined
    ? findExams(db, key, access)
    : findNewestInBatch(db, batch, listed))
  exams.sort((one, other) => other.newest - one.newest || (one.id < other.id ? -1 : 1))
  const page = slicePage(exams, request)
  return withRows(page, await summarize(db, page.rows, { listed, access }))
}

type ExamWithNewest = { readonly id: string; readonly title: string; readonly newest: number }

async function findExams(db: Db, key: string, access: ScoreAccess): Promise<ExamWithNewest[]> {
  if (!key) return findNewestByExam(db, { access })
  const students = await db
    .selectFrom('students')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) => containsWords(eb.ref('name_key'), key))
    .limit(lookupLimit)
    .execute()
  if (students.length === lookupLimit) return findNewestByExam(db, { key, access })
  const titled = await findNewestByExam(db, { key, of: 'titles', access })
  const known = new Set(titled.map(({ id }) => id))
  const rows =
    students.length === 0
      ? []
      : await findNewestOfStudents(
          db,
          students.map(({ id }) => id),
          access,
        )
  return [...titled, ...rows.filter(({ id }) => !known.has(id))]
}

/** Looks at each exam's newest attempts until one matches. */
async function findNewestByExam(
  db: Db,
  { key = '', of = 'all', access }: { key?: string; of?: 'titles' | 'all'; access: ScoreAccess },
): Promise<ExamWithNewest[]> {
  const rows = await db
    .selectFrom('exams')
    .select((eb) => [
      'exams.id',
      'exams.title',
      eb
        .selectFrom('attempts')
        .innerJoin('students', 'students.id', 'attempts.student_id')
        .select('attempts.started_at')
        .whereRef('attempts.exam_id', '=', 'exams.id')
        .where('students.deleted_at', 'is', null)
        .$if(access === 'released', (only) => only.where(isResultVisible))
        .$if(key !== '' && of === 'all', (only) =>
          only.where((one) =>
            one.or([
              containsWords(one.ref('exams.title_key'), key),
              containsWords(one.ref('students.name_key'), key),
            ]),
          ),
        )
        .orderBy('attempts.started_at', 'desc')
        .limit(1)
        .as('newest'),
    ])
    .where('exams.deleted_at', 'is', null)
    .$if(of === 'titles', (only) =>
      only.where((eb) => containsWords(eb.ref('exams.title_key'), key)),
    )
    .execute()
  return rows.flatMap(({ id, title, newest }) => (newest === null ? [] : [{ id, title, newest }]))
}

async function findNewestOfStudents(
  db: Db,
  studentIds: readonly string[],
  access: ScoreAccess,
): Promise<ExamWithNewest[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .where('attempts.student_id', 'in', studentIds)
    .$if(access === 'released', (only) => only.where(isResultVisible))
    .where('exams.deleted_at', 'is', null)
    .groupBy(['exams.id', 'exams.title'])
    .select((eb) => ['exams.id', 'exams.title', eb.fn.max('attempts.started_at').as('newest')])
    .execute()
  return rows
}

/** A batch has few students, so their attempts are read, and not those of each exam. */
async function findNewestInBatch(
  db: Db,
  batchId: string,
  listed: RawBuilder<SqlBool>,
): Promise<ExamWithNewest[]> {
  return db
    .selectFrom('batch_students')
    .innerJoin('students', 'students.id', 'batch_students.student_id')
    .innerJoin('attempts', 'attempts.student_id', 'students.id')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .where('batch_students.batch_id', '=', batchId)
    .where('exams.deleted_at', 'is', null)
    .where(listed)
    .groupBy(['exams.id', 'exams.title'])
    .select((eb) => ['exams.id', 'exams.title', eb.fn.max('attempts.started_at').as('newest')])
    .execute()
}

async function summarize(
  db: Db,
  page: readonly ExamWithNewest[],
  { listed, access }: { readonly listed: RawBuilder<SqlBool>; readonly access: ScoreAccess },
): Promise<ExamAttemptSummary[]> {
  if (page.length === 0) return []
  const examIds = page.map(({ id }) => id)
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .where('attempts.exam_id', 'in', examIds)
    .where('attempts.voided_at', 'is', null)
    .where(listed)
    .groupBy(['attempts.exam_id', 'attempts.revision_id'])
    .select((eb) => [
      'attempts.exam_id',
      'attempts.revision_id',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('attempts.score').as('marked'),
      eb.fn.sum<number>('attempts.score').as('sum'),
    ])
    .execute()
  const allRepeated = canSeeScores(access)
    ? await listRepeatedExams(db, { examIds, where: listed })
    : []
  return Promise.all(
    page.map(async ({ id, title }) => {
      const repeated = allRepeated.filter(({ examId }) => examId === id)
      const own = rows.filter((row) => row.exam_id === id)
      const scores: ScoreSum[] = []
      for (const { revision_id, sum, marked } of own) {
        const { questions } = await getPaper(db, revision_id)
        const [marks, finished] = [Number(sum ?? 0), Number(marked)]
        scores.push({ sum: marks, total: questions.length, attempts: finished })
      }
      for (const { attempts, rule } of repeated) {
        scores.push(...attempts.map(({ score, total }) => ({ sum: -score, total, attempts: -1 })))
        scores.push(...toScoreSums(attempts, rule))
      }
      const attempts = own.reduce((all, { count }) => all + Number(count), 0)
      const average = canSeeScores(access) ? computeAverage(scores) : null
      return { examId: id, title, attempts, average, ...toFiguresCounting(repeated) }
    }),
  )
}

/** About `attempts`, `exams` and `students`. */
function isListed(
  key: string,
  access: ScoreAccess,
  batchId: string | undefined,
): RawBuilder<SqlBool> {
  const title = containsWords(sql.ref<string>('exams.title_key'), key)
  const name = containsWords(sql.ref<string>('students.name_key'), key)
  return sql<SqlBool>`students.deleted_at is null
    ${access === 'released' ? sql`and ${isResultVisible}` : sql``}
    ${key === '' ? sql`` : sql`and (${title} or ${name})`}
    ${batchId === undefined ? sql`` : sql`and ${isInBatch('students.id', batchId)}`}`
}
