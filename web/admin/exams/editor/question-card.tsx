import { type FocusEvent, memo } from 'react'
import { kindEditors } from '../../../questions/kind-editors.ts'
import { isBlank, type QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { FormContext, useField } from '../../../ui/form/form-state.ts'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import type { DraftActions } from './draft-actions.ts'
import { Extras } from './extras.tsx'
import { getVisibleErrors } from './field-errors.ts'
import { KindChooser } from './kind-chooser.tsx'
import css from './question-card.module.css'
import { QuestionTools } from './question-tools.tsx'

type QuestionCardProps = {
  readonly question: QuestionDraft
  readonly number: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly change: DraftActions
  readonly readOnly: boolean
}

/** Drawn again only when its own question changes: a test may have hundreds. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { question, number, change, readOnly } = props
  const { Editor } = kindEditors[question.kind]
  const errors = getVisibleErrors(question)
  const headingId = `${question.key}-heading`

  // Errors show when the card is left, not while it is being filled in.
  const handleBlur = ({ currentTarget: card }: FocusEvent<HTMLElement>) => {
    if (readOnly || question.isChecked || isBlank(question)) return
    runAfterPointerUp(() => {
      if (!card.contains(document.activeElement)) change.check(question.key)
    })
  }

  return (
    <Card
      id={question.key}
      aria-labelledby={headingId}
      className={css.card}
      data-faulty={Object.keys(errors).length > 0 || undefined}
      onBlur={handleBlur}
    >
      <div className={css.head}>
        <h2 id={headingId} tabIndex={-1}>
          Question {number}
        </h2>
        {!readOnly && <QuestionTools {...props} />}
      </div>
      <FormContext value={{ id: question.key, errors, initial: {} }}>
        <KindChooser {...props} />
        <QuestionText {...props} />
        <Extras question={question} change={change} readOnly={readOnly} />
        <Editor
          question={question}
          readOnly={readOnly}
          hasHint={number === 1 && !readOnly}
          onEdit={(edit) => change.edit(question.key, edit)}
        />
      </FormContext>
    </Card>
  )
})

function QuestionText({ question, number, change, readOnly }: QuestionCardProps) {
  return (
    <TextAreaField
      {...useField('question')}
      label="Question"
      hint={number === 1 && !readOnly ? 'Words between `backticks` are shown as code.' : undefined}
      rows={2}
      value={question.text}
      readOnly={readOnly}
      onChange={({ target }) => change.question(question.key, { text: target.value })}
    />
  )
}

/** What moves the page waits until the pointer is up: a button would slip from under it. */
function runAfterPointerUp(callback: () => void) {
  if (!document.querySelector(':active')) return void setTimeout(callback)
  document.addEventListener('pointerup', () => setTimeout(callback), { once: true })
}
