import { IconCodePlus } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { PictureField } from '../../../questions/options/picture-field.tsx'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { useField } from '../../../ui/form/form-state.ts'
import { CodeField } from './code-field.tsx'
import type { DraftActions } from './draft-actions.ts'
import css from './extras.module.css'

type ExtrasProps = {
  readonly question: QuestionDraft
  readonly change: DraftActions
  readonly readOnly: boolean
}

/** What a question may have besides its words: code, and a picture. */
export function Extras({ question, change, readOnly }: ExtrasProps) {
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
        <div className={css.extras}>
          {code === null && !readOnly && (
            <Button size="row" icon={<IconCodePlus aria-hidden="true" />} onClick={handleAddCode}>
              Add code snippet
            </Button>
          )}
          <PictureField
            name="questionimage"
            picture={question}
            of="the question"
            readOnly={readOnly}
            onChange={(picture) => change.question(key, picture)}
          />
        </div>
      )}
    </>
  )
}
