import { type Refusal, refuse } from '../refusal.ts'

export const optionsPerQuestion = 4
export const maxQuestionsPerExam = 500
export const defaultDurationMinutes = 60
export const maxDurationMinutes = 24 * 60

/** In characters. */
export const maxQuestionTextLength = 5000
export const maxOptionTextLength = 1000
export const maxCodeLength = 20_000

export type Option = { readonly text: string; readonly imageId: string | null }

export type Question = {
  readonly id: string
  readonly text: string
  readonly imageId: string | null
  readonly codeSnippet: string | null
  readonly options: readonly Option[]
  /** Index of the right option in `options`, as written by the author. */
  readonly correct: number
}

/** A frozen revision of an exam: what a student is asked, and how it is marked. It never changes. */
export type Paper = {
  readonly title: string
  readonly durationMinutes: number
  readonly questions: readonly Question[]
  /** What students agree to before the start. Papers from before it was kept lack it. */
  readonly integrityMode?: IntegrityMode
}

export const integrityModes = ['strict', 'warn', 'observe'] as const
export type IntegrityMode = (typeof integrityModes)[number]

/** By the rules of the paper itself, whatever has been decided about the exam since. */
export function getIntegrityMode(
  paper: Pick<Paper, 'integrityMode'>,
  exam: { readonly integrityMode: IntegrityMode },
): IntegrityMode {
  return paper.integrityMode ?? exam.integrityMode
}

export type DraftError = { readonly field: string; readonly message: string }

/** What an author types: the key is still a text, and anything may be missing. */
export type QuestionDraft = {
  readonly text: string
  readonly options: readonly { readonly text: string }[]
  readonly correctAnswer: string
}

/**
 * Everything that keeps a question from being asked, as fields of the wire's question
 * (`options.0`, `correct_answer`). Option texts differ after trimming, case counts:
 * the key is the text of one option, so two alike would make it ambiguous.
 */
export function validateQuestionDraft(draft: QuestionDraft): DraftError[] {
  const errors: DraftError[] = []
  if (!draft.text.trim()) {
    errors.push({ field: 'question', message: 'Enter the question' })
  }
  const texts = draft.options.map((option) => option.text.trim())
  if (texts.length !== optionsPerQuestion) {
    errors.push({ field: 'options', message: 'Enter four options' })
  }
  texts.forEach((text, index) => {
    const letter = toOptionLetter(index)
    if (!text) {
      errors.push({ field: `options.${index}`, message: `Enter option ${letter}` })
    } else if (texts.indexOf(text) < index) {
      const duplicate = toOptionLetter(texts.indexOf(text))
      const message = `Option ${letter} is the same as option ${duplicate}`
      errors.push({ field: `options.${index}`, message })
    }
  })
  if (!texts.includes(draft.correctAnswer.trim()) || !draft.correctAnswer.trim()) {
    errors.push({ field: 'correct_answer', message: 'Mark the correct answer' })
  }
  return errors
}

/** A to D. */
export function toOptionLetter(index: number): string {
  return String.fromCharCode(65 + index)
}

export function findQuestion(
  paper: Paper,
  questionId: string,
): Question | Refusal<'unknown-question'> {
  return (
    paper.questions.find((question) => question.id === questionId) ?? refuse('unknown-question')
  )
}

/** Every image that the paper shows. */
export function listImages(paper: Paper): string[] {
  return paper.questions
    .flatMap((question) => [question.imageId, ...question.options.map((option) => option.imageId)])
    .filter((imageId) => imageId !== null)
}
