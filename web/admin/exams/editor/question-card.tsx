import { type FocusEvent, memo, useState } from 'react'
import { defaultKind } from '#core/questions/kinds.ts'
import { type KindName, kindOf } from '#core/questions/question.ts'
import { AuthorTextView } from '../../../questions/author-text-view.tsx'
import { editableKinds, editorOf, isBlank } from '../../../questions/kind-editors.ts'
import { usePicture } from '../../../questions/options/picture-field.tsx'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { runAfterPointerUp } from '../../../ui/form/after-pointer-up.ts'
import { FormContext, useField } from '../../../ui/form/form-state.ts'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Extras } from './extras.tsx'
import { getVisibleErrors } from './field-errors.ts'
import css from './question-card.module.css'
import { QuestionTools } from './question-tools.tsx'
import type { DraftActions } from './use-editor.ts'

type QuestionCardProps = {
  readonly question: QuestionDraft
  readonly number: number
  /** The number of questions in the whole test. */
  readonly count: number
  readonly change: DraftActions
  readonly readOnly: boolean
}

/** Drawn again only when its own question changes: a test may have hundreds. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { question, number, change, readOnly } = props
  const { Editor } = editorOf(question)
  const errors = getVisibleErrors(question)
  const headingId = `${question.key}-heading`
  const picture = usePicture(question, (next) => change.question(question.key, next))

  // Errors show when the card is left, not while it is being filled in.
  const handleBlur = ({ currentTarget: card }: FocusEvent<HTMLElement>) => {
    if (readOnly || question.isChecked || isBlank(question)) return
    const checkIfLeft = () => {
      if (!card.contains(document.activeElement)) change.check(question.key)
    }
    // The next field has the focus only after this event.
    runAfterPointerUp(() => setTimeout(checkIfLeft))
  }

  return (
    <Card
      id={question.key}
      aria-labelledby={headingId}
      className={css.card}
      data-faulty={Object.keys(errors).length > 0 || undefined}
      onBlur={handleBlur}
      onPaste={readOnly ? undefined : picture.handlePaste}
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
        <Extras question={question} picture={picture} change={change} readOnly={readOnly} />
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

const markHint =
  'Words between `backticks` are shown as code, and those between \\( and \\) as a formula, such as \\(x^2\\).'

function QuestionText({ question, number, change, readOnly }: QuestionCardProps) {
  const field = useField('question')
  if (readOnly) {
    return (
      <p dir="auto" className={css.words}>
        <AuthorTextView text={question.text} />
      </p>
    )
  }
  return (
    <TextAreaField
      {...field}
      label="Question"
      required
      hint={number === 1 ? markHint : undefined}
      dir="auto"
      rows={2}
      value={question.text}
      onChange={({ target }) => change.question(question.key, { text: target.value })}
    />
  )
}

type KindChooserProps = {
  readonly question: QuestionDraft
  readonly change: DraftActions
  readonly readOnly: boolean
}

const kindSegments = editableKinds.map((value) => ({ value, label: <KindLabel kind={value} /> }))

function KindLabel({ kind }: { kind: KindName }) {
  const { Icon } = editorOf({ kind })
  return (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {kindOf({ kind }).label}
    </>
  )
}

/** Asks before a change of kind takes something away. */
function KindChooser({ question, change, readOnly }: KindChooserProps) {
  const [askedKind, setAskedKind] = useState<KindName | null>(null)
  const { key, kind } = question
  const describeLoss = (next: KindName) => editorOf({ kind: next }).describeLoss(question)
  const loss = askedKind && describeLoss(askedKind)

  const switchTo = (next: KindName) =>
    change.edit(key, (now) => ({ kind: next, ...editorOf({ kind: next }).adopt(now) }))
  const handleChoose = (next: KindName) => {
    if (describeLoss(next)) setAskedKind(next)
    else switchTo(next)
  }
  if (readOnly) {
    return kind === defaultKind ? null : <p className={css.name}>{kindOf(question).label}</p>
  }
  return (
    <>
      <SegmentedControl
        legend="Kind of question"
        segments={kindSegments}
        selected={kind}
        onSelect={handleChoose}
      />
      {askedKind && loss && (
        <ConfirmDialog
          opened
          question={loss.title}
          action="Change the kind"
          tone="primary"
          onConfirm={async () => switchTo(askedKind)}
          onClose={() => setAskedKind(null)}
        >
          {loss.text}
        </ConfirmDialog>
      )}
    </>
  )
}
