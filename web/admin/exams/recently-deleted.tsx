import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listDeletedExams, listExams, restoreExam } from '#contract/exams.ts'
import { listAttempts } from '#contract/results.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { formatWhen } from '../../kit/format.ts'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAsk, useTell } from '../../query.ts'
import { counted } from '../counted.ts'
import css from './recently-deleted.module.css'

type DeletedTest = ReplyOf<typeof listDeletedExams>[number]

/** Stands below the list while there is something to restore, folded. */
export function RecentlyDeleted() {
  const { data: tests, isError, refetch } = useAsk(listDeletedExams)
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        Failed to fetch deleted tests.
      </Notice>
    )
  }
  if (!tests || tests.length === 0) return null
  return (
    <details className={css.deleted}>
      <summary>
        <h2>Recently deleted</h2>
        <span>{counted(tests.length, 'test')}, each kept for 30 days</span>
      </summary>
      <Card>
        <DataTable
          caption="Deleted tests, last deleted first"
          columns={columns}
          rows={tests}
          rowKey={({ _id }) => _id}
        />
      </Card>
    </details>
  )
}

const columns: readonly Column<DeletedTest>[] = [
  { key: 'title', head: 'Title', as: 'title', cell: ({ title }) => title },
  { key: 'questions', head: 'Questions', align: 'right', cell: ({ numQuestions }) => numQuestions },
  { key: 'attempts', head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  {
    key: 'deleted',
    head: 'Deleted',
    oneLine: true,
    cell: ({ deletedAt }) => formatWhen(deletedAt),
  },
  {
    key: 'erased',
    head: 'Erased for good',
    oneLine: true,
    cell: ({ erasedAt }) => formatWhen(erasedAt),
  },
  { key: 'actions', head: 'Actions', as: 'actions', cell: (test) => <Restore test={test} /> },
]

function Restore({ test: { _id: id, title, attempts } }: { test: DeletedTest }) {
  const [isAsking, setAsking] = useState(false)
  const restore = useTell(restoreExam, [listDeletedExams, listExams, listAttempts])
  const handleConfirm = async () => {
    const { message } = await restore.mutateAsync({ params: { id } })
    toast(message)
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
      <Confirm
        opened={isAsking}
        question="Restore this test?"
        action="Restore test"
        tone="primary"
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <b>{title}</b> comes back as it was{withAttempts(attempts)}. If it was released, students
        can start it again at once.
      </Confirm>
    </>
  )
}

function withAttempts(attempts: number) {
  return attempts > 0 ? `, with ${counted(attempts, 'attempt')} and their results` : ''
}
