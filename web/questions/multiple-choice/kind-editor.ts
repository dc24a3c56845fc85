import { IconSquareCheck } from '@tabler/icons-react'
import type { PortableChoice } from '#core/questions/formats/choices.ts'
import { choiceDraft, listCorrectAnswers } from '../options/choice-draft.ts'
import { ImportedOptions } from '../options/imported-options.tsx'
import type { KindEditor } from '../options/kind-screens.ts'
import type { QuestionDraft } from '../options/question-draft.ts'
import { MultipleChoiceEditor } from './editor.tsx'

export const multipleChoiceEditor: KindEditor<QuestionDraft, PortableChoice> = {
  ...choiceDraft,
  Icon: IconSquareCheck,
  Editor: MultipleChoiceEditor,
  ImportedAnswers: ImportedOptions,
  adopt: () => ({}),
  describeLoss: () => null,
  toWireKey: ({ options }) => ({
    kind: 'multiple-choice',
    correct_answers: listCorrectAnswers(options),
  }),
}
