import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { resolveAccess } from '#core/exam-windows/window.ts'
import { canStudentSeeResult } from '#core/grading/release.ts'
import { getPollAfterSeconds } from '#core/students/news-interval.ts'
import { countLoggedInStudents } from '../accounts/sessions/queries.ts'
import type { Db } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { AttemptRow, ExamRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { listWindowsByExam } from '../exam-windows/student-windows.ts'

type Own = { readonly studentId: string }

const examColumns = [
  'id',
  'revision_id',
  'title',
  'integrity_mode',
  'attempts_allowed',
  'results_released_at',
] as const

type ReleasedExam = Pick<Selectable<ExamRow>, (typeof examColumns)[number]> & {
  readonly granted: number
  readonly extra: number | null
}

const releasedExams = preparedQuery<Own, ReleasedExam>((db, param) =>
  db
    .selectFrom('exams')
    .select(examColumns)
    .select((eb) => [
      eb
        .selectFrom('grants')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('grants.exam_id', '=', 'exams.id')
        .where('grants.student_id', '=', castToText(param('studentId')))
        .as('granted'),
      eb
        .selectFrom('students')
        .select('extra_time_percent')
        .where('students.id', '=', castToText(param('studentId')))
        .as('extra'),
    ])
    .where('released_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$castTo<ReleasedExam>(),
)

const attemptColumns = [
  'attempts.id',
  'attempts.exam_id',
  'attempts.ends_at',
  'attempts.clock_starts_at',
  'attempts.paused_at',
  'attempts.finished_at',
  'attempts.score',
  'attempts.voided_at',
] as const

type OwnAttempt = Pick<
  Selectable<AttemptRow>,
  | 'id'
  | 'exam_id'
  | 'ends_at'
  | 'clock_starts_at'
  | 'paused_at'
  | 'finished_at'
  | 'score'
  | 'voided_at'
> &
  Pick<Selectable<ExamRow>, 'results_released_at'> & { readonly decided_at: number | null }

const ownAttempts = preparedQuery<Own, OwnAttempt>((db, param) =>
  db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(attemptColumns)
    .select('exams.results_released_at')
    .select((eb) =>
      eb
        .selectFrom('incident_decisions')
        .select((of) => of.fn.max('decided_at').as('decided_at'))
        .whereRef('attempt_id', '=', 'attempts.id')
        .as('decided_at'),
    )
    .where('attempts.student_id', '=', castToText(param('studentId')))
    .where('exams.deleted_at', 'is', null)
    .orderBy('attempts.id'),
)

/**
 * Changes with what the panel and the list of results show this student. It is a hash that anybody
 * could compute, so a score goes into it only once its student may see it.
 */
export async function getNewsVersion(db: Db, studentId: string, at: number): Promise<string> {
  const released = await releasedExams(db, { studentId })
  const attempts = await ownAttempts(db, { studentId })
  const windowsByExam = await listWindowsByExam(db, studentId)
  const taken = new Set(attempts.map((row) => row.exam_id))
  const exams = released.flatMap((exam) => {
    const windows = windowsByExam.get(exam.id)
    const access = windows && resolveAccess(windows, at)
    if (windows && !access && !taken.has(exam.id)) return []
    return [access ? { ...exam, access } : exam]
  })
  const running = new Set(
    attempts.filter((row) => row.finished_at === null).map((row) => row.exam_id),
  )
  const shown = attempts.map((row) => {
    const isVisible = canStudentSeeResult({
      resultsReleasedAt: row.results_released_at,
      isOver: row.finished_at !== null && row.voided_at === null,
      hasRunningAttempt: running.has(row.exam_id),
    })
    return { ...row, score: isVisible ? row.score : null }
  })
  return hash('sha256', JSON.stringify([exams, shown]), 'base64url').slice(0, 22)
}

const countedForMs = 30_000

/** How soon a panel asks again; the students are counted twice a minute. */
export function createPollInterval({ db, now }: Deps): () => Promise<number> {
  let countedAt = Number.NEGATIVE_INFINITY
  let pollAfterSeconds = getPollAfterSeconds(0)
  return async () => {
    const at = now()
    if (at - countedAt >= countedForMs) {
      countedAt = at
      pollAfterSeconds = getPollAfterSeconds(await countLoggedInStudents(db.read, at))
    }
    return pollAfterSeconds
  }
}
