import { IconCodePlus } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { flushSync } from 'react-dom'
import { type PictureControl, PictureField } from '../../../questions/options/picture-field.tsx'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import { useField } from '../../../ui/form/form-state.ts'
import layout from '../../../ui/layout.module.css'
import css from './extras.module.css'
import type { DraftActions } from './use-editor.ts'

type ExtrasProps = {
  readonly question: QuestionDraft
  readonly picture: PictureControl
  readonly change: DraftActions
  readonly readOnly: boolean
}

/** The optional parts of a question besides its words: code, and a picture. */
export function Extras({ question, picture, change, readOnly }: ExtrasProps) {
  const { key, code } = question
  const codeField = useField('codeSnippet')
  const handleAddCode = () => {
    flushSync(() => change.question(key, { code: '' }))
    document.getElementById(codeField.id)?.focus()
  }
  return (
    <>
      {code !== null && (
        <CodeField
          id={codeField.id}
          code={code}
          error={codeField.error}
          readOnly={readOnly}
          onChange={(text) => change.question(key, { code: text })}
        />
      )}
      {!(readOnly && !question.fileUrl) && (
        <div className={layout.row}>
          {code === null && !readOnly && (
            <Button size="row" icon={<IconCodePlus aria-hidden="true" />} onClick={handleAddCode}>
              Add code snippet
            </Button>
          )}
          <PictureField
            name="questionimage"
            picture={picture}
            of="the question"
            readOnly={readOnly}
          />
        </div>
      )}
    </>
  )
}

type CodeFieldProps = {
  readonly id: string
  readonly code: string
  readonly error: string | undefined
  readonly readOnly: boolean
  /** Null takes the snippet away. */
  readonly onChange: (code: string | null) => void
}

/** Typed above, and shown below as students will see it. */
function CodeField({ id, code, error, readOnly, onChange }: CodeFieldProps) {
  const shown = useDeferredValue(code)
  if (readOnly) return <CodeBlock code={code} />
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label htmlFor={id}>
          Code snippet <span>(optional)</span>
        </label>
        <button type="button" className={css.remove} onClick={() => onChange(null)}>
          Remove<span className="visually-hidden"> the code snippet</span>
        </button>
      </div>
      <textarea
        id={id}
        className={css.code}
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        value={code}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError id={id} error={error} />
      {shown.trim() && (
        <figure className={css.preview}>
          <figcaption>Preview</figcaption>
          <CodeBlock code={shown} />
        </figure>
      )}
    </div>
  )
}
