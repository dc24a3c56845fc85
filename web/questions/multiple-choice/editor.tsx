import { EditableOptions } from '../options/editable-options.tsx'
import type { KindEditorProps } from '../options/kind-screens.ts'
import { toggleMark } from '../options/option-edits.ts'

export function MultipleChoiceEditor({ hasHint, ...props }: KindEditorProps) {
  const rightCount = props.question.options.filter(({ isCorrect }) => isCorrect).length
  return (
    <EditableOptions
      {...props}
      hint={hasHint ? 'Fill in the options, then mark all that are correct.' : undefined}
      count={`, ${rightCount} correct`}
      mark={{
        type: 'checkbox',
        field: 'correct_answers',
        label: (isCorrect) => (isCorrect ? 'Correct answer' : 'Mark as correct'),
        name: (option) => `${option} is correct`,
      }}
      onMark={(key) => props.onEdit(({ options }) => ({ options: toggleMark(options, key) }))}
    />
  )
}
