import { useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { duplicateExam } from '#contract/exam-copies.ts'
import { type Exam, listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { suggestCopyTitle } from '#core/exams/copy-paper.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Asks for a title, and leads to the copy, where it can be changed before anybody sees it. */
export function DuplicateExamButton({
  exam: { _id: id, title: original, resultsReleasedAt },
}: {
  exam: Exam
}) {
  const navigate = useNavigate()
  const duplicate = useEndpointMutation(duplicateExam, [listExams])
  const [title, setTitle] = useState<string | null>(null)
  const [idempotencyKey, setIdempotencyKey] = useState('')
  const change = (text: string) => {
    setTitle(text)
    // Under another title it is another copy.
    setIdempotencyKey(createIdempotencyKey())
  }
  const handleConfirm = async () => {
    const body = { title: title?.trim() ?? '' }
    if (body.title === '') throw new Error('Enter a title')
    const { message, test } = await duplicate.mutateAsync({ params: { id }, body, idempotencyKey })
    await navigate(generatePath(pagePaths.updateExam, { id: test._id }))
    showToast(message)
  }
  return (
    <>
      <Button onClick={() => change(suggestCopyTitle(original))}>Duplicate</Button>
      <ConfirmDialog
        opened={title !== null}
        question="Duplicate this test?"
        action="Duplicate test"
        tone="primary"
        onConfirm={handleConfirm}
        onClose={() => setTitle(null)}
      >
        <TextField
          label="Title of the copy"
          data-autofocus
          required
          value={title ?? ''}
          onChange={({ target }) => change(target.value)}
        />
        <p>
          The copy has the same questions and rules, no attempts and no exam windows, and is not
          released.
          {resultsReleasedAt && ' Students who have the result of this test know its answers.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
