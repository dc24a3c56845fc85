import { useState } from 'react'
import { listDeletedExams, restoreExam } from '#contract/deleted-exams.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { formatCount, pluralize } from '#contract/format.ts'
import { listAttemptsByExam, listStudentAttempts } from '#contract/results.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { DateTime } from '../../ui/breakable-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { useLocalList } from '../lists/use-list.ts'
import css from './deleted-exam-list.module.css'

type DeletedExam = RowOf<typeof listDeletedExams>

const deletedExams = defineList({
  endpoint: listDeletedExams,
  rowKey: ({ _id }) => _id,
  things: { one: 'test', many: 'tests' },
  caption: 'Deleted tests, last deleted first',
  paging: { as: 'whole' },
  empty: { title: 'No tests were deleted', help: 'Deleted tests are kept here for 30 days.' },
  failed: 'Failed to fetch deleted tests.',
  skeletonRows: 3,
})

/** Stands below the list while there is something to restore, folded. */
export function DeletedExamList() {
  const list = useLocalList(deletedExams, { query: useEndpointQuery(listDeletedExams) })
  const table = <ListCard list={list} columns={columns} />
  if (list.isLoadingError) return table
  if (list.total === 0) return null
  return (
    <details className={css.deleted}>
      <summary>
        <h2>Recently deleted</h2>
        <span>{pluralize(list.total, 'test')}, each kept for 30 days</span>
      </summary>
      {table}
    </details>
  )
}

const columns: readonly Column<DeletedExam>[] = [
  { key: 'title', head: 'Title', as: 'title', cell: ({ title }) => title },
  { key: 'questions', head: 'Questions', align: 'right', cell: ({ numQuestions }) => numQuestions },
  {
    key: 'attempts',
    head: 'Attempts',
    align: 'right',
    cell: ({ attempts }) => formatCount(attempts),
  },
  {
    key: 'deleted',
    head: 'Deleted',
    cell: ({ deletedAt }) => <DateTime iso={deletedAt} />,
  },
  {
    key: 'erased',
    head: 'Erased for good',
    cell: ({ erasedAt }) => <DateTime iso={erasedAt} />,
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
