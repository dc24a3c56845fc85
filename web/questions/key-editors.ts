import type { KindName } from '#core/questions/question.ts'
import { multipleChoiceKey } from './multiple-choice/key-editor.tsx'
import type { KeyEditor } from './options/kind-screens.ts'
import { singleChoiceKey } from './single-choice/key-editor.tsx'

const keyEditors = {
  'single-choice': singleChoiceKey,
  'multiple-choice': multipleChoiceKey,
} as const satisfies Readonly<Record<KindName, unknown>>

/** The correction of a key by the question's kind, which must be given its own drafts. */
export function keyEditorOf(kind: KindName): KeyEditor<unknown> {
  return keyEditors[kind] as unknown as KeyEditor<unknown>
}
