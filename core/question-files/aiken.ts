import { letterOf } from '../exam.ts'
import {
  entryOf,
  inOneLine,
  inUnixLines,
  leftOut,
  type PortableQuestion,
  type ReadQuestions,
} from './portable-question.ts'

const optionLine = /^([A-Z])[.)]\s(.*)$/s
const answerLine = /^ANSWER\s*:(.*)$/is

type Underway = { line: number; asked: string[]; options: { letter: string; text: string }[] }

/** A question in a line, options "A." or "A)" in one each, then "ANSWER: A". */
export function readAiken(file: string): ReadQuestions {
  const entries: ReadQuestions['entries'][number][] = []
  let underway: Underway | null = null
  const begin = (line: number): Underway => ({ line, asked: [], options: [] })
  const giveUp = () => {
    if (underway) {
      const words = underway.asked.join(' ')
      entries.push(leftOut(underway.line, words, 'It has no line "ANSWER:" behind its options.'))
    }
    underway = null
  }

  for (const [index, raw] of inUnixLines(file).split('\n').entries()) {
    const text = raw.trim()
    if (text === '') continue
    const answer = answerLine.exec(text)
    const option = optionLine.exec(text)
    if (answer) {
      entries.push(finished(underway ?? begin(index + 1), answer[1]?.trim() ?? ''))
      underway = null
    } else if (option && underway) {
      underway.options.push({ letter: option[1] ?? '', text: option[2]?.trim() ?? '' })
    } else {
      // Words behind the options begin the next question: this one never got its answer.
      if (underway && underway.options.length > 0) giveUp()
      underway ??= begin(index + 1)
      underway.asked.push(text)
    }
  }
  giveUp()
  return { entries, faults: [] }
}

function finished({ line, asked, options }: Underway, answer: string) {
  const letter = /^\(?([A-Za-z])\b/.exec(answer.trim())?.[1]?.toUpperCase()
  const correct = options.findIndex((option) => option.letter === letter)
  const isSeveral = /^[A-Z](\s*[,;&]\s*[A-Z])+$/i.test(answer.trim())
  const strays = options.filter((option, at) => option.letter !== letterOf(at))
  return entryOf({
    line,
    question: {
      text: asked.join('\n'),
      code: null,
      picture: null,
      options: options.map(({ text }) => ({ text, picture: null })),
      correct: correct < 0 || isSeveral ? null : correct,
    },
    faults: [
      ...(isSeveral ? ['More than one option is marked correct: mark one'] : []),
      ...(correct < 0 && !isSeveral
        ? [`"ANSWER: ${answer.trim()}" names none of the options: mark the correct answer`]
        : []),
      ...(strays.length > 0 ? ['The letters of the options are not in order: look them over'] : []),
    ],
  })
}

/** Plain words only: code, pictures and line breaks have no place in it. */
export function writeAiken(questions: readonly PortableQuestion[]): string {
  return questions.map(blockOf).join('\n')
}

function blockOf({ text, options, correct }: PortableQuestion): string {
  const lines = options.map((option, at) => `${letterOf(at)}. ${inOneLine(option.text)}`)
  const answer = correct === null ? '' : letterOf(correct)
  return `${[askedIn(text), ...lines, `ANSWER: ${answer}`].join('\n')}\n`
}

/** A question that looks like an option or an answer would be read as one. */
function askedIn(text: string): string {
  const words = inOneLine(text)
  return optionLine.test(words) || answerLine.test(words) ? `Question: ${words}` : words
}

/** Whether Aiken would give this text another form. */
export function isBentByAiken(text: string): boolean {
  return askedIn(text) !== text.trim()
}
