import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listDeletedExams, listExams, restoreExam } from '#contract/exams.ts'
import { listAttemptsByExam, listStudentAttempts } from '#contract/results.ts'
import { pluralize } from '#core/text.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './deleted-exams.module.css'

type DeletedExam = ReplyOf<typeof listDeletedExams>[number]

/** Stands below the list while there is something to restore, folded. */
export function DeletedExams() {
  const { data: exams, isError, refetch } = useEndpointQuery(listDeletedExams)
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        Failed to fetch deleted tests.
      </Notice>
    )
  }
  if (!exams || exams.length === 0) return null
  return (
    <details className={css.deleted}>
      <summary>
        <h2>Recently deleted</h2>
        <span>{pluralize(exams.length, 'test')}, each kept for 30 days</span>
      </summary>
      <Card>
        <DataTable
          caption="Deleted tests, last deleted first"
          columns={columns}
          rows={exams}
          rowKey={({ _id }) => _id}
        />
      </Card>
    </details>
  )
}

const columns: readonly Column<DeletedExam>[] = [
  { key: 'title', head: 'Title', as: 'title', cell: ({ title }) => title },
  { key: 'questions', head: 'Questions', align: 'right', cell: ({ numQuestions }) => numQuestions },
  { key: 'attempts', head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  {
    key: 'deleted',
    head: 'Deleted',
    oneLine: true,
    cell: ({ deletedAt }) => formatDateTime(deletedAt),
  },
  {
    key: 'erased',
    head: 'Erased for good',
    oneLine: true,
    cell: ({ erasedAt }) => formatDateTime(erasedAt),
  },
  { key: 'actions', head: 'Actions', as: 'actions', cell: (exam) => <Restore exam={exam} /> },
]

function Restore({ exam: { _id: id, title, attempts } }: { exam: DeletedExam }) {
  const [isAsking, setAsking] = useState(false)
  const restore = useEndpointMutation(restoreExam, [
    listDeletedExams,
    listExams,
    listAttemptsByExam,
    listStudentAttempts,
  ])
  const handleConfirm = async () => {
    const { message } = await restore.mutateAsync({ params: { id } })
    showToast(message)
    // The row is gone, and the button that had the focus with it.
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <Button
        tone="quiet"
        size="row"
        aria-label={`Restore ${title}`}
        onClick={() => setAsking(true)}
      >
        Restore
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question="Restore this test?"
        action="Restore test"
        tone="primary"
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <b>{title}</b> comes back as it was{describeAttempts(attempts)}. If it was released,
        students can start it again at once.
      </ConfirmDialog>
    </>
  )
}

function describeAttempts(attempts: number) {
  return attempts > 0 ? `, with ${pluralize(attempts, 'attempt')} and their results` : ''
}
