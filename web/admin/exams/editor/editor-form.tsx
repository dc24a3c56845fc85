import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createQuestion } from '../../../questions/options/question-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { runAfterPointerUp } from '../../../ui/form/after-pointer-up.ts'
import { FormContext, toFieldId, useField } from '../../../ui/form/form-state.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import css from './editor-form.module.css'
import { Rules } from './exam-rules.tsx'
import { basicsId } from './field-errors.ts'
import { QuestionCard } from './question-card.tsx'
import type { Editor } from './use-editor.ts'

type EditorFormProps = {
  readonly editor: Editor
  readonly readOnly?: boolean
  readonly areResultsReleased?: boolean
  readonly outline: ReactNode
}

/** One form to write a test, to change it and, read-only, to look at it. */
export function EditorForm({
  editor,
  readOnly = false,
  areResultsReleased = false,
  outline,
}: EditorFormProps) {
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
        <Rules
          draft={draft}
          change={change}
          readOnly={readOnly}
          areResultsReleased={areResultsReleased}
        />
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
        required
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
        required
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
