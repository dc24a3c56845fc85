import {
  IconCalendarPlus,
  IconEdit,
  IconTrash,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react'
import { useState } from 'react'
import { generatePath, Link, useNavigate, useParams } from 'react-router'
import {
  addBatchStudents,
  type Batch,
  deleteBatch,
  getBatch,
  listBatches,
  listDeletedBatches,
  updateBatch,
} from '#contract/batches.ts'
import { addExamWindow, type ExamWindow, listExamWindows } from '#contract/exam-windows.ts'
import { getExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { importStudents } from '#contract/student-import.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { IfCan, useCan } from '../../client/use-can.tsx'
import { EntityPage } from '../../layout/entity-page.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AbsentCard } from '../exam-windows/absent-card.tsx'
import { WindowRow } from '../exam-windows/window-row.tsx'
import type { PrintedSlips } from '../lists/print-slips-button.tsx'
import { SlipsPage } from '../lists/slips-page.tsx'
import { AddStudents } from './add-students.tsx'
import { BatchBadge } from './batch-badge.tsx'
import { BatchForm } from './batch-form.tsx'
import css from './batch-screen.module.css'
import { BatchStudents } from './batch-students.tsx'
import { describeSeats, formatBatchDays } from './describe-batch.ts'
import { OpenTest } from './open-test.tsx'

export const meta = createTitleMeta('Batch')

const crumbs = [{ to: pagePaths.batches, name: 'Batches' }]

export default function BatchScreen() {
  const { id = '' } = useParams()
  const query = useEndpointQuery(getBatch, { params: { id } })
  usePageTitle('Batch', query.data?.name)
  return (
    <EntityPage
      title="Batch"
      crumbs={crumbs}
      query={query}
      skeleton={
        <Card padded aria-busy="true">
          <Skeleton width="60%" height="20px" />
        </Card>
      }
      missing={<EmptyState title="No batch found" />}
      failed="The batch could not be loaded."
    >
      {(batch) => <BatchPage key={batch._id} batch={batch} />}
    </EntityPage>
  )
}

type OpenDialog = 'edit' | 'add' | 'open-test' | 'delete'

function BatchPage({ batch }: { batch: Batch }) {
  const { _id: batchId, name, course } = batch
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [printed, setPrinted] = useState<PrintedSlips | null>(null)
  const close = () => setDialog(null)
  const canEdit = useCan(updateBatch)
  const canEditWindows = useCan(addExamWindow)
  const canSeeExams = useCan(getExam)
  const windows = useEndpointQuery(listExamWindows, { query: { batchId } })
  const missed = listMissed(windows.data ?? [])
  if (printed) return <SlipsPage {...printed} onDone={() => setPrinted(null)} />
  const seats =
    batch.seats === null ? pluralize(batch.students, 'student') : `${describeSeats(batch)} seats`
  return (
    <>
      <PageHeading
        title={name}
        crumbs={crumbs}
        lead={
          <span className={layout.row}>
            {labelOf(courseLabels, course)}, {formatBatchDays(batch)}, {seats}
            <BatchBadge batch={batch} />
          </span>
        }
        actions={
          <>
            {canEdit && (
              <Button icon={<IconEdit aria-hidden="true" />} onClick={() => setDialog('edit')}>
                Edit batch
              </Button>
            )}
            <IfCan call={addBatchStudents}>
              <Button icon={<IconUserPlus aria-hidden="true" />} onClick={() => setDialog('add')}>
                Add students
              </Button>
            </IfCan>
            <IfCan call={importStudents}>
              <ButtonLink
                to={{ pathname: pagePaths.importStudents, search: `batch=${batchId}` }}
                icon={<IconUpload aria-hidden="true" />}
              >
                Add many students
              </ButtonLink>
            </IfCan>
            {canEditWindows && canSeeExams && (
              <Button
                icon={<IconCalendarPlus aria-hidden="true" />}
                tone={missed.length === 0 ? 'primary' : 'default'}
                onClick={() => setDialog('open-test')}
              >
                Open a test
              </Button>
            )}
            {canEdit && (
              <Button
                tone="quiet"
                icon={<IconTrash aria-hidden="true" />}
                onClick={() => setDialog('delete')}
              >
                Delete
              </Button>
            )}
          </>
        }
      />
      <div className={css.columns}>
        <div className={css.main}>
          <BatchWindows query={windows} />
          <BatchStudents batch={batch} onPrinted={setPrinted} />
        </div>
        <aside className={css.aside} aria-label="Absent students">
          {missed.map(({ testId, testTitle }, place) => (
            <AbsentCard
              key={testId}
              testId={testId}
              title={testTitle}
              isReleased
              batchId={batchId}
              batchSize={batch.students}
              isPrimary={place === 0}
            />
          ))}
        </aside>
      </div>
      {dialog === 'edit' && <BatchForm batch={batch} onClose={close} />}
      {dialog === 'add' && <AddStudents batch={batch} onClose={close} />}
      {dialog === 'open-test' && <OpenTest batchId={batchId} onClose={close} />}
      {dialog === 'delete' && <DeleteBatch batch={batch} onClose={close} />}
    </>
  )
}

/** More than these are on the pages of their tests. */
const shownMissed = 3

/** The tests whose windows were over last: for them one asks who was absent. */
function listMissed(windows: readonly ExamWindow[]): readonly ExamWindow[] {
  const over = windows
    .filter(({ phase, released }) => released && (phase === 'closed' || phase === 'entry-over'))
    .toSorted((one, other) => other.closesAt.localeCompare(one.closesAt))
  const isNewest = ({ _id, testId }: ExamWindow) =>
    over.find((window) => window.testId === testId)?._id === _id
  return over.filter(isNewest).slice(0, shownMissed)
}

type BatchWindowsProps = {
  readonly query: {
    readonly data: readonly ExamWindow[] | undefined
    readonly isError: boolean
    readonly refetch: () => unknown
  }
}

function BatchWindows({ query: { data: windows, isError, refetch } }: BatchWindowsProps) {
  return (
    <Card>
      <header className={css.head}>
        <h2>Exam windows</h2>
        {windows && <span>{pluralize(windows.length, 'window')}</span>}
      </header>
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          The windows of this batch could not be loaded.
        </Notice>
      )}
      {windows?.length === 0 && <p className={css.none}>No test was opened for this batch yet.</p>}
      <ul className={css.windows}>
        {windows?.map((window) => (
          <WindowRow key={window._id} window={window} name={<ExamLink window={window} />} />
        ))}
      </ul>
    </Card>
  )
}

function ExamLink({ window: { testId, testTitle } }: { window: ExamWindow }) {
  if (!useCan(getExam)) return testTitle
  return <Link to={generatePath(pagePaths.examWindows, { id: testId })}>{testTitle}</Link>
}

function DeleteBatch({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useEndpointMutation(deleteBatch, [listBatches, listDeletedBatches])
  return (
    <ConfirmDialog
      opened
      question="Delete this batch?"
      action="Delete batch"
      onConfirm={async () => {
        const { message } = await remove.mutateAsync({ params: { id: batch._id } })
        showToast(message)
        await navigate(pagePaths.batches)
      }}
      onClose={onClose}
    >
      <b>{batch.name}</b> leaves the list. Its {pluralize(batch.students, 'student')} and their
      results stay. It can be restored for 30 days, under Recently deleted.
    </ConfirmDialog>
  )
}
