import { toOptionLetter } from '#core/exams/exam.ts'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import type { Change } from './change-draft.ts'
import type { QuestionDraft } from './draft.ts'
import { type Faults, fieldId } from './faults.ts'
import css from './option-list.module.css'
import { OptionRow } from './option-row.tsx'

type OptionListProps = {
  readonly question: QuestionDraft
  readonly change: Change
  readonly readOnly: boolean
  readonly faults: Faults
  readonly hint: boolean
}

export function OptionList({ question, change, readOnly, faults, hint }: OptionListProps) {
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
          fault={faults[`options.${at}`]}
          imageFault={faults[`optionimage.${at}`]}
          unmarked={faults.correct_answer}
          readOnly={readOnly}
          change={change}
        />
      ))}
      {['options', 'correct_answer'].map((field) => (
        <FieldError key={field} id={fieldId(key, field)} error={faults[field]} />
      ))}
    </fieldset>
  )
}
