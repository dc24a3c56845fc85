import { toOptionLetter } from '../option-list.ts'
import { formatsOf } from './kind-formats.ts'
import {
  createEntry,
  createSkippedEntry,
  type ImportResult,
  type PortableQuestion,
  toSingleLine,
  toUnixLines,
} from './portable-question.ts'

const optionLine = /^([A-Z])[.)]\s(.*)$/s
const answerLine = /^ANSWER\s*:(.*)$/is
/** As people write questions in a text program: "1. Why? a) … (b) … Ans: b". */
const looseOption = /^[([]?([A-Za-z])[.)\]]\s*(.*)$/s
const looseAnswer =
  /^(?:(?:correct |right )?(?:answer|ans)(?: ?key)?|(?:correct|right) option)\s?[.:=)-]{1,2}\s*([([]?[A-H](?:[)\].:,;&\s].*)?)$/is
const questionNumber = /^(?:Q(?:uestion)?\.? ?)?\d{1,3}[.):]\s*(?=\S)/i

type PartialQuestion = {
  line: number
  textLines: string[]
  options: { letter: string; text: string }[]
}

const isStrictOption = (line: string) => optionLine.test(line.trim())
const isLooseAnswer = (line: string) =>
  looseAnswer.test(line.trim()) && !answerLine.test(line.trim())

/** Whether a line ends a question, in Aiken or in the way of a text program. */
export function isAnswerLine(line: string): boolean {
  return answerLine.test(line) || looseAnswer.test(line)
}

/** Whether a line is the first option of a question. */
export function isFirstOptionLine(line: string): boolean {
  return /^A$/i.test((optionLine.exec(line) ?? looseOption.exec(line))?.[1] ?? '')
}

/**
 * A question in a line, options "A." or "A)" in one each, then "ANSWER: A". Where the file is not
 * strictly so, a question may have a number, and an option "a)" or "(a)" if it is the next letter.
 */
export function readAiken(file: string): ImportResult {
  const lines = toUnixLines(file).split('\n')
  const isStrict = lines.some(isStrictOption) && !lines.some(isLooseAnswer)
  const entries: ImportResult['entries'][number][] = []
  let current: PartialQuestion | null = null
  const startQuestion = (line: number): PartialQuestion => ({ line, textLines: [], options: [] })
  const skipCurrent = () => {
    if (current) {
      const words = current.textLines.join(' ')
      entries.push(
        createSkippedEntry(current.line, words, 'It has no line "ANSWER:" behind its options.'),
      )
    }
    current = null
  }

  for (const [index, raw] of lines.entries()) {
    const text = raw.trim()
    if (text === '') continue
    const answer = answerLine.exec(text) ?? (isStrict ? null : looseAnswer.exec(text))
    const option = isStrict ? optionLine.exec(text) : findNextOption(text, current)
    if (answer) {
      entries.push(completeQuestion(current ?? startQuestion(index + 1), answer[1]?.trim() ?? ''))
      current = null
    } else if (option && current) {
      current.options.push({
        letter: option[1]?.toUpperCase() ?? '',
        text: option[2]?.trim() ?? '',
      })
    } else {
      // Words behind the options begin the next question: this one never got its answer.
      if (current && current.options.length > 0) skipCurrent()
      current ??= startQuestion(index + 1)
      const isFirst = !isStrict && current.textLines.length === 0
      current.textLines.push(isFirst ? text.replace(questionNumber, '') : text)
    }
  }
  skipCurrent()
  return { entries, errors: [] }
}

/** In a loose text a line is an option only where its letter is the next one. */
function findNextOption(text: string, current: PartialQuestion | null): RegExpExecArray | null {
  const option = looseOption.exec(text)
  const next = toOptionLetter(current?.options.length ?? 0)
  return option?.[1]?.toUpperCase() === next ? option : null
}

function completeQuestion({ line, textLines, options }: PartialQuestion, answer: string) {
  const letter = /^\(?([A-Za-z])\b/.exec(answer.trim())?.[1]?.toUpperCase()
  const correct = options.findIndex((option) => option.letter === letter)
  const isSeveral = /^[A-Z](\s*[,;&]\s*[A-Z])+$/i.test(answer.trim())
  const misplaced = options.filter((option, at) => option.letter !== toOptionLetter(at))
  return createEntry({
    line,
    question: {
      kind: 'single-choice',
      text: textLines.join('\n'),
      code: null,
      picture: null,
      options: options.map(({ text }) => ({ text, picture: null })),
      correct: correct < 0 || isSeveral ? [] : [correct],
    },
    errors: [
      ...(isSeveral ? ['More than one option is marked correct: mark one'] : []),
      ...(correct < 0 && !isSeveral
        ? [`"ANSWER: ${answer.trim()}" names none of the options: mark the correct answer`]
        : []),
      ...(misplaced.length > 0
        ? ['The letters of the options are not in order: look them over']
        : []),
    ],
  })
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
  return optionLine.test(words) || isAnswerLine(words) ? `Question: ${words}` : words
}

/** Whether Aiken would give this text another form. */
export function isChangedByAiken(text: string): boolean {
  return formatQuestionText(text) !== text.trim()
}
