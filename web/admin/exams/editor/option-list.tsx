import { toOptionLetter } from '#core/exams/exam.ts'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import { useField } from '../../../ui/form/form-state.ts'
import type { DraftActions } from './draft-actions.ts'
import type { QuestionDraft } from './exam-draft.ts'
import css from './option-list.module.css'
import { OptionRow } from './option-row.tsx'

type OptionListProps = {
  readonly question: QuestionDraft
  readonly change: DraftActions
  readonly readOnly: boolean
  readonly hint: boolean
}

export function OptionList({ question, change, readOnly, hint }: OptionListProps) {
  const { key, options, correct } = question
  const countField = useField('options')
  const markField = useField('correct_answer')
  return (
    <fieldset className={css.options}>
      <legend>Options</legend>
      {hint && <p className={css.hint}>Fill in all four, then mark the correct one.</p>}
      {options.map((option, at) => (
        <OptionRow
          key={toOptionLetter(at)}
          questionKey={key}
          option={option}
          at={at}
          isCorrect={at === correct}
          readOnly={readOnly}
          change={change}
        />
      ))}
      <FieldError id={countField.id} error={countField.error} />
      <FieldError id={markField.id} error={markField.error} />
    </fieldset>
  )
}
