import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Basics } from './basics.tsx'
import css from './editor-form.module.css'
import { createEmptyQuestion } from './exam-draft.ts'
import { toFieldId } from './field-errors.ts'
import { QuestionCard } from './question-card.tsx'
import { Rules } from './rules.tsx'
import type { Editor } from './use-editor.ts'

type EditorFormProps = {
  readonly editor: Editor
  readonly readOnly?: boolean
  readonly outline: ReactNode
}

/** One form to write a test, to change it and, read-only, to look at it. */
export function EditorForm({ editor, readOnly = false, outline }: EditorFormProps) {
  const { draft, change } = editor
  const handleAdd = () => {
    const question = createEmptyQuestion()
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
        <Basics {...editor} readOnly={readOnly} />
        <Rules draft={draft} change={change} readOnly={readOnly} />
        <div>
          {draft.questions.map((question, index) => (
            <QuestionCard
              key={question.key}
              question={question}
              number={index + 1}
              isFirst={index === 0}
              isLast={index === draft.questions.length - 1}
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

/** Enter in a line of text is no wish to send twenty questions. */
function isSingleLine(target: EventTarget) {
  return (
    target instanceof HTMLInputElement ||
    (target instanceof HTMLTextAreaElement && target.rows === 1)
  )
}
