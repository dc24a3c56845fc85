import {
  choiceRules,
  isSingleInMoodle,
  type PortableChoice,
  toCellOptions,
  toOptions,
  writeGiftChoices,
  writeMoodleChoices,
} from '../formats/choices.ts'
import { indexOfUnescaped } from '../formats/gift-escapes.ts'
import type { FileAnswer, FoundAnswers, KindFormats } from '../formats/kind-format.ts'
import { findNamedOption } from '../formats/named-option.ts'
import { toSingleLine } from '../formats/portable-question.ts'
import { formatOptionLetters, toOptionLetter } from '../option-list.ts'

export const singleChoiceFormats: KindFormats<PortableChoice> = {
  ...choiceRules,
  gift: {
    write: (question) =>
      writeGiftChoices(question, (index) => (question.correct.includes(index) ? '=' : '~')),
    read({ source, answers }) {
      if (indexOfUnescaped(source, '~') < 0) return null
      const isMarked = indexOfUnescaped(source, '=') >= 0
      return isMarked || answers.every(({ share }) => share <= 0) ? findRightAnswer(answers) : null
    },
  },
  moodle: {
    write: (question) =>
      writeMoodleChoices(question, true, (index) => (question.correct.includes(index) ? 100 : 0)),
    read: (found) =>
      found.type === 'multichoice' && isSingleInMoodle(found)
        ? findRightAnswer(found.answers)
        : null,
  },
  table: {
    write: ({ options, correct }) => ({
      options: options.map(({ text }) => text),
      key: formatOptionLetters(correct),
    }),
    read(found) {
      const options = toCellOptions(found)
      const index = findNamedOption(found.key, options, found.keyStyle)
      if (index >= 0) return { options, correct: [index] }
      return found.key === '' ? { options, correct: [] } : null
    },
  },
  aiken: {
    write: ({ options, correct }) => [
      ...options.map((option, at) => `${toOptionLetter(at)}. ${toSingleLine(option.text)}`),
      `ANSWER: ${formatOptionLetters(correct)}`,
    ],
  },
}

function findRightAnswer(answers: readonly FileAnswer[]): FoundAnswers<PortableChoice> {
  const right = answers.flatMap(({ share }, index) => (share === 100 ? [index] : []))
  return {
    options: toOptions(answers),
    correct: right.length === 1 ? right : [],
    errors: right.length > 1 ? ['More than one option is marked correct: mark one'] : [],
    losses: answers.some(({ share }) => share !== 0 && share !== 100) ? ['part marks'] : [],
  }
}
