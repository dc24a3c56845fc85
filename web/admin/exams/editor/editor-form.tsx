import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { IntegrityMode, Navigation } from '#core/exams/exam.ts'
import { createQuestion } from '../../../questions/options/question-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { runAfterPointerUp } from '../../../ui/form/after-pointer-up.ts'
import { GroupFrame } from '../../../ui/form/field-frame.tsx'
import { FormContext, toFieldId, useField } from '../../../ui/form/form-state.ts'
import { RadioCards } from '../../../ui/form/radio-cards.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import css from './editor-form.module.css'
import type { ExamDraft } from './exam-draft.ts'
import { basicsId } from './field-errors.ts'
import { QuestionCard } from './question-card.tsx'
import type { DraftActions, Editor } from './use-editor.ts'

type EditorFormProps = {
  readonly editor: Editor
  readonly readOnly?: boolean
  readonly outline: ReactNode
}

/** One form to write a test, to change it and, read-only, to look at it. */
export function EditorForm({ editor, readOnly = false, outline }: EditorFormProps) {
  const { draft, change } = editor
  const handleAdd = () => {
    const question = createQuestion()
    flushSync(() => change.insert(question))
    document.getElementById(toFieldId(question.key, 'question'))?.focus()
  }
  return (
    <form
      noValidate
      className={css.editor}
      aria-busy={editor.isBusy || undefined}
      onSubmit={editor.handleSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isSingleLine(event.target)) event.preventDefault()
      }}
    >
      <div className={css.paper}>
        <FormContext value={{ id: basicsId, errors: editor.basics, initial: {} }}>
          <Basics {...editor} readOnly={readOnly} />
        </FormContext>
        <Rules draft={draft} change={change} readOnly={readOnly} />
        <div>
          {draft.questions.map((question, index) => (
            <QuestionCard
              key={question.key}
              question={question}
              number={index + 1}
              count={draft.questions.length}
              change={change}
              readOnly={readOnly}
            />
          ))}
        </div>
        {!readOnly && (
          <button type="button" className={css.add} onClick={handleAdd}>
            <IconPlus size={20} stroke={1.75} aria-hidden="true" />
            Add Another Question
          </button>
        )}
      </div>
      {outline}
    </form>
  )
}

type BasicsProps = Pick<Editor, 'draft' | 'change' | 'markTouched'> & {
  readonly readOnly: boolean
}

function Basics({ draft, change, markTouched, readOnly }: BasicsProps) {
  return (
    <Card padded className={css.basics}>
      <TextField
        {...useField('title')}
        label="Title"
        autoComplete="off"
        dir="auto"
        value={draft.title}
        readOnly={readOnly}
        onChange={({ target }) => change.basics({ title: target.value })}
        onBlur={() => draft.title && runAfterPointerUp(() => markTouched('title'))}
      />
      <TextField
        {...useField('duration')}
        label="Duration (mins)"
        inputMode="numeric"
        autoComplete="off"
        value={draft.duration}
        readOnly={readOnly}
        onChange={({ target }) => change.basics({ duration: target.value })}
        onBlur={() => runAfterPointerUp(() => markTouched('duration'))}
      />
    </Card>
  )
}

/** Enter in a line of text is no wish to send twenty questions. */
function isSingleLine(target: EventTarget) {
  return (
    target instanceof HTMLInputElement ||
    (target instanceof HTMLTextAreaElement && target.rows === 1)
  )
}

const modes = [
  { value: 'strict', name: 'Strict', meaning: 'Leaving the quiz once submits it.' },
  { value: 'warn', name: 'Warn', meaning: 'Two warnings, then leaving it again submits it.' },
  {
    value: 'observe',
    name: 'Observe',
    meaning: 'Leaving is only noted for you. A reload goes on with the quiz.',
  },
] as const satisfies readonly { value: IntegrityMode; name: string; meaning: string }[]

const navigations = [
  {
    value: 'forward',
    name: 'Forward',
    meaning: 'One question after the other. A submitted answer is final.',
  },
  {
    value: 'free',
    name: 'Free',
    badge: 'Recommended',
    meaning: 'Back and forth, with a list of all questions. Answers can be changed until the end.',
  },
] as const satisfies readonly {
  value: Navigation
  name: string
  meaning: string
  badge?: string
}[]

type RulesProps = {
  readonly draft: ExamDraft
  readonly change: DraftActions
  readonly readOnly: boolean
}

/** How a test is taken; most leave it as it is, so it stays folded. */
function Rules({ draft, change, readOnly }: RulesProps) {
  return (
    <details className={css.rules} data-read-only={readOnly || undefined}>
      <summary>
        <h2>Rules</h2>
        <span>{describeRules(draft)}</span>
      </summary>
      <fieldset className={css.body} disabled={readOnly}>
        <GroupFrame
          label="When a student leaves the quiz"
          hint="Leaving is another tab or window, a reload, the back button or developer tools. Each is noted on the attempt in every mode; copying and other blocked keys never end the quiz."
        >
          {() => (
            <RadioCards
              name="integrityMode"
              options={modes}
              value={draft.integrityMode}
              onChange={(integrityMode) => change.basics({ integrityMode })}
              inRow
            />
          )}
        </GroupFrame>
        <GroupFrame
          label="How students move through the paper"
          hint="A student who is taking the test goes on as it was at the start."
        >
          {() => (
            <RadioCards
              name="navigation"
              options={navigations}
              value={draft.navigation}
              onChange={(navigation) => change.basics({ navigation })}
              inRow
            />
          )}
        </GroupFrame>
        <div className={css.pair}>
          <SelectField
            label="Attempts allowed"
            hint="You can grant one student another later."
            value={String(draft.attemptsAllowed)}
            options={listAttemptOptions(draft.attemptsAllowed)}
            onChange={({ target }) => change.basics({ attemptsAllowed: Number(target.value) })}
          />
          <Checkbox
            kind="switch"
            checked={draft.shuffleOptions}
            onChange={({ target }) => change.basics({ shuffleOptions: target.checked })}
          >
            Shuffle the options of each question, anew for each attempt
          </Checkbox>
        </div>
      </fieldset>
    </details>
  )
}

function describeRules(draft: ExamDraft) {
  const { integrityMode, attemptsAllowed, shuffleOptions, navigation } = draft
  const mode = modes.find(({ value }) => value === integrityMode)?.name
  const order = shuffleOptions ? 'options shuffled' : 'options in order'
  const way = navigation === 'free' ? ', free navigation' : ''
  return `${mode}, ${toAttemptsLabel(attemptsAllowed).toLowerCase()}, ${order}${way}`
}

function listAttemptOptions(current: number) {
  const counts = [1, 2, 3, 5, 10, 0]
  const offered = counts.includes(current) ? counts : [...counts, current]
  return offered.map((count) => ({ value: String(count), name: toAttemptsLabel(count) }))
}

function toAttemptsLabel(count: number) {
  if (count === 0) return 'No limit'
  return count === 1 ? '1 attempt' : `${count} attempts`
}
