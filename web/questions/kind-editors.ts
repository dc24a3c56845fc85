import type { PortableQuestion } from '#core/questions/formats/kind-formats.ts'
import type { KindName } from '#core/questions/question.ts'
import { multipleChoiceEditor } from './multiple-choice/kind-editor.ts'
import type { KindEditor } from './options/kind-screens.ts'
import { hasPicture, type QuestionDraft } from './options/question-draft.ts'
import { singleChoiceEditor } from './single-choice/kind-editor.ts'

/** A kind whose type is not known statically; it must be given its own questions. */
type AnyKindEditor = KindEditor<QuestionDraft, PortableQuestion>

/** The editor of each kind of question, in the order in which they are offered. */
const kindEditors = {
  'single-choice': singleChoiceEditor,
  'multiple-choice': multipleChoiceEditor,
} as const satisfies Readonly<Record<KindName, unknown>>

export const editableKinds = Object.keys(kindEditors) as KindName[]

export function editorOf({ kind }: { readonly kind: KindName }): AnyKindEditor {
  return kindEditors[kind] as unknown as AnyKindEditor
}

/** Whether nothing was typed into it or chosen for it. */
export function isBlank(question: QuestionDraft): boolean {
  const { text, code, options } = question
  const isUntouched = (option: QuestionDraft['options'][number]) =>
    !option.text && !hasPicture(option)
  return (
    !text &&
    !code &&
    !hasPicture(question) &&
    options.every(isUntouched) &&
    !editorOf(question).hasKey(question)
  )
}
