import { useState } from 'react'
import { generatePath } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DuplicateExamButton } from './duplicate-exam-button.tsx'
import { EditorForm } from './editor/editor-form.tsx'
import { toExamDraft } from './editor/exam-draft.ts'
import { PreviewButton } from './editor/exam-preview.tsx'
import { Outline } from './editor/outline.tsx'
import { useEditor } from './editor/use-editor.ts'
import { ExamHeading, ExamPage, getExamFacts } from './exam-page.tsx'
import { ExportButton } from './question-import/import-export-buttons.tsx'

export const meta = createTitleMeta('View Test')

export default function ViewExamScreen() {
  return <ExamPage title="View Test">{(exam) => <ExamView exam={exam} />}</ExamPage>
}

const toUpdatePath = (id: string) => generatePath(pagePaths.updateExam, { id })

function ExamView({ exam }: { exam: Exam }) {
  const [draft] = useState(() => toExamDraft(exam))
  const editor = useEditor({ start: () => draft, send: async () => {}, failureMessage: '' })
  return (
    <>
      <ExamHeading
        title="View Test"
        exam={exam}
        actions={
          <>
            <PreviewButton draft={draft} />
            <ExportButton draft={draft} />
            <DuplicateExamButton exam={exam} />
            <ButtonLink to={toUpdatePath(exam._id)}>Update</ButtonLink>
          </>
        }
      />
      <EditorForm
        readOnly
        editor={editor}
        areResultsReleased={exam.resultsReleasedAt !== null}
        outline={<Outline draft={draft} facts={getExamFacts(exam)} />}
      />
    </>
  )
}
