import { toOptionLetter } from '#core/exams/exam.ts'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import type { DraftActions } from './draft-actions.ts'
import type { QuestionDraft } from './exam-draft.ts'
import { type FieldErrors, toFieldId } from './field-errors.ts'
import css from './option-list.module.css'
import { OptionRow } from './option-row.tsx'

type OptionListProps = {
  readonly question: QuestionDraft
  readonly change: DraftActions
  readonly readOnly: boolean
  readonly errors: FieldErrors
  readonly hint: boolean
}

export function OptionList({ question, change, readOnly, errors, hint }: OptionListProps) {
  const { key, options, correct } = question
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
          error={errors[`options.${at}`]}
          imageError={errors[`optionimage.${at}`]}
          unmarkedError={errors.correct_answer}
          readOnly={readOnly}
          change={change}
        />
      ))}
      {['options', 'correct_answer'].map((field) => (
        <FieldError key={field} id={toFieldId(key, field)} error={errors[field]} />
      ))}
    </fieldset>
  )
}
