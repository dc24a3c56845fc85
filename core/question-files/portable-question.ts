import {
  faultsOf,
  longestCode,
  longestOptionText,
  longestQuestionText,
  optionsPerQuestion,
} from '../exam.ts'

export type PortablePicture = {
  /** `image/png` */
  readonly type: string
  readonly base64: string
}

export type PortableOption = { readonly text: string; readonly picture: PortablePicture | null }

/** A question on its way from one program to another; anything of it may be missing. */
export type PortableQuestion = {
  readonly text: string
  readonly code: string | null
  readonly picture: PortablePicture | null
  readonly options: readonly PortableOption[]
  /** Index of the right option; null where the file marks none, or more than one. */
  readonly correct: number | null
}

/** What stood at one place of a file. */
export type Entry = {
  /** The line, or the row of a table, that it begins at. */
  readonly line: number
  /** Null where it is nothing that a test here can hold: `faults` say why. */
  readonly question: PortableQuestion | null
  /** Its first words, to know it by. */
  readonly words: string
  /** What has to be mended before the test can be saved. */
  readonly faults: readonly string[]
  /** What the file says and a question here cannot hold. */
  readonly dropped: readonly string[]
}

/** A fault of the file that belongs to no question. */
export type FileFault = { readonly line: number | null; readonly says: string }

export type ReadQuestions = {
  readonly entries: readonly Entry[]
  readonly faults: readonly FileFault[]
}

type Found = {
  readonly line: number
  readonly question: PortableQuestion
  readonly dropped?: readonly string[]
  /** What the reader of the format saw. */
  readonly faults?: readonly string[]
}

/** Judged by the rules that the editor and the server go by. */
export function entryOf({ line, question: found, dropped = [], faults = [] }: Found): Entry {
  const count = found.options.length
  if (count > optionsPerQuestion) {
    return leftOut(line, found.text, `It has ${count} options, and a question here has four.`)
  }
  const missing = Array.from({ length: optionsPerQuestion - count }, () => noOption)
  const question = tidy({ ...found, options: [...found.options, ...missing] })
  return {
    line,
    question,
    words: question.text,
    faults: [...faults, ...faultsOfQuestion(question, faults.length > 0)],
    dropped: [...new Set(dropped)],
  }
}

/** Told, never silently dropped. */
export function leftOut(line: number, words: string, why: string): Entry {
  return { line, question: null, words: words.trim(), faults: [`Left out. ${why}`], dropped: [] }
}

export function notOurKind(line: number, words: string, kind: string): Entry {
  return leftOut(
    line,
    words,
    `This is ${kind}: a question here has four options, one of them right.`,
  )
}

const noOption: PortableOption = { text: '', picture: null }

function faultsOfQuestion(question: PortableQuestion, keyIsTold: boolean): string[] {
  const { text, options, correct, code } = question
  const correctAnswer = correct === null ? '' : (options[correct]?.text ?? '')
  const told = faultsOf({ text, options, correctAnswer })
    .filter(({ field }) => field !== 'correct_answer' || (correct === null && !keyIsTold))
    .map(({ says }) => says)
  if (text.length > longestQuestionText) told.push(tooLong('question', longestQuestionText))
  if (options.some((option) => option.text.length > longestOptionText)) {
    told.push(tooLong('options', longestOptionText))
  }
  if ((code?.length ?? 0) > longestCode) told.push(tooLong('code', longestCode))
  return told
}

function tooLong(what: string, most: number): string {
  return `Shorten the ${what} to ${most} characters or fewer`
}

function tidy(question: PortableQuestion): PortableQuestion {
  const code = question.code === null ? null : inUnixLines(question.code)
  return {
    ...question,
    text: inUnixLines(question.text).trim(),
    code: code?.trim() ? code : null,
    options: question.options.map((option) => ({ ...option, text: inOneLine(option.text) })),
  }
}

export function inUnixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** An option holds no line breaks. */
export function inOneLine(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
