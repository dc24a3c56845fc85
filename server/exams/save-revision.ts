import type { Paper } from '#core/exams/exam.ts'
import type { Db } from '../database/database.ts'
import { addImage, addRevision, type Exam, type ExamWithCount } from './queries.ts'
import type { StoredImage } from './read-questions.ts'

export type SavedExam = { readonly exam: ExamWithCount; readonly paper: Paper }

export async function saveRevision(
  tx: Db,
  exam: Exam,
  paper: Paper,
  images: readonly StoredImage[],
  at: number,
) {
  await addRevision(tx, { id: exam.revisionId, examId: exam.id, paper }, at)
  for (const { id, width, height } of images) await addImage(tx, { id, width, height }, at)
}
