import type { Paper, Question } from '#core/exams/exam.ts'
import type { PortableQuestion } from '#core/questions/formats/portable-question.ts'

/** A question to write specs with: four options, the first of them right. */
export function createQuestion(id: string, overrides: Partial<Question> = {}): Question {
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
export function createPaper(count = 4, overrides: Partial<Paper> = {}): Paper {
  return {
    title: 'HTML basics',
    durationMinutes: 60,
    questions: Array.from({ length: count }, (_, index) =>
      createQuestion(`q${index}`, { correct: index % 4 }),
    ),
    ...overrides,
  }
}

/** A question on its way between programs: four options, the second of them right. */
export function createPortableQuestion(
  overrides: Partial<PortableQuestion> = {},
): PortableQuestion {
  return {
    text: 'Which hook keeps a value between renders?',
    code: null,
    picture: null,
    options: ['useState', 'useRef', 'useMemo', 'useId'].map((text) => ({ text, picture: null })),
    correct: 1,
    ...overrides,
  }
}
