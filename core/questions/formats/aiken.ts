import { toOptionLetter } from '../option-list.ts'
import { parseAnswerLetters } from './answer-letters.ts'
import {
  createEntry,
  createSkippedEntry,
  type ImportEntry,
  type ImportResult,
} from './import-entry.ts'
import { formatsOf, type PortableQuestion } from './kind-formats.ts'
import {
  isExplanation,
  isNamedNumber,
  isNumbered,
  isRuler,
  parseLooseAnswer,
  parseLooseOption,
  splitOptions,
  stripNumber,
} from './loose-text.ts'
import { toSingleLine, toUnixLines } from './portable-question.ts'

const optionLine = /^([A-Z])[.)]\s(.*)$/s
const answerLine = /^ANSWER\s*:(.*)$/is

type PartialQuestion = {
  line: number
  textLines: string[]
  options: { letter: string; text: string }[]
  hasWordsAbove: boolean
}

const isStrictOption = (line: string) => optionLine.test(line.trim())
const isLooseAnswer = (line: string) =>
  parseLooseAnswer(line.trim()) !== null && !answerLine.test(line.trim())

/** Whether a line ends a question, in Aiken or in the way of a text program. */
export function isAnswerLine(line: string): boolean {
  return answerLine.test(line) || parseLooseAnswer(line) !== null
}

/** Whether a line is the first option of a question. */
export function isFirstOptionLine(line: string): boolean {
  return parseLooseOption(line)?.letter === 'A'
}

/**
 * A question in a line, options "A." or "A)" in one each, then "ANSWER: A", or "ANSWER: A, C" where
 * several are right. Where the file is not strictly so, a question may have a number, and an option "a)" or "(a)" if it is the next letter;
 * several may stand in a line. What explains an answer is no part of the next question.
 */
export function readAiken(file: string): ImportResult {
  const lines = toUnixLines(file).split('\n')
  const isStrict = lines.some(isStrictOption) && !lines.some(isLooseAnswer)
  const entries: ImportEntry[] = []
  let current: PartialQuestion | null = null
  let isLastNumbered = false
  /** Words of an explanation since its last empty line; null outside of one. */
  let explanation: PartialQuestion | null = null
  const startQuestion = (line: number): PartialQuestion => ({
    line,
    textLines: [],
    options: [],
    hasWordsAbove: false,
  })
  const skipCurrent = () => {
    if (current) {
      const words = current.textLines.join(' ')
      entries.push(
        createSkippedEntry(current.line, words, 'It has no line "ANSWER:" behind its options.'),
      )
    }
    current = null
  }
  const startExplanation = (line: number) => {
    const last = entries.pop()
    if (last) entries.push({ ...last, losses: [...new Set([...last.losses, 'feedback'])] })
    explanation = startQuestion(line)
  }
  /** Whether the line belongs to an explanation, which may turn out to have ended before. */
  const isExplained = (text: string, line: number): boolean => {
    if (!current && entries.at(-1)?.question && isExplanation(text)) startExplanation(line)
    if (!explanation) return false
    if (text === '') {
      explanation = isLastNumbered ? startQuestion(line + 1) : null
      return true
    }
    const isOption = isFirstOptionLine(text) && explanation.textLines.length > 0
    if (!isOption && !(isLastNumbered && isNumbered(text))) {
      explanation.textLines.push(text)
      return true
    }
    current = isOption ? explanation : null
    explanation = null
    return false
  }

  for (const [index, raw] of lines.entries()) {
    const text = raw.trim()
    if (isExplained(text, index + 1) || text === '' || (!isStrict && isRuler(text))) continue
    const answer = answerLine.exec(text)?.[1] ?? (isStrict ? null : parseLooseAnswer(text))
    const options = isStrict ? parseStrictOption(text) : findNextOptions(text, current)
    if (answer !== null) {
      const question = current ?? startQuestion(index + 1)
      if (!isStrict && question.options.length === 0) takeOptionsFromText(question)
      entries.push(completeQuestion(question, answer.trim()))
      current = null
    } else if (options && current) {
      current.options.push(...options)
    } else {
      // Words behind the options begin the next question: this one never got its answer.
      if (current && current.options.length > 0) skipCurrent()
      const isFirst = current === null
      current ??= startQuestion(index + 1)
      const isNumber = !isStrict && (isFirst ? isNumbered(text) : isNamedNumber(text))
      if (isFirst) isLastNumbered = isNumber
      if (isNumber && !isFirst) current.hasWordsAbove = true
      current.textLines.push(isNumber ? stripNumber(text) : text)
    }
  }
  skipCurrent()
  return { entries, errors: [] }
}

function parseStrictOption(text: string) {
  const [, letter, words = ''] = optionLine.exec(text) ?? []
  return letter ? [{ letter, text: words.trim() }] : null
}

/** In a loose text a line is an option only where its letter is the next one. */
function findNextOptions(text: string, current: PartialQuestion | null) {
  const first = current?.options.length ?? 0
  const option = parseLooseOption(text)
  if (option?.letter !== toOptionLetter(first)) return null
  const several = splitOptions(text, first)
  return several && several.lead === '' ? toLettered(several.texts, first) : [option]
}

/** "Which? a) one b) two c) three" */
function takeOptionsFromText(question: PartialQuestion) {
  const several = splitOptions(question.textLines.at(-1) ?? '', 0)
  if (!several) return
  question.textLines = [...question.textLines.slice(0, -1), several.lead].filter(Boolean)
  question.options = toLettered(several.texts, 0)
}

function toLettered(texts: readonly string[], first: number) {
  return texts.map((text, at) => ({ letter: toOptionLetter(first + at), text }))
}

function completeQuestion(question: PartialQuestion, answer: string) {
  const { line, textLines, options, hasWordsAbove } = question
  const letters = parseAnswerLetters(
    answer,
    options.map(({ text }) => text),
  )
  const named = letters?.map((letter) => options.findIndex((option) => option.letter === letter))
  const isKnown = named !== undefined && named.length > 0 && !named.includes(-1)
  const misplaced = options.filter((option, at) => option.letter !== toOptionLetter(at))
  return createEntry({
    line,
    question: {
      kind: named && named.length > 1 ? 'multiple-choice' : 'single-choice',
      text: textLines.join('\n'),
      code: null,
      picture: null,
      options: options.map(({ text }) => ({ text, picture: null })),
      correct: isKnown ? named.toSorted((one, other) => one - other) : [],
    },
    errors: [
      ...(isKnown ? [] : [describeUnknownKey(answer, letters)]),
      ...(misplaced.length > 0
        ? ['The letters of the options are not in order: look them over']
        : []),
      ...(hasWordsAbove ? ['Words stand above the number of the question: look them over'] : []),
    ],
  })
}

function describeUnknownKey(answer: string, letters: readonly string[] | null): string {
  if (letters === null)
    return `"ANSWER: ${answer}" could mean one option or several: mark the correct answers`
  return letters.length > 1
    ? `"ANSWER: ${answer}" names an option that is not there: mark the correct answers`
    : `"ANSWER: ${answer}" names none of the options: mark the correct answer`
}

/** Plain words only: code, pictures and line breaks have no place in it, nor have some kinds. */
export function writeAiken(questions: readonly PortableQuestion[]): string {
  return questions.flatMap(formatQuestion).join('\n')
}

function formatQuestion(question: PortableQuestion): string[] {
  const { aiken } = formatsOf(question)
  if ('missing' in aiken) return []
  return [`${[formatQuestionText(question.text), ...aiken.write(question)].join('\n')}\n`]
}

/** Why Aiken cannot hold this question; null where it can. */
export function findAikenGap(question: Pick<PortableQuestion, 'kind'>): string | null {
  const { aiken } = formatsOf(question)
  return 'missing' in aiken ? aiken.missing : null
}

/** A question that looks like an option or an answer would be read as one. */
function formatQuestionText(text: string): string {
  const words = toSingleLine(text)
  const isTaken = optionLine.test(words) || isAnswerLine(words) || isExplanation(words)
  return isTaken ? `Question: ${words}` : words
}

/** Whether Aiken would give this text another form. */
export function isChangedByAiken(text: string): boolean {
  return formatQuestionText(text) !== text.trim()
}
