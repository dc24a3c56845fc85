import type { SqlBool } from 'kysely'
import type { NextAttempt } from '#core/attempts/next-attempt.ts'
import { getQuestionOrder } from '#core/attempts/presented-paper.ts'
import type { Paper } from '#core/exams/exam.ts'
import type { Counting } from '#core/grading/counted-attempt.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import { getResultMailsDueAt } from '#core/grading/release.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getKeyCorrections } from '../exams/grading-queries.ts'
import { getPaper } from '../exams/queries.ts'
import type { Email } from '../platform/mailer/email.ts'

export type AttemptToNotify = {
  readonly kind: 'result' | 'corrected-result' | 'repeated-result'
  readonly id: string
  readonly revisionId: string
  readonly studentId: string
  readonly studentName: string
  readonly studentEmail: string
  readonly score: number | null
  readonly seed: number
  /** The score that a corrected result replaces. */
  readonly notifiedScore?: number | undefined
  readonly resultsReleasedAt: number | null
  /** Set where the student has several attempts at the exam. */
  readonly counting: Counting | undefined
  /** Undefined where the student has no attempt left. */
  readonly next: NextAttempt | undefined
  /** The student or the exam is deleted: the email waits until a restore. */
  readonly isSuppressed: SqlBool
}

/** One email for each of these attempts at a released exam. @returns how many of them can leave */
export async function queueResultMails(
  tx: Db,
  { mail }: Deps,
  { examId, attempts }: { examId: string; attempts: readonly AttemptToNotify[] },
  at: number,
): Promise<number> {
  const emails: Email[] = []
  let notBefore = at
  for (const attempt of attempts) {
    const paper = await getPaper(tx, attempt.revisionId)
    const score = attempt.score ?? 0
    notBefore = Math.max(notBefore, getResultMailsDueAt(attempt.resultsReleasedAt ?? at, at))
    const total = paper.questions.length
    emails.push({
      kind: attempt.kind,
      to: { name: attempt.studentName, address: attempt.studentEmail },
      accountId: attempt.studentId,
      examId,
      attemptId: attempt.id,
      title: paper.title,
      score,
      total,
      percentage: toPercentage(score, total),
      ...(attempt.notifiedScore !== undefined && {
        before: attempt.notifiedScore,
        corrected: await listCorrected(tx, attempt, paper),
      }),
      ...(attempt.counting && { counting: attempt.counting }),
      ...(attempt.next && { next: attempt.next }),
    })
  }
  await mail.queue(tx, emails, at, notBefore)
  return attempts.filter(({ isSuppressed }) => !isSuppressed).length
}

/** Numbers of questions as this attempt showed them. */
async function listCorrected(
  tx: Db,
  attempt: Pick<AttemptToNotify, 'revisionId' | 'seed'>,
  paper: Paper,
): Promise<readonly number[]> {
  const corrections = await getKeyCorrections(tx, attempt.revisionId)
  return getQuestionOrder(attempt, paper).flatMap((index, place) => {
    const id = paper.questions[index]?.id
    return id !== undefined && corrections[id] ? [place + 1] : []
  })
}
