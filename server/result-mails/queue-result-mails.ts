import { toPercentage } from '#core/grading/grade.ts'
import { getResultMailsDueAt } from '#core/grading/release.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import type { Email } from '../platform/mailer/email.ts'
import { listAttemptsToNotify } from './queries.ts'

/**
 * One mail for each student of a released exam who has finished, has no running attempt at it and
 * has not been written to. @returns how many were queued
 */
export async function queueResultMails(
  tx: Db,
  { mail }: Deps,
  { examId, studentId }: { examId: string; studentId?: string },
  at: number,
): Promise<number> {
  const emails: Email[] = []
  let notBefore = at
  for (const attempt of await listAttemptsToNotify(tx, examId, studentId)) {
    const paper = await getPaper(tx, attempt.revisionId)
    const score = attempt.score ?? 0
    notBefore = Math.max(notBefore, getResultMailsDueAt(attempt.resultsReleasedAt ?? at))
    const total = paper.questions.length
    emails.push({
      kind: 'result',
      to: { name: attempt.studentName, address: attempt.studentEmail },
      accountId: attempt.studentId,
      examId,
      attemptId: attempt.id,
      title: paper.title,
      score,
      total,
      percentage: toPercentage(score, total),
    })
  }
  await mail.queue(tx, emails, at, notBefore)
  return emails.length
}
