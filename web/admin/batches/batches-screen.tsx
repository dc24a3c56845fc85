import { IconPlus, IconTrashOff } from '@tabler/icons-react'
import { useState } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import { type Batch, createBatch, listBatches, listDeletedBatches } from '#contract/batches.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { useCan } from '../../client/use-can.tsx'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList, useListParams } from '../lists/list-description.ts'
import { useList } from '../lists/use-list.ts'
import { NotYourPage } from '../page-access.tsx'
import { BatchBadge } from './batch-badge.tsx'
import { BatchForm } from './batch-form.tsx'
import css from './batches-screen.module.css'
import { DeletedBatches } from './deleted-batches.tsx'
import { describeNextExam, describeSeats, formatBatchDays } from './describe-batch.ts'

export const meta = createTitleMeta('Batches')

export default function BatchesScreen() {
  const isDeleted = useListParams().get('show') === 'deleted'
  const canSeeDeleted = useCan(listDeletedBatches)
  if (isDeleted && !canSeeDeleted) return <NotYourPage />
  return isDeleted ? <DeletedBatches /> : <Batches />
}

const sortLabels = {
  newest: 'Newest',
  oldest: 'Oldest',
  'name-asc': 'Name A-Z',
  'name-desc': 'Name Z-A',
}

const batches = defineList({
  endpoint: listBatches,
  rowKey: ({ _id }) => _id,
  things: { one: 'batch', many: 'batches' },
  caption: 'Batches',
  paging: { as: 'pages', size: 20 },
  searchLabel: 'Search by name or course',
  sorts: { initial: 'newest', values: Object.keys(sortLabels), labels: sortLabels },
  filters: [
    {
      name: 'state',
      label: 'Show',
      options: [
        { value: '', name: 'Current' },
        { value: 'over', name: 'Over' },
        { value: 'all', name: 'All' },
      ],
    },
  ],
  deriveQuery: ({ filters }) => ({
    state: filters.state === 'all' ? '' : filters.state || 'current',
  }),
  empty: {
    title: 'No batches run at the moment',
    help: 'Create a batch, add its students, then open tests for all of them at once.',
  },
  notFound: { title: 'No batch found', help: 'Try another name, or look through all batches.' },
  failed: 'The batches could not be loaded.',
  skeletonRows: 5,
})

function Batches() {
  const list = useList(batches)
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const canEdit = useCan(createBatch)
  const canSeeDeleted = useCan(listDeletedBatches)
  return (
    <>
      <PageHeading
        title="Batches"
        lead="Students who learn together. A window opens a test for a whole batch."
        actions={
          <>
            {canSeeDeleted && (
              <ButtonLink
                to={{ search: 'show=deleted' }}
                icon={<IconTrashOff aria-hidden="true" />}
              >
                Recently deleted
              </ButtonLink>
            )}
            {canEdit && (
              <Button
                tone="primary"
                icon={<IconPlus aria-hidden="true" />}
                onClick={() => setCreating(true)}
              >
                Create batch
              </Button>
            )}
          </>
        }
      />
      <ListCard list={list} columns={columns} />
      {isCreating && (
        <BatchForm
          onSaved={({ _id: id }) => navigate(generatePath(pagePaths.batch, { id }))}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

const columns: readonly Column<Batch>[] = [
  {
    key: 'name',
    head: 'Batch',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: ({ _id: id, name, course }) => (
      <>
        <Link to={generatePath(pagePaths.batch, { id })}>{name}</Link>
        <small>{labelOf(courseLabels, course)}</small>
      </>
    ),
  },
  {
    key: 'days',
    head: 'Dates',
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: (batch) => formatBatchDays(batch),
  },
  { key: 'seats', head: 'Seats', oneLine: true, cell: (batch) => <Seats batch={batch} /> },
  { key: 'next', head: 'Next exam', cell: ({ nextExam }) => <NextExam exam={nextExam} /> },
  { key: 'state', head: 'State', cell: (batch) => <BatchBadge batch={batch} /> },
]

function Seats({ batch }: { batch: Batch }) {
  const { seats, students } = batch
  return (
    <span className={css.seats}>
      {seats !== null && (
        <span className={css.bar} aria-hidden="true">
          <span style={{ width: `${Math.min(100, (100 * students) / seats)}%` }} />
        </span>
      )}
      {describeSeats(batch)}
    </span>
  )
}

function NextExam({ exam }: { exam: Batch['nextExam'] }) {
  if (!exam) return <span className={css.none}>None planned</span>
  return (
    <div dir="auto">
      {exam.title}
      <small className={css.when}>{describeNextExam(exam, readServerTime())}</small>
    </div>
  )
}
