import { IconEye } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { isBlank } from '../../../questions/kind-editors.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ExamDraft } from './exam-draft.ts'
import { QuestionPreview } from './question-preview.tsx'

/** Opens the test as it is now, saved or not; nothing while no question is begun. */
export function PreviewButton({ draft }: { readonly draft: ExamDraft }) {
  const [isOpen, setOpen] = useState(false)
  const questions = draft.questions.filter((question) => !isBlank(question))
  if (questions.length === 0) return null
  return (
    <>
      <Button icon={<IconEye aria-hidden="true" />} onClick={() => setOpen(true)}>
        Preview
      </Button>
      {isOpen && (
        <ExamPreview title={draft.title} questions={questions} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type ExamPreviewProps = {
  readonly title: string
  readonly questions: readonly QuestionDraft[]
  readonly onClose: () => void
}

/** One question at a time, as students get them, but with a way back. */
function ExamPreview({ title, questions, onClose }: ExamPreviewProps) {
  const [index, setIndex] = useState(0)
  const nextButton = useRef<HTMLButtonElement>(null)
  const isLast = index === questions.length - 1
  const question = questions[index]

  const handlePrevious = () => {
    setIndex(index - 1)
    // On the first question this button is off, and would take the focus with it.
    if (index === 1) nextButton.current?.focus()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      width={800}
      title={`${title.trim() || 'This test'}, as a student sees it`}
      footer={
        <>
          <Button disabled={index === 0} onClick={handlePrevious}>
            Previous
          </Button>
          <Button ref={nextButton} onClick={() => (isLast ? onClose() : setIndex(index + 1))}>
            {isLast ? 'Close the preview' : 'Next'}
          </Button>
        </>
      }
    >
      {question && (
        <QuestionPreview
          key={question.key}
          question={question}
          progress={`Question ${index + 1} of ${questions.length}`}
        />
      )}
    </Dialog>
  )
}
