import fc from 'fast-check'
import type { Paper } from '#core/exams/exam.ts'
import type { PortableChoice } from '#core/questions/formats/choices.ts'
import type { ImportEntry } from '#core/questions/formats/import-entry.ts'
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
export function createPortableQuestion(overrides: Partial<PortableChoice> = {}): PortableChoice {
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

/** The right options of a question that was read from a file. */
export function getCorrect({ question }: ImportEntry) {
  return question && 'correct' in question ? question.correct : undefined
}

/** Ascending indexes of right options, as many as the kind takes, from any indexes. */
export function markCorrect(kind: KindName, optionCount: number, marked: readonly number[]) {
  const indexes = [...new Set(marked.map((index) => index % optionCount))].sort((a, b) => a - b)
  return kind === 'multiple-choice' ? indexes : indexes.slice(0, 1)
}

/** Any question of a kind: 2 to 8 options, any key that the kind allows. */
export function anyQuestion(kind: KindName): fc.Arbitrary<Question> {
  const anyTexts = fc.uniqueArray(fc.stringMatching(/^[!-~]{1,6}$/), { minLength: 2, maxLength: 8 })
  const texts = fc.oneof(anyTexts, fc.constant(['True', 'False']))
  const places = fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 })
  const drafts = fc.tuple(texts, places).map(([optionTexts, marked]) => {
    const options = optionTexts.map((text) => ({ text, imageId: null }))
    const correct = markCorrect(kind, options.length, marked)
    return {
      kind,
      text: 'Which?',
      options,
      correctAnswers: correct.map((index) => optionTexts[index] ?? ''),
    }
  })
  return drafts
    .filter((draft) => kindOf(draft).validateDraft(draft).length === 0)
    .map((draft) => {
      const { text, options } = draft
      const parts = { id: 'q', text, imageId: null, codeSnippet: null, options }
      return kindOf(draft).createQuestion(draft, parts)
    })
}
