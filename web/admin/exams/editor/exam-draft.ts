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
  /** Its errors are shown: it was left, or the form was submitted. */
  readonly isChecked: boolean
  /** What the server said of its fields; gone with the next change. */
  readonly reportedErrors: Readonly<Record<string, string>>
}

export type ExamDraft = {
  readonly title: string
  readonly duration: string
  readonly integrityMode: IntegrityMode
  readonly attemptsAllowed: number
  readonly shuffleOptions: boolean
  readonly questions: readonly QuestionDraft[]
}

let keyCount = 0
export function createKey(): string {
  keyCount += 1
  return `question-${keyCount}`
}

const noPicture: Picture = { fileUrl: null, file: null }

export function createEmptyQuestion(): QuestionDraft {
  const options = Array.from({ length: optionsPerQuestion }, () => ({ text: '', ...noPicture }))
  const unchecked = { isChecked: false, reportedErrors: {} }
  return {
    key: createKey(),
    text: '',
    code: null,
    options,
    correct: null,
    ...noPicture,
    ...unchecked,
  }
}

export function createEmptyDraft(): ExamDraft {
  return {
    title: '',
    duration: String(defaultDurationMinutes),
    integrityMode: 'strict',
    attemptsAllowed: 1,
    shuffleOptions: false,
    questions: [createEmptyQuestion()],
  }
}

export function toExamDraft(exam: Exam): ExamDraft {
  return {
    title: exam.title,
    duration: String(exam.duration),
    integrityMode: exam.integrityMode,
    attemptsAllowed: exam.attemptsAllowed,
    shuffleOptions: exam.shuffleOptions,
    questions: (exam.questions ?? []).map((question) => ({
      ...createEmptyQuestion(),
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
