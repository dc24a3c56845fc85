import { IconUserMinus } from '@tabler/icons-react'
import { generatePath, Link } from 'react-router'
import { type Batch, listBatchStudents, removeBatchStudents } from '#contract/batches.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { toIdentifier } from '#core/students/namesakes.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { useCan } from '../../client/use-can.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { BulkAction } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { type BatchChange, MoveToBatch, useBatchChange } from '../lists/move-to-batch.tsx'
import { useOpenWindows } from '../lists/open-windows.ts'
import { PersonCell } from '../lists/person-cell.tsx'
import { PrintList } from '../lists/print-list.tsx'
import { type PrintedSlips, PrintSlipsButton } from '../lists/print-slips-button.tsx'
import { type ListModel, useList } from '../lists/use-list.ts'

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

type BatchStudentsProps = {
  readonly batch: Batch
  readonly onPrinted: (printed: PrintedSlips) => void
}

export function BatchStudents({ batch, onPrinted }: BatchStudentsProps) {
  const list = useList(students, { params: { id: batch._id } })
  const canRemove = useCan(removeBatchStudents)
  const hasExtraTime = list.rows.some(({ extraTimePercent }) => extraTimePercent !== undefined)
  return (
    <ListCard
      list={list}
      title="Students"
      columns={columns.filter(({ key }) => key !== 'extra' || hasExtraTime)}
      actions={
        <>
          <PrintList list={list} />
          {canRemove && (
            <>
              <StudentSlips list={list} batch={batch} onPrinted={onPrinted} />
              <MoveStudents list={list} batch={batch} />
              <TakeOut list={list} batch={batch} />
            </>
          )}
        </>
      }
    />
  )
}

type ActionProps = { readonly list: Students; readonly batch: Batch }

/** Rows leave the list at once, with the way back for 10 s. */
function dropMoved({ list }: ActionProps, { message, onUndo }: BatchChange) {
  list.dropRows(
    list.chosen.map(({ _id }) => _id),
    message,
    onUndo,
  )
}

function TakeOut(props: ActionProps) {
  const { list, batch } = props
  const change = useBatchChange()
  const openWindows = useOpenWindows(batch._id)
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
      onRun={async (chosen) => {
        const ids = chosen.map(({ _id }) => _id)
        dropMoved(props, await change.remove(ids, batch._id))
      }}
    />
  )
}

function MoveStudents(props: ActionProps) {
  const { list, batch } = props
  return (
    <MoveToBatch
      studentIds={list.chosen.map(({ _id }) => _id)}
      names={list.chosen.map(list.nameRow)}
      from={batch}
      consequence={useOpenWindows(batch._id)}
      onMoved={(change) => dropMoved(props, change)}
    />
  )
}

/** Prints slips for the selected students, else for the whole batch. */
function StudentSlips({ list, batch, onPrinted }: ActionProps & BatchStudentsProps) {
  const ids = list.chosen.map(({ _id }) => _id)
  const isSome = ids.length > 0
  return (
    <PrintSlipsButton
      of={isSome ? { ids } : { batchId: batch._id }}
      whom={isSome ? pluralize(ids.length, 'student') : batch.name}
      label={isSome ? `Print slips (${ids.length})` : 'Print slips'}
      onPrinted={onPrinted}
    />
  )
}

const columns: readonly Column<BatchStudent>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: (student) => (
      <PersonCell {...student} yieldsAvatar>
        <Link to={generatePath(pagePaths.student, { id: student._id })}>{student.name}</Link>
      </PersonCell>
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
