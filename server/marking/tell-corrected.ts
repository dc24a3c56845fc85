import { toPercentage } from '#core/grading/grade.ts'
import type { Db, Deps, Email } from '../deps.ts'
import type { Exam } from '../exams/store.ts'
import { queueResultMails } from '../result-mails/queue-result-mails.ts'
import type { Change } from './correct-answer.ts'
import { runningStudents, toldStudents } from './store.ts'

/** By student, their newest changed attempt; deleted students are told nothing. */
function newestChanges(changes: readonly Change[]): Map<string, Change> {
  const newest = new Map<string, Change>()
  for (const change of changes) {
    const { studentId, startedAt, isDeleted } = change.sitting
    const known = newest.get(studentId)
    if (isDeleted || (known && known.sitting.startedAt > startedAt)) continue
    newest.set(studentId, change)
  }
  return newest
}

/** How many of them know a result that is no longer theirs. */
export async function countTold(db: Db, exam: Exam, changes: readonly Change[]): Promise<number> {
  if (exam.resultsReleasedAt === null) return 0
  return (await toldStudents(db, exam.id, [...newestChanges(changes).keys()])).length
}

/**
 * A letter that waits with the old score is always written anew; who has read the old score gets
 * another letter if that is wished.
 */
export async function tellCorrected(
  tx: Db,
  deps: Deps,
  { exam, changes, mail }: { exam: Exam; changes: readonly Change[]; mail: boolean },
  at: number,
): Promise<number> {
  if (exam.resultsReleasedAt === null) return 0
  const newest = newestChanges(changes)
  const studentIds = [...newest.keys()]
  const dropped = await deps.mail.dropUnsentResults(tx, { examId: exam.id, studentIds }, at)
  const first = await queueResultMails(tx, deps, { examId: exam.id }, at)

  const told = mail ? await toldStudents(tx, exam.id, studentIds) : []
  const running = new Set(await runningStudents(tx, exam.id))
  const again = new Set([...told, ...dropped.corrected])
  const letters = [...again].flatMap((studentId): Email[] => {
    const change = newest.get(studentId)
    if (!change || running.has(studentId)) return []
    const { sitting, after, total } = change
    return [
      {
        kind: 'corrected-result',
        to: { name: sitting.studentName, address: sitting.studentEmail },
        accountId: studentId,
        examId: exam.id,
        attemptId: sitting.id,
        title: exam.title,
        score: after,
        total,
        percentage: toPercentage(after, total),
      },
    ]
  })
  await deps.mail.queue(tx, letters, at)
  return first + letters.length
}
