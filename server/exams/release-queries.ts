import type { Db } from '../database/database.ts'

export async function saveRelease(tx: Db, examId: string, at: number) {
  await tx
    .updateTable('exams')
    .set({ results_released_at: at })
    .where('id', '=', examId)
    .where('results_released_at', 'is', null)
    .execute()
}

export async function clearRelease(tx: Db, examId: string) {
  await tx
    .updateTable('exams')
    .set({ results_released_at: null })
    .where('id', '=', examId)
    .execute()
}
