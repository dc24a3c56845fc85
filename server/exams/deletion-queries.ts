import { listImages, type Paper } from '#core/exams/exam.ts'
import { type Db, lockRow } from '../database/database.ts'
import { detachSentEmails } from '../platform/mailer/erasure-queries.ts'
import { type Exam, toExam } from './queries.ts'

export async function markExamDeleted(tx: Db, id: string, at: number) {
  await tx.updateTable('exams').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** Undefined if there never was such a test; `deletedAt` is null for one that is not deleted. */
export async function lockDeletion(
  tx: Db,
  id: string,
): Promise<{ title: string; deletedAt: number | null } | undefined> {
  const row = await tx
    .selectFrom('exams')
    .select(['title', 'deleted_at'])
    .where('id', '=', id)
    .$call(lockRow(tx))
    .executeTakeFirst()
  return row && { title: row.title, deletedAt: row.deleted_at }
}

export async function clearExamDeletion(tx: Db, id: string) {
  await tx.updateTable('exams').set({ deleted_at: null }).where('id', '=', id).execute()
}

/** Also true for a test that was already deleted. */
export async function hasEverExisted(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('exams').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  )
}

export type DeletedExam = Exam & { readonly deletedAt: number }

/** Those deleted after `since`, most recent first. */
export async function listDeletedExams(db: Db, since: number): Promise<DeletedExam[]> {
  const rows = await db
    .selectFrom('exams')
    .selectAll()
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...toExam(row), deletedAt: row.deleted_at ?? 0 }))
}

/** The test deleted longest ago, if it can no longer be restored. */
export async function findExamToErase(db: Db, until: number) {
  return db
    .selectFrom('exams')
    .select(['id', 'title'])
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
}

/** The pictures of every version of it. No other test can hold them. */
export async function listExamImages(db: Db, examId: string): Promise<string[]> {
  const revisions = await db
    .selectFrom('revisions')
    .select('paper')
    .where('exam_id', '=', examId)
    .execute()
  return [...new Set(revisions.flatMap(({ paper }) => listImages(JSON.parse(paper) as Paper)))]
}

/**
 * Versions, attempts, answers and unsent emails go with it, as their foreign keys say. An email
 * that was sent stays with the student it was written to, and goes with them.
 */
export async function eraseExamRows(tx: Db, examId: string, imageIds: readonly string[]) {
  await detachSentEmails(tx, examId)
  await tx.deleteFrom('exams').where('id', '=', examId).execute()
  for (const id of imageIds) await tx.deleteFrom('images').where('id', '=', id).execute()
}

/** Those of the images that an exam uses. */
export async function listKnownQuestionImages(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('images').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
