import { toPercentage } from '#core/grading/grade.ts'
import { getResultMailsDueAt } from '#core/grading/release.ts'
import type { Db, Deps, Letter } from './deps.ts'
import { paperOf } from './exams/store.ts'
import { sittingsToTell } from './results/store.ts'

/**
 * One mail for each student of a released exam who has finished, runs no other attempt at it and
 * was not told yet. @returns how many were queued
 */
export async function queueResultMails(
  tx: Db,
  { mail }: Deps,
  { examId, studentId }: { examId: string; studentId?: string },
  at: number,
): Promise<number> {
  const letters: Letter[] = []
  let notBefore = at
  for (const sitting of await sittingsToTell(tx, examId, studentId)) {
    const paper = await paperOf(tx, sitting.revisionId)
    const score = sitting.score ?? 0
    notBefore = Math.max(notBefore, getResultMailsDueAt(sitting.resultsReleasedAt ?? at))
    const total = paper.questions.length
    letters.push({
      kind: 'result',
      to: { name: sitting.studentName, address: sitting.studentEmail },
      accountId: sitting.studentId,
      examId,
      attemptId: sitting.id,
      title: paper.title,
      score,
      total,
      percentage: toPercentage(score, total),
    })
  }
  await mail.queue(tx, letters, at, notBefore)
  return letters.length
}
