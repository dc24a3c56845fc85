import type { Paper, Question } from './exam.ts'

/** A question to write specs with: four options, the first of them right. */
export function specimenQuestion(id: string, overrides: Partial<Question> = {}): Question {
  return {
    id,
    text: `What is ${id}?`,
    imageId: null,
    codeSnippet: null,
    options: ['one', 'two', 'three', 'four'].map((text) => ({ text, imageId: null })),
    correct: 0,
    ...overrides,
  }
}

/** A paper of `count` questions, q0 and up, whose right options go A, B, C, D, A and so on. */
export function specimenPaper(count = 4, overrides: Partial<Paper> = {}): Paper {
  return {
    title: 'HTML basics',
    durationMinutes: 60,
    questions: Array.from({ length: count }, (_, index) =>
      specimenQuestion(`q${index}`, { correct: index % 4 }),
    ),
    ...overrides,
  }
}
