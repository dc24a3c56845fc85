import { EditableOptions } from '../options/editable-options.tsx'
import type { KindEditorProps } from '../options/kind-screens.ts'
import { markOnly } from '../options/option-edits.ts'

export function SingleChoiceEditor({ hasHint, ...props }: KindEditorProps) {
  return (
    <EditableOptions
      {...props}
      hint={hasHint ? 'Fill in the options, then mark the correct one.' : undefined}
      mark={{
        type: 'radio',
        field: 'correct_answer',
        label: (isCorrect) => (isCorrect ? 'Correct answer' : 'Mark as correct'),
        name: (option) => `${option} is correct`,
      }}
      onMark={(key) => props.onEdit(({ options }) => ({ options: markOnly(options, key) }))}
    />
  )
}
