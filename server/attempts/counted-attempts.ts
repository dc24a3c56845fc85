import type { Expression, SqlBool } from 'kysely'
import {
  type Counting,
  type CountingRule,
  describeCounting,
  type EndedAttempt,
} from '#core/grading/counted-attempt.ts'
import type { Db } from '../database/database.ts'
import { getPapers } from '../exams/queries.ts'

/** A student with several attempts at one exam that have ended and are not void. */
export type RepeatedExam = {
  readonly examId: string
  readonly studentId: string
  readonly rule: CountingRule
  readonly attempts: readonly (EndedAttempt & { readonly revisionId: string })[]
}

type RepeatedScope = {
  readonly examIds: readonly string[]
  readonly studentIds?: readonly string[]
  /** About `attempts`, `exams` and `students`. */
  readonly where?: Expression<SqlBool> | undefined
}

/** Few students have several, so the others are not even read. */
export async function listRepeatedExams(
  db: Db,
  { examIds, studentIds, where }: RepeatedScope,
): Promise<RepeatedExam[]> {
  if (examIds.length === 0 || studentIds?.length === 0) return []
  const rows = await db
    .selectFrom('attempts')
    .innerJoin(
      (of) =>
        of
          .selectFrom('attempts')
          .select(['exam_id', 'student_id'])
          .where('exam_id', 'in', examIds)
          .where('finished_at', 'is not', null)
          .where('voided_at', 'is', null)
          .$if(studentIds !== undefined, (only) => only.where('student_id', 'in', studentIds ?? []))
          .groupBy(['exam_id', 'student_id'])
          .having((eb) => eb(eb.fn.countAll(), '>', 1))
          .as('several'),
      (join) =>
        join
          .onRef('several.exam_id', '=', 'attempts.exam_id')
          .onRef('several.student_id', '=', 'attempts.student_id'),
    )
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .select([
      'attempts.id',
      'attempts.exam_id as examId',
      'attempts.student_id as studentId',
      'attempts.revision_id as revisionId',
      'attempts.started_at as startedAt',
      'attempts.score',
      'exams.counted_attempt as rule',
    ])
    .where('attempts.finished_at', 'is not', null)
    .where('attempts.voided_at', 'is', null)
    .$if(where !== undefined, (only) => only.where(where as Expression<SqlBool>))
    .orderBy('attempts.started_at')
    .orderBy('attempts.id')
    .execute()
  const papers = await getPapers(
    db,
    rows.map(({ revisionId }) => revisionId),
  )
  const byStudent = Map.groupBy(rows, ({ examId, studentId }) => `${examId} ${studentId}`)
  return [...byStudent.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { examId, studentId, rule } = first
    const attempts = own.map(({ id, revisionId, startedAt, score }) => ({
      id,
      revisionId,
      startedAt,
      score: score ?? 0,
      total: papers.get(revisionId)?.questions.length ?? 0,
    }))
    return [{ examId, studentId, rule, attempts }]
  })
}

/** Fewer students than this are named; of more, the whole exam is read. */
const maxNamedStudents = 500

/** By attempt: how it counts; those of students with a single one are missing. */
export async function loadCounting(
  db: Db,
  attempts: readonly { readonly examId: string; readonly studentId: string }[],
): Promise<ReadonlyMap<string, Counting>> {
  const examIds = [...new Set(attempts.map(({ examId }) => examId))]
  const studentIds = [...new Set(attempts.map(({ studentId }) => studentId))]
  const isFew = studentIds.length <= maxNamedStudents
  const repeated = await listRepeatedExams(db, { examIds, ...(isFew && { studentIds }) })
  return new Map(repeated.flatMap(({ attempts: own, rule }) => [...describeCounting(own, rule)]))
}
