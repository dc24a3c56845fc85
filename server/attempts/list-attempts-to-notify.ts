import type { Db } from '../database/database.ts'
import { selectResultMail } from '../platform/mailer/result-queries.ts'
import type { AttemptToNotify } from '../result-mails/queue-result-mails.ts'

/**
 * Newest finished attempts whose students have not been sent their result, one for each student
 * without a running attempt at the exam.
 */
export async function listAttemptsToNotify(
  db: Db,
  examId: string,
  studentId?: string,
): Promise<AttemptToNotify[]> {
  const attempts = await db
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
      'attempts.finished_at as finishedAt',
      'exams.results_released_at as resultsReleasedAt',
    ])
    .where('attempts.exam_id', '=', examId)
    .where('exams.deleted_at', 'is', null)
    .where('exams.results_released_at', 'is not', null)
    .where('students.deleted_at', 'is', null)
    .$if(studentId !== undefined, (only) => only.where('attempts.student_id', '=', studentId ?? ''))
    .where((eb) => eb.not(eb.exists(selectResultMail(eb))))
    .orderBy('attempts.started_at', 'desc')
    .execute()
  const newest = new Map<string, AttemptToNotify>()
  const running = new Set<string>()
  for (const { finishedAt, ...attempt } of attempts) {
    if (finishedAt === null) running.add(attempt.studentId)
    else if (!newest.has(attempt.studentId)) newest.set(attempt.studentId, attempt)
  }
  return [...newest.values()].filter((attempt) => !running.has(attempt.studentId))
}
