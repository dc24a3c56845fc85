import { day, minute, type OldRowsInput, toThreeDigits } from './old-institute-dates.ts'

/** More than migrations read at once. */
export const oldExamCount = 110
const paper = (title: string) =>
  JSON.stringify({
    title,
    durationMinutes: 30,
    questions: ['q1', 'q2'].map((id) => ({
      id,
      text: `Which is ${id}?`,
      imageId: null,
      codeSnippet: null,
      options: ['one', 'two', 'three', 'four'].map((text) => ({ text, imageId: null })),
      correct: 0,
    })),
  })

const titles: Readonly<Record<number, string>> = { 1: 'React', 2: 'A deleted test', 3: 'CSS' }
const getTitle = (n: number) => titles[n] ?? `Draft ${toThreeDigits(n)}`
/** The first test has the last of the papers. */
const getRevisionId = (exam: number) => `revision-${toThreeDigits(oldExamCount + 1 - exam)}`

export function listExams({ now }: OldRowsInput) {
  const exams = Array.from({ length: oldExamCount }, (_, index) => index + 1)
  const attempt = (id: string, student: number, exam: number, rest: object) => ({
    id,
    exam_id: `exam-${toThreeDigits(exam)}`,
    revision_id: getRevisionId(exam),
    student_id: `student-${toThreeDigits(student)}`,
    seed: 7,
    finished_at: null,
    finish_reason: null,
    score: null,
    ...rest,
  })
  const over = (startedAt: number, score: number) => ({
    started_at: startedAt,
    ends_at: startedAt + 30 * minute,
    closes_at: startedAt + 30 * minute + 15_000,
    finished_at: startedAt + 20 * minute,
    finish_reason: 'Completed',
    score,
  })
  const answer = (attempt_id: string, question_id: string, option_index: number) => ({
    attempt_id,
    question_id,
    option_index,
    sequence: 1,
    answered_at: now - 10 * day,
  })
  return {
    exams: exams.map((n) => ({
      id: `exam-${toThreeDigits(n)}`,
      revision_id: getRevisionId(n),
      title: getTitle(n),
      title_key: getTitle(n).toLowerCase(),
      duration_minutes: 30,
      question_count: 2,
      integrity_mode: 'strict',
      attempts_allowed: 2,
      released_at: n < 4 ? now - 30 * day : null,
      results_released_at: n === 1 ? now - 9 * day : null,
      created_at: now - 35 * day + n,
      deleted_at: n === 2 ? now - day : null,
    })),
    revisions: exams.map((n) => ({
      id: getRevisionId(n),
      exam_id: `exam-${toThreeDigits(n)}`,
      paper: paper(getTitle(n)),
      created_at: now - 35 * day,
    })),
    key_corrections: [
      { ...toCorrection('q1'), correct_option: 2 },
      { ...toCorrection('q2'), correct_option: null },
    ],
    attempts: [
      attempt('attempt-1', 1, 1, over(now - 20 * day, 1)),
      attempt('attempt-2', 1, 1, over(now - 10 * day, 2)),
      attempt('attempt-3', 2, 1, {
        started_at: now - 5 * minute,
        ends_at: now + 25 * minute,
        closes_at: now + 25 * minute + 15_000,
      }),
      attempt('attempt-4', 4, 3, over(now - 10 * day, 2)),
    ],
    answers: [
      answer('attempt-1', 'q1', 0),
      answer('attempt-1', 'q2', 1),
      answer('attempt-2', 'q1', 0),
      answer('attempt-2', 'q2', 0),
      answer('attempt-3', 'q1', 3),
      answer('attempt-4', 'q1', 2),
      answer('attempt-4', 'q2', 3),
    ],
    attempt_events: [
      {
        id: 'event-1',
        attempt_id: 'attempt-1',
        kind: 'blur',
        at: now - 20 * day + minute,
        received_at: now - 20 * day + minute,
        duration_ms: 4_000,
        told_at: now - 20 * day + minute,
      },
    ],
    grants: [
      { id: 'grant-1', exam_id: 'exam-001', student_id: 'student-004', created_at: now - 8 * day },
    ],
    undone_ends: [
      {
        id: 'end-1',
        attempt_id: 'attempt-2',
        finished_at: now - 10 * day + 5 * minute,
        finish_reason: 'Tab switched',
        reopened_at: now - 10 * day + 6 * minute,
      },
    ],
  }

  function toCorrection(question_id: string) {
    return {
      revision_id: getRevisionId(3),
      question_id,
      why: 'It was wrong',
      corrected_by: 'admin@example.com',
      created_at: now - 9 * day,
    }
  }
}
