import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteExam, type Exam, listDeletedExams, listExams } from '#contract/exams.ts'
import { listAttempts } from '#contract/results.ts'
import { removeInactiveQueries, useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { counted } from '../counted.ts'
import css from './delete-test.module.css'

export function DeleteTest({ test }: { test: Exam }) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const remove = useEndpointMutation(deleteExam, [listExams, listDeletedExams, listAttempts])
  const handleConfirm = async () => {
    const { message } = await remove.mutateAsync({ params: { id: test._id } })
    removeInactiveQueries(client)
    showToast(message)
    // The row is gone, and the button that had the focus with it.
    document.getElementById('main')?.focus()
  }
  return (
    <span className={css.delete}>
      <Button
        tone="quiet"
        size="row"
        aria-label={`Delete ${test.title}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question="Are you sure you want to delete this test?"
        action="Delete test"
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <b>{test.title}</b> disappears from every list{lossOf(test)}. It can be restored for 30
        days, under Recently deleted.
      </ConfirmDialog>
    </span>
  )
}

function lossOf({ attempts }: Exam) {
  return attempts > 0 ? `, and with it ${counted(attempts, 'attempt')} and their results` : ''
}
