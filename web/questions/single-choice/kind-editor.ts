import { IconCircleDot } from '@tabler/icons-react'
import type { PortableChoice } from '#core/questions/formats/choices.ts'
import { choiceDraft, describeLostMarks, listCorrectAnswers } from '../options/choice-draft.ts'
import { ImportedOptions } from '../options/imported-options.tsx'
import type { KindEditor } from '../options/kind-screens.ts'
import { keepFirstMark } from '../options/option-edits.ts'
import type { QuestionDraft } from '../options/question-draft.ts'
import { SingleChoiceEditor } from './editor.tsx'

export const singleChoiceEditor: KindEditor<QuestionDraft, PortableChoice> = {
  ...choiceDraft,
  Icon: IconCircleDot,
  Editor: SingleChoiceEditor,
  ImportedAnswers: ImportedOptions,
  adopt: ({ options }) => ({ options: keepFirstMark(options) }),
  describeLoss: describeLostMarks,
  // As everywhere on the wire, this kind is not named.
  toWireKey: ({ options }) => ({ correct_answer: listCorrectAnswers(options)[0] ?? '' }),
}
