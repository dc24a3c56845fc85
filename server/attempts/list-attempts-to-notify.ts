import { type Db, toBatches } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import {
  hasLeft,
  selectNotifiedKind,
  selectNotifiedScore,
  selectResultMail,
} from '../platform/mailer/result-queries.ts'
import type { AttemptToNotify } from '../result-mails/queue-result-mails.ts'
import { loadCounting } from './counted-attempts.ts'
import { loadNextAttempts } from './next-attempts.ts'

const batchSize = 500

const withNotifiedResults = (attempts: ReturnType<typeof selectReleasedAttempts>) =>
  attempts
    .select((eb) => [
      eb.exists(selectResultMail(eb)).as('hasResultMail'),
      selectNotifiedScore(eb).as('notifiedScore'),
      selectNotifiedKind(eb).as('notifiedKind'),
    ])
    .orderBy('attempts.started_at', 'desc')

type ReleasedAttempt = Awaited<
  ReturnType<ReturnType<typeof withNotifiedResults>['execute']>
>[number]

/** Runs whenever an attempt ends, so for a whole class at once. */
const studentsReleasedAttempts = preparedQuery<
  { examId: string; studentId: string },
  ReleasedAttempt
>((db, param) =>
  withNotifiedResults(
    selectReleasedAttempts(db, param('examId')).where(
      'attempts.student_id',
      '=',
      castToText(param('studentId')),
    ),
  ),
)

/**
 * Lists the results that students have not been notified of: the first result of a student who has
 * had none, for the attempt that counts, and a corrected one where an attempt has another score
 * than its student was notified of, or counts again after they were notified that it is void.
 * Nothing for a student with a running attempt at the exam. Deleted students are among them: their
 * emails wait until a restore.
 */
export async function listAttemptsToNotify(
  db: Db,
  { examId, studentId }: { examId: string; studentId?: string },
  at: number,
): Promise<AttemptToNotify[]> {
  const rows =
    studentId === undefined
      ? await withNotifiedResults(selectReleasedAttempts(db, examId)).execute()
      : await studentsReleasedAttempts(db, { examId, studentId })
  const running = new Set(
    rows.filter(({ finishedAt }) => finishedAt === null).map((row) => row.studentId),
  )
  const counting = await loadCounting(
    db,
    rows.map((row) => ({ examId, studentId: row.studentId })),
  )
  const hasFirst = new Set<string>()
  type Unnotified = Omit<AttemptToNotify, 'next'>
  const unnotified = rows.flatMap(
    ({ finishedAt, hasResultMail, notifiedScore, notifiedKind, ...row }): Unnotified[] => {
      if (running.has(row.studentId)) return []
      const attempt = { ...row, counting: counting.get(row.id) }
      if (!hasResultMail) {
        if (hasFirst.has(attempt.studentId) || attempt.counting?.isCounted === false) return []
        hasFirst.add(attempt.studentId)
        return [{ ...attempt, kind: 'result' }]
      }
      // It counts again after its student has read that it does not.
      if (notifiedKind === 'voided-result') return [{ ...attempt, kind: 'corrected-result' }]
      if (notifiedScore === null || notifiedScore === attempt.score) return []
      return [{ ...attempt, kind: 'corrected-result', notifiedScore }]
    },
  )
  const studentIds = unnotified.map((attempt) => attempt.studentId)
  const next = await loadNextAttempts(db, { examId, studentIds }, at)
  return unnotified.map((attempt) => ({ ...attempt, next: next.get(attempt.studentId) }))
}

/**
 * The scores sent to the students of these attempts, by attempt; an email that waits tells
 * nobody.
 */
export async function listNotifiedScores(
  db: Db,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const scores = new Map<string, number>()
  for (const batch of toBatches(attemptIds, batchSize)) {
    const rows = await db
      .selectFrom('attempts')
      .select((eb) => ['attempts.id', selectNotifiedScore(eb).where(hasLeft).as('score')])
      .where('attempts.id', 'in', batch)
      .execute()
    for (const { id, score } of rows) if (score !== null) scores.set(id, score)
  }
  return scores
}

/** Without void ones; running ones as well, and those of deleted students or at a deleted exam. */
export function selectReleasedAttempts(db: Db, examId: string) {
  return db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .select([
      'attempts.id',
      'attempts.revision_id as revisionId',
      'attempts.student_id as studentId',
      'students.name as studentName',
      'students.email as studentEmail',
      'attempts.score',
      'attempts.seed',
      'attempts.finished_at as finishedAt',
      'exams.results_released_at as resultsReleasedAt',
    ])
    .select((eb) =>
      eb
        .or([eb('students.deleted_at', 'is not', null), eb('exams.deleted_at', 'is not', null)])
        .as('isSuppressed'),
    )
    .where('attempts.exam_id', '=', examId)
    .where('exams.results_released_at', 'is not', null)
    .where('attempts.voided_at', 'is', null)
}
