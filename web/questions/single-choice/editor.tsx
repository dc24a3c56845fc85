import type { KindEditorProps } from '../options/kind-screens.ts'
import { OptionList } from '../options/option-list.tsx'

export function SingleChoiceEditor(props: KindEditorProps) {
  const { hasHint, onEdit } = props
  return (
    <OptionList
      {...props}
      hint={hasHint ? 'Fill in all four, then mark the correct one.' : undefined}
      mark={{
        type: 'radio',
        field: 'correct_answer',
        label: (isCorrect) => (isCorrect ? 'Correct answer' : 'Mark correct'),
      }}
      onMark={(key) =>
        onEdit(({ options }) => ({
          options: options.map((option) => ({ ...option, isCorrect: option.key === key })),
        }))
      }
    />
  )
}
