import { toOptionLetter } from '#core/questions/option-list.ts'
import type { KeyEditor } from '../options/kind-screens.ts'
import {
  joinNames,
  LetteredOption,
  listRight,
  OptionChecks,
  toLetterKey,
} from '../options/letter-key.tsx'

export const singleChoiceKey: KeyEditor<readonly number[]> = {
  listKeys(item) {
    const isAlone = listRight(item).length === 1
    return item.options.map(({ text, isKey }, option) => ({
      value: toOptionLetter(option),
      label: <LetteredOption option={option} text={text} />,
      isCurrent: isKey && isAlone,
    }))
  },
  draftLabel: 'Several options, each by itself',
  createDraft: listRight,
  toKey: (item, options) => toLetterKey(item, options, 2),
  Fields: OptionChecks,
  describe: (key) => `${joinNames(key.split(','), 'or')} counts.`,
}
