import { IconCodePlus } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import type { Change } from './change-draft.ts'
import { CodeField } from './code-field.tsx'
import type { QuestionDraft } from './draft.ts'
import css from './extras.module.css'
import { type Faults, fieldId } from './faults.ts'
import { PictureField } from './picture-field.tsx'

type ExtrasProps = {
  readonly question: QuestionDraft
  readonly change: Change
  readonly readOnly: boolean
  readonly faults: Faults
}

/** What a question may have besides its words: code, and a picture. */
export function Extras({ question, change, readOnly, faults }: ExtrasProps) {
  const { key, code } = question
  const codeId = fieldId(key, 'codeSnippet')
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
          error={faults.codeSnippet}
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
            id={fieldId(key, 'questionimage')}
            picture={question}
            of="the question"
            error={faults.questionimage}
            readOnly={readOnly}
            onChange={(picture) => change.question(key, picture)}
          />
        </div>
      )}
    </>
  )
}
