import { IconCodePlus } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from './code-field.tsx'
import type { DraftActions } from './draft-actions.ts'
import type { QuestionDraft } from './exam-draft.ts'
import css from './extras.module.css'
import { type FieldErrors, toFieldId } from './field-errors.ts'
import { PictureField } from './picture-field.tsx'

type ExtrasProps = {
  readonly question: QuestionDraft
  readonly change: DraftActions
  readonly readOnly: boolean
  readonly errors: FieldErrors
}

/** What a question may have besides its words: code, and a picture. */
export function Extras({ question, change, readOnly, errors }: ExtrasProps) {
  const { key, code } = question
  const codeId = toFieldId(key, 'codeSnippet')
  const handleAddCode = () => {
    flushSync(() => change.question(key, { code: '' }))
    document.getElementById(codeId)?.focus()
  }
  return (
    <>
      {code !== null && (
        <CodeField
          id={codeId}
          code={code}
          error={errors.codeSnippet}
          readOnly={readOnly}
          onChange={(text) => change.question(key, { code: text })}
        />
      )}
      {!(readOnly && !question.fileUrl) && (
        <div className={css.extras}>
          {code === null && !readOnly && (
            <Button size="row" icon={<IconCodePlus aria-hidden="true" />} onClick={handleAddCode}>
              Add code snippet
            </Button>
          )}
          <PictureField
            id={toFieldId(key, 'questionimage')}
            picture={question}
            of="the question"
            error={errors.questionimage}
            readOnly={readOnly}
            onChange={(picture) => change.question(key, picture)}
          />
        </div>
      )}
    </>
  )
}
