import { maxCodeLength, maxOptionTextLength, maxQuestionTextLength } from '../kind.ts'
import { validateQuestionDraft } from '../question.ts'
import { formatsOf, type PortableQuestion } from './kind-formats.ts'
import { findLossErrors, lossCauses } from './loss-causes.ts'
import { type FileError, toUnixLines } from './portable-question.ts'

/** The content of one place of a file. */
export type ImportEntry = {
  /** The line, or the row of a table, that it begins at. */
  readonly line: number
  /** Null where it is nothing that a test here can hold: `errors` say why. */
  readonly question: PortableQuestion | null
  /** Its first words, to know it by. */
  readonly excerpt: string
  /** Errors to correct before the test can be saved. */
  readonly errors: readonly string[]
  /** Features in the file that a question here cannot hold. */
  readonly losses: readonly string[]
}

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
  const fitted = formatsOf(found).fit(found)
  if (typeof fitted === 'string') return createSkippedEntry(line, found.text, fitted)
  const question = normalizeQuestion(fitted)
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

function validateQuestion(question: PortableQuestion, isKeyErrorKnown: boolean): string[] {
  const { text, options, code } = question
  const { hasKey, toDraft } = formatsOf(question)
  const messages = validateQuestionDraft(toDraft(question))
    .filter(({ field }) => !isKeyField(field) || (!hasKey(question) && !isKeyErrorKnown))
    .map(({ message }) => message)
  if (text.length > maxQuestionTextLength)
    messages.push(describeTooLong('question', maxQuestionTextLength))
  if (options.some((option) => option.text.length > maxOptionTextLength)) {
    messages.push(describeTooLong('options', maxOptionTextLength))
  }
  if ((code?.length ?? 0) > maxCodeLength) messages.push(describeTooLong('code', maxCodeLength))
  return messages
}

/** A marked option without a text is reported once, as an empty option. */
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
  }
}
