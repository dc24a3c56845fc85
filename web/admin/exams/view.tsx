import { useState } from 'react'
import { generatePath } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { draftOf } from './editor/draft.ts'
import { EditorForm } from './editor/editor.tsx'
import { Outline } from './editor/outline.tsx'
import { useEditor } from './editor/use-editor.ts'
import { ExportButton } from './question-files/file-buttons.tsx'
import { TestHeading, TestPage } from './test-page.tsx'

export const meta = createTitleMeta('View Test')

export default function ViewTestScreen() {
  return <TestPage title="View Test">{(test) => <TestView test={test} />}</TestPage>
}

const toUpdate = (id: string) => generatePath(pagePaths.updateExam, { id })

function TestView({ test }: { test: Exam }) {
  const [draft] = useState(() => draftOf(test))
  const editor = useEditor({ start: () => draft, send: async () => {}, failed: '' })
  return (
    <>
      <TestHeading
        title="View Test"
        actions={
          <>
            <ExportButton draft={draft} />
            <ButtonLink to={toUpdate(test._id)}>Update</ButtonLink>
          </>
        }
      />
      <EditorForm
        readOnly
        editor={editor}
        outline={<Outline draft={draft} facts={factsOf(test)} />}
      />
    </>
  )
}

export function factsOf(test: Exam) {
  return {
    Questions: test.numQuestions,
    Duration: `${test.duration} mins`,
    Released: test.released ? 'Yes' : 'No',
    Attempts: test.attempts,
    Created: formatDate(test.createdAt),
  }
}
