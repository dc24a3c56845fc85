import { IconArrowsRightLeft, IconUserMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import {
  addBatchStudents,
  type Batch,
  getBatch,
  listBatches,
  listBatchStudents,
  removeBatchStudents,
} from '#contract/batches.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { listExamWindows } from '#contract/exam-windows.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { toIdentifier } from '#core/students/namesakes.ts'
import {
  invalidateEndpoints,
  useEndpointMutation,
  useEndpointQuery,
} from '../../client/endpoint-query.ts'
import { useCan } from '../../client/permissions.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { EmailAddress } from '../../ui/breakable-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { showToast } from '../../ui/toast.tsx'
import { BulkAction } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { type ListModel, useList } from '../lists/use-list.ts'
import css from './batch-students.module.css'
import { readServerTime } from './server-time.ts'
import { describeOpenWindows } from './windows/describe-window.ts'

type BatchStudent = RowOf<typeof listBatchStudents>
type Students = ListModel<typeof listBatchStudents>

const sortLabels = {
  'name-asc': 'Name A-Z',
  'name-desc': 'Name Z-A',
  newest: 'Added last',
  oldest: 'Added first',
}

const students = defineList({
  endpoint: listBatchStudents,
  bulkEndpoint: removeBatchStudents,
  rowKey: ({ _id }) => _id,
  rowName: ({ name }) => name,
  rowIdentifier: toIdentifier,
  things: { one: 'student', many: 'students' },
  caption: 'Students of this batch',
  paging: { as: 'pages', size: 20 },
  searchLabel: 'Search by name',
  sorts: { initial: 'name-asc', values: Object.keys(sortLabels), labels: sortLabels },
  empty: { title: 'No students yet', help: 'Add those who learn together in this batch.' },
  notFound: { title: 'No student found', help: 'Try another name, number or email.' },
  failed: 'The students of this batch could not be loaded.',
  skeletonRows: 5,
})

export function BatchStudents({ batch }: { batch: Batch }) {
  const list = useList(students, { params: { id: batch._id } })
  const canRemove = useCan(removeBatchStudents)
  const hasExtraTime = list.rows.some(({ extraTimePercent }) => extraTimePercent !== undefined)
  return (
    <ListCard
      list={list}
      title="Students"
      columns={columns.filter(({ key }) => key !== 'extra' || hasExtraTime)}
      actions={
        canRemove && (
          <>
            <MoveStudents list={list} batch={batch} />
            <TakeOut list={list} batch={batch} />
          </>
        )
      }
    />
  )
}

type ActionProps = { readonly list: Students; readonly batch: Batch }

function useRemoval({ list, batch: { _id: id } }: ActionProps) {
  const client = useQueryClient()
  const remove = useEndpointMutation(removeBatchStudents)
  const add = useEndpointMutation(addBatchStudents)
  const refresh = () =>
    invalidateEndpoints(client, getBatch, listBatches, listBatchStudents, listExamWindows)
  return async (rows: readonly BatchStudent[], moveTo?: string) => {
    const studentIds = rows.map(({ _id }) => _id)
    const body = { studentIds, ...(moveTo && { moveTo }) }
    const { message, undo } = await remove.mutateAsync({ params: { id }, body })
    const handleUndo = async () => {
      const { addedAt, addedIds } = undo
      const putBack = { studentIds: Object.keys(addedAt), addedAt }
      await add.mutateAsync({ params: { id }, body: putBack })
      if (moveTo && addedIds.length > 0)
        await remove.mutateAsync({ params: { id: moveTo }, body: { studentIds: addedIds } })
      await refresh()
      showToast(`Undone. ${pluralize(putBack.studentIds.length, 'student')} back in this batch.`)
    }
    list.dropRows(studentIds, message, handleUndo)
    await refresh()
  }
}

/** What removing somebody now does to an exam that is under way. */
function useOpenWindows({ _id: batchId }: Batch): string {
  const { data: windows = [] } = useEndpointQuery(listExamWindows, { query: { batchId } })
  return describeOpenWindows(windows, readServerTime())
}

function TakeOut(props: ActionProps) {
  const { list, batch } = props
  const remove = useRemoval(props)
  const openWindows = useOpenWindows(batch)
  const count = pluralize(list.chosen.length, 'student')
  return (
    <BulkAction
      list={list}
      label="Remove from batch"
      tone="danger"
      icon={<IconUserMinus aria-hidden="true" />}
      confirm={{
        question: `Remove ${count} from this batch?`,
        action: `Remove ${count}`,
        consequence: `They lose the exam windows of ${batch.name}. ${openWindows}Their accounts, attempts and results stay.`,
      }}
      onRun={(chosen) => remove(chosen)}
    />
  )
}

function MoveStudents(props: ActionProps) {
  const { list, batch } = props
  const remove = useRemoval(props)
  const openWindows = useOpenWindows(batch)
  const [isAsking, setAsking] = useState(false)
  const [moveTo, setMoveTo] = useState('')
  const { data: batches = [] } = useEndpointQuery(listBatches, {
    query: { state: 'current', sort: 'name-asc', limit: 1000 },
  })
  const options = batches
    .filter(({ _id }) => _id !== batch._id)
    .map((other) => ({ value: other._id, name: other.name }))
  const { length: count } = list.chosen
  const moved = pluralize(count, 'student')
  if (count === 0 || options.length === 0) return null
  return (
    <>
      <Button
        size="row"
        icon={<IconArrowsRightLeft aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Move to batch ({count})
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={`Move ${moved} to another batch?`}
        names={list.chosen.map(list.nameRow)}
        action={`Move ${moved}`}
        tone="primary"
        onConfirm={async () => {
          if (moveTo === '') throw new Error('Choose the batch to move them to.')
          await remove(list.chosen, moveTo)
        }}
        onClose={() => setAsking(false)}
      >
        <SelectField
          label="Batch"
          value={moveTo}
          options={options}
          prompt="Choose a batch"
          onChange={({ target }) => setMoveTo(target.value)}
        />
        <p className={css.consequence}>
          They get its exam windows in place of those of {batch.name}. {openWindows}Their attempts
          and results stay.
        </p>
      </ConfirmDialog>
    </>
  )
}

const columns: readonly Column<BatchStudent>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: ({ _id: id, name, rollNumber, email }) => (
      <div className={css.name}>
        <Avatar name={name} />
        <div>
          <Link to={generatePath(pagePaths.student, { id })}>{name}</Link>
          {rollNumber && <small>{rollNumber}</small>}
          <small>
            <EmailAddress address={email} />
          </small>
        </div>
      </div>
    ),
  },
  {
    key: 'extra',
    head: 'Extra time',
    align: 'right',
    cell: ({ extraTimePercent }) => (extraTimePercent ? `${extraTimePercent}%` : 'None'),
  },
  {
    key: 'taken',
    head: 'Exams taken',
    align: 'right',
    oneLine: true,
    cell: ({ examsTaken, examsOpened }) => `${examsTaken} of ${examsOpened}`,
  },
  {
    key: 'seen',
    head: 'Last seen',
    oneLine: true,
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? formatMoment(Date.parse(lastSeenAt), readServerTime()) : <EmptyCell />,
  },
]
