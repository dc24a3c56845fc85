import type { Exam } from '#contract/exams.ts'
import { defaultDurationMinutes, type IntegrityMode, optionsPerQuestion } from '#core/exams/exam.ts'

/** What the server keeps, and what was picked to take its place. */
export type Picture = { readonly fileUrl: string | null; readonly file: File | null }

export type OptionDraft = Picture & { readonly text: string }

export type QuestionDraft = Picture & {
  /** Names the card for as long as the page is open. */
  readonly key: string
  readonly _id?: string
  readonly text: string
  readonly code: string | null
  readonly options: readonly OptionDraft[]
  readonly correct: number | null
  /** Its faults are told: it was left, or the whole was sent. */
  readonly isChecked: boolean
  /** What the server said of its fields; gone with the next change. */
  readonly told: Readonly<Record<string, string>>
}

export type TestDraft = {
  readonly title: string
  readonly duration: string
  readonly integrityMode: IntegrityMode
  readonly attemptsAllowed: number
  readonly shuffleOptions: boolean
  readonly questions: readonly QuestionDraft[]
}

let made = 0
export function newKey(): string {
  made += 1
  return `question-${made}`
}

const noPicture: Picture = { fileUrl: null, file: null }

export function emptyQuestion(): QuestionDraft {
  const options = Array.from({ length: optionsPerQuestion }, () => ({ text: '', ...noPicture }))
  const unjudged = { isChecked: false, told: {} }
  return { key: newKey(), text: '', code: null, options, correct: null, ...noPicture, ...unjudged }
}

export function emptyDraft(): TestDraft {
  return {
    title: '',
    duration: String(defaultDurationMinutes),
    integrityMode: 'strict',
    attemptsAllowed: 1,
    shuffleOptions: false,
    questions: [emptyQuestion()],
  }
}

export function draftOf(test: Exam): TestDraft {
  return {
    title: test.title,
    duration: String(test.duration),
    integrityMode: test.integrityMode,
    attemptsAllowed: test.attemptsAllowed,
    shuffleOptions: test.shuffleOptions,
    questions: (test.questions ?? []).map((question) => ({
      ...emptyQuestion(),
      _id: question._id,
      text: question.question.text,
      fileUrl: question.question.fileUrl,
      code: question.codeSnippet,
      options: question.options.map((option) => ({ ...option, file: null })),
      correct: question.options.findIndex(({ text }) => text === question.correct_answer),
    })),
  }
}

export function isBlank({ text, code, options, correct, fileUrl, file }: QuestionDraft): boolean {
  const isUntouched = (option: OptionDraft) => !option.text && !option.fileUrl && !option.file
  return !text && !code && correct === null && !fileUrl && !file && options.every(isUntouched)
}

export function correctAnswerOf({ options, correct }: QuestionDraft): string {
  return correct === null ? '' : (options[correct]?.text ?? '')
}
