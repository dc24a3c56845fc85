import type { Exam } from '#contract/exams.ts'
import { formatDate } from '../../ui/format-time.ts'

/** What the outline tells of an exam beside its questions, by label. */
export function getExamFacts(exam: Exam) {
  return {
    Questions: exam.numQuestions,
    Duration: `${exam.duration} mins`,
    Released: exam.released ? 'Yes' : 'No',
    Attempts: exam.attempts,
    Created: formatDate(exam.createdAt),
  }
}
