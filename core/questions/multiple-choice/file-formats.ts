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
import { findNamedOption, splitKey } from '../formats/named-option.ts'
import { formatOptionLetters } from '../option-list.ts'

export const multipleChoiceFormats: KindFormats<PortableChoice> = {
  ...choiceRules,
  gift: {
    write: (question) => writeGiftChoices(question, (index) => `~%${toShare(question, index)}%`),
    // As Moodle has it: without a `=` several may be chosen.
    read: ({ source, answers }) =>
      indexOfUnescaped(source, '=') < 0 && answers.some(({ share }) => share > 0)
        ? findRightAnswers(answers)
        : null,
  },
  moodle: {
    write: (question) => writeMoodleChoices(question, false, (index) => toShare(question, index)),
    read: (found) =>
      found.type === 'multichoice' && !isSingleInMoodle(found)
        ? findRightAnswers(found.answers)
        : null,
  },
  table: {
    write: ({ options, correct }) => ({
      options: options.map(({ text }) => text),
      key: formatOptionLetters(correct),
    }),
    read(found) {
      const options = toCellOptions(found)
      if (found.key === '') return { options, correct: [] }
      for (const words of splitKey(found.key)) {
        const named = words.map((word) => findNamedOption(word, options, found.keyStyle))
        const correct = [...new Set(named)].sort((one, other) => one - other)
        if (!correct.includes(-1)) return { options, correct }
      }
      return null
    },
  },
  aiken: { missing: 'Aiken holds one correct answer only' },
}

/** The right ones share the mark evenly; a wrong one takes it away. */
function toShare({ correct }: Pick<PortableChoice, 'correct'>, index: number): number {
  return correct.includes(index) ? Number((100 / correct.length).toFixed(5)) : -100
}

function findRightAnswers(answers: readonly FileAnswer[]): FoundAnswers<PortableChoice> {
  const correct = answers.flatMap(({ share }, index) => (share > 0 ? [index] : []))
  const isAllOrNothing = answers.every(({ share }, index) => share === toShare({ correct }, index))
  return { options: toOptions(answers), correct, losses: isAllOrNothing ? [] : ['part marks'] }
}
