import fc from 'fast-check'
import type { Paper } from '#core/exams/exam.ts'
import type { PortableQuestion } from '#core/questions/formats/portable-question.ts'
import { type KindName, kindOf, type Question } from '#core/questions/question.ts'
import type { SingleChoiceQuestion } from '#core/questions/single-choice/single-choice.ts'

/** A single-choice question to write specs with: four options, the first of them right. */
export function createQuestion(
  id: string,
  overrides: Partial<SingleChoiceQuestion> = {},
): SingleChoiceQuestion {
  return {
    kind: 'single-choice',
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
export function createPaper<const Overrides extends Partial<Paper>>(
  count = 4,
  overrides = {} as Overrides,
) {
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
    kind: 'single-choice',
    text: 'Which hook keeps a value between renders?',
    code: null,
    picture: null,
    options: ['useState', 'useRef', 'useMemo', 'useId'].map((text) => ({ text, picture: null })),
    correct: [1],
    ...overrides,
  }
}

/** Ascending indexes of right options, as many as the kind takes, from any indexes. */
export function markCorrect(kind: KindName, optionCount: number, marked: readonly number[]) {
  const indexes = [...new Set(marked.map((index) => index % optionCount))].sort((a, b) => a - b)
  return kind === 'single-choice' ? indexes.slice(0, 1) : indexes
}

/** Any question of a kind: 2 to 8 options, any key that the kind allows. */
export function anyQuestion(kind: KindName): fc.Arbitrary<Question> {
  const texts = fc.uniqueArray(fc.stringMatching(/^[!-~]{1,6}$/), { minLength: 2, maxLength: 8 })
  const places = fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 })
  return fc.tuple(texts, places).map(([optionTexts, marked]) => {
    const options = optionTexts.map((text) => ({ text, imageId: null }))
    const correct = markCorrect(kind, options.length, marked)
    const correctAnswers = correct.map((index) => optionTexts[index] ?? '')
    const draft = { kind, text: 'Which?', options, correctAnswers }
    const parts = { id: 'q', text: 'Which?', imageId: null, codeSnippet: null, options }
    return kindOf(draft).createQuestion(draft, parts)
  })
}
