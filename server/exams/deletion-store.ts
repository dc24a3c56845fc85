import { imagesOf, type Paper } from '#core/exam.ts'
import type { Db } from '../deps.ts'

/** The test that was deleted longest ago, and so long that nobody may restore it. */
export async function examToErase(db: Db, until: number) {
  return db
    .selectFrom('exams')
    .select(['id', 'title'])
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
}

/** The pictures of every version of it. No other test can hold them. */
export async function imagesOfExam(db: Db, examId: string): Promise<string[]> {
  const revisions = await db
    .selectFrom('revisions')
    .select('paper')
    .where('exam_id', '=', examId)
    .execute()
  return [...new Set(revisions.flatMap(({ paper }) => imagesOf(JSON.parse(paper) as Paper)))]
}

/**
 * Versions, attempts, answers and unsent letters go with it. A letter that was sent stays with
 * the student it was written to, and goes with them.
 */
export async function eraseExam(tx: Db, examId: string, imageIds: readonly string[]) {
  await tx
    .updateTable('mails')
    .set({ exam_id: null })
    .where('exam_id', '=', examId)
    .where('sent_at', 'is not', null)
    .execute()
  await tx.deleteFrom('attempts').where('exam_id', '=', examId).execute()
  await tx.deleteFrom('exams').where('id', '=', examId).execute()
  for (const id of imageIds) await tx.deleteFrom('images').where('id', '=', id).execute()
}
