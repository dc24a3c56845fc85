import { IconCircleDot, IconSquareCheck } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { KindName } from '#core/questions/question.ts'
import { MultipleChoiceEditor } from './multiple-choice/editor.tsx'
import type { KindEditorProps } from './options/kind-screens.ts'
import { keepFirstMark } from './options/option-edits.ts'
import type { OptionDraft } from './options/question-draft.ts'
import { SingleChoiceEditor } from './single-choice/editor.tsx'

type KindEditor = {
  readonly name: string
  readonly Icon: typeof IconCircleDot
  readonly Editor: ComponentType<KindEditorProps>
  /** Adapts options that were written for another kind. */
  readonly adopt: (options: readonly OptionDraft[]) => readonly OptionDraft[]
  /** The fields that name kind and key on the wire. */
  readonly toWireKey: (correctAnswers: readonly string[]) => Readonly<Record<string, unknown>>
}

/** The editor of each kind of question, in the order in which they are offered. */
export const kindEditors: Readonly<Record<KindName, KindEditor>> = {
  'single-choice': {
    name: 'Single choice',
    Icon: IconCircleDot,
    Editor: SingleChoiceEditor,
    adopt: keepFirstMark,
    // As everywhere on the wire, this kind is not named.
    toWireKey: ([correctAnswer = '']) => ({ correct_answer: correctAnswer }),
  },
  'multiple-choice': {
    name: 'Multiple choice',
    Icon: IconSquareCheck,
    Editor: MultipleChoiceEditor,
    adopt: (options) => options,
    toWireKey: (correctAnswers) => ({
      kind: 'multiple-choice',
      correct_answers: correctAnswers,
    }),
  },
}
