import { maxCodeLength, maxOptionTextLength, maxQuestionTextLength } from '../kind.ts'
import { maxOptionsPerQuestion, minOptionsPerQuestion } from '../option-list.ts'
import { type KindName, validateQuestionDraft } from '../question.ts'
import { findLossErrors, lossCauses } from './loss-causes.ts'

export type PortablePicture = {
  /** `image/png` */
  readonly type: string
  readonly base64: string
  /** Absent where there is none. */
  readonly description?: string
}

export type PortableOption = { readonly text: string; readonly picture: PortablePicture | null }

/** A question on its way from one program to another; anything of it may be missing. */
export type PortableQuestion = {
  readonly kind: KindName
  readonly text: string
  readonly code: string | null
  readonly picture: PortablePicture | null
  readonly options: readonly PortableOption[]
  /** Indexes of the right options; empty where it is unclear which they are. */
  readonly correct: readonly number[]
}

/** The content of one place of a file. */
export type ImportEntry = {
  /** The line, or the row of a table, that it begins at. */
  readonly line: number
  /** Null where it is nothing that a test here can hold: `faults` say why. */
  readonly question: PortableQuestion | null
  /** Its first words, to know it by. */
  readonly excerpt: string
  /** Errors to correct before the test can be saved. */
  readonly errors: readonly string[]
  /** Features in the file that a question here cannot hold. */
  readonly losses: readonly string[]
}

/** A fault of the file that belongs to no question. */
export type FileError = { readonly line: number | null; readonly message: string }

export type ImportResult = {
  readonly entries: readonly ImportEntry[]
  readonly errors: readonly FileError[]
}

type FoundQuestion = {
  readonly line: number
  readonly question: PortableQuestion
  readonly losses?: readonly string[]
  /** Errors found by the reader of the format. */
  readonly errors?: readonly string[]
}

/**
 * Judged by the rules that the editor and the server go by. A question that may mean something else
 * without what is lost has to be looked over.
 */
export function createEntry({
  line,
  question: found,
  losses: foundLosses = [],
  errors = [],
}: FoundQuestion): ImportEntry {
  const count = found.options.length
  if (count > maxOptionsPerQuestion) {
    return createSkippedEntry(
      line,
      found.text,
      `It has ${count} options, and a question here has at most ${maxOptionsPerQuestion}.`,
    )
  }
  const missing = Array.from(
    { length: Math.max(0, minOptionsPerQuestion - count) },
    () => emptyOption,
  )
  const question = normalizeQuestion({ ...found, options: [...found.options, ...missing] })
  const losesLines = found.options.some(({ text }) => /[\r\n]/.test(text.trim()))
  const losses = [...new Set([...foundLosses, ...(losesLines ? [lossCauses.optionLines] : [])])]
  return {
    line,
    question,
    excerpt: question.text,
    errors: [
      ...errors,
      ...validateQuestion(question, errors.length > 0),
      ...findLossErrors(found, losses),
    ],
    losses,
  }
}

/** Reports a skipped part of a file, so that nothing is dropped silently. */
export function createSkippedEntry(line: number, excerpt: string, reason: string): ImportEntry {
  return {
    line,
    question: null,
    excerpt: excerpt.trim(),
    errors: [`Left out. ${reason}`],
    losses: [],
  }
}

export function createUnsupportedEntry(line: number, excerpt: string, kind: string): ImportEntry {
  return createSkippedEntry(
    line,
    excerpt,
    `This is ${kind}: a question here is a choice among options.`,
  )
}

const emptyOption: PortableOption = { text: '', picture: null }

function validateQuestion(question: PortableQuestion, isKeyErrorKnown: boolean): string[] {
  const { kind, text, options, correct, code } = question
  const correctAnswers = correct.map((index) => options[index]?.text ?? '')
  const messages = validateQuestionDraft({ kind, text, options, correctAnswers })
    .filter(({ field }) => !isKeyField(field) || (correct.length === 0 && !isKeyErrorKnown))
    .map(({ message }) => message)
  if (text.length > maxQuestionTextLength)
    messages.push(describeTooLong('question', maxQuestionTextLength))
  if (options.some((option) => option.text.length > maxOptionTextLength)) {
    messages.push(describeTooLong('options', maxOptionTextLength))
  }
  if ((code?.length ?? 0) > maxCodeLength) messages.push(describeTooLong('code', maxCodeLength))
  return messages
}

/** A marked option without a text is told once, as an empty option. */
function isKeyField(field: string): boolean {
  return field === 'correct_answer' || field === 'correct_answers'
}

function describeTooLong(what: string, maxLength: number): string {
  return `Shorten the ${what} to ${maxLength} characters or fewer`
}

function normalizeQuestion(question: PortableQuestion): PortableQuestion {
  const code = question.code === null ? null : toUnixLines(question.code)
  return {
    ...question,
    text: toUnixLines(question.text).trim(),
    code: code?.trim() ? code : null,
    options: question.options.map((option) => ({ ...option, text: toSingleLine(option.text) })),
  }
}

export function toUnixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** An option holds no line breaks. */
export function toSingleLine(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
