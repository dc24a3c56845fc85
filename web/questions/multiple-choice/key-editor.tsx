import type { KeyEditor } from '../options/kind-screens.ts'
import { joinNames, listRight, OptionChecks, toLetterKey } from '../options/letter-key.tsx'

export const multipleChoiceKey: KeyEditor<readonly number[]> = {
  listKeys: () => [],
  draftLabel: 'Other options, all together',
  createDraft: listRight,
  toKey: (item, options) => toLetterKey(item, options, 1),
  Fields: OptionChecks,
  describe(key) {
    const letters = key.split(',')
    return letters.length < 2 ? `${key} counts.` : `${joinNames(letters, 'and')} count together.`
  },
}
