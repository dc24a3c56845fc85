import type { ComponentType } from 'react'
import type { KindEditorProps } from './options/kind-screens.ts'
import { SingleChoiceEditor } from './single-choice/editor.tsx'

/** What an author writes each kind of question with. */
export const kindEditors = {
  'single-choice': SingleChoiceEditor,
} as const satisfies Readonly<Record<string, ComponentType<KindEditorProps>>>
