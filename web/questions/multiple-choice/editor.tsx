import type { KindEditorProps } from '../options/kind-screens.ts'
import { toggleMark } from '../options/option-edits.ts'
import { OptionList } from '../options/option-list.tsx'

export function MultipleChoiceEditor({ hasHint, ...props }: KindEditorProps) {
  const rightCount = props.question.options.filter(({ isCorrect }) => isCorrect).length
  return (
    <OptionList
      {...props}
      hint={hasHint ? 'Fill in the options, then mark all that are right.' : undefined}
      count={`, ${rightCount} right`}
      mark={{
        type: 'checkbox',
        field: 'correct_answers',
        label: (isCorrect) => (isCorrect ? 'Right' : 'Mark as right'),
        name: (option) => `${option} is right`,
      }}
      onMark={(key) => props.onEdit(({ options }) => ({ options: toggleMark(options, key) }))}
    />
  )
}
