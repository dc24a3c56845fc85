import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { listBatches, removeBatchStudents } from '#contract/batches.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Student } from '#contract/students.ts'
import { site } from '#site'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FoldedCard } from '../../ui/folded-card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showUndoToast } from '../../ui/toast.tsx'
import { type BatchChange, MoveToBatch, useBatchChange } from '../lists/move-to-batch.tsx'
import { useOpenWindows } from '../lists/open-windows.ts'
import css from './student-batches.module.css'

/** The batches that a student is in, the one that began last first, and the way to others. */
export function StudentBatches({ student: { _id: studentId } }: { student: Student }) {
  const batches = useEndpointQuery(listBatches, { query: { studentId, sort: 'newest' } })
  const canChange = useCan(removeBatchStudents)
  const own = batches.data ?? []
  const except = own.map(({ _id }) => _id)
  const names = new Intl.ListFormat(site.locale).format(own.map(({ name }) => name))
  const summary = batches.data && (names || 'In no batch yet')
  return (
    <FoldedCard title="Batches" summary={summary}>
      {batches.isError && (
        <Notice tone="danger" onRetry={batches.refetch}>
          The batches could not be loaded.
        </Notice>
      )}
      <ul className={css.batches}>
        {own.map(({ _id: id, name, state }) => (
          <li key={id}>
            <span>
              <Link to={generatePath(pagePaths.batch, { id })}>{name}</Link>
              {state === 'over' && ', over'}
            </span>
            {canChange && <Leave batch={{ _id: id, name }} studentId={studentId} except={except} />}
          </li>
        ))}
      </ul>
      <MoveToBatch studentIds={[studentId]} except={except} onMoved={showChange} />
    </FoldedCard>
  )
}

const showChange = ({ message, onUndo }: BatchChange) => showUndoToast(message, onUndo)

type LeaveProps = {
  readonly batch: { readonly _id: string; readonly name: string }
  readonly studentId: string
  readonly except: readonly string[]
}

/** Moves the student to another batch, or to none; names a test that is open first. */
function Leave({ batch, studentId, except }: LeaveProps) {
  const change = useBatchChange()
  const openWindows = useOpenWindows(batch._id)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <MoveToBatch
        studentIds={[studentId]}
        from={batch}
        except={except}
        consequence={openWindows}
        onMoved={showChange}
      />
      <IconButton name={`Remove from ${batch.name}`} onClick={() => setAsking(true)}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        opened={isAsking}
        question="Remove the student from this batch?"
        action={`Remove from ${batch.name}`}
        onConfirm={async () => showChange(await change.remove([studentId], batch._id))}
        onClose={() => setAsking(false)}
      >
        They lose the exam windows of {batch.name}. {openWindows}Their account, attempts and results
        stay.
      </ConfirmDialog>
    </>
  )
}
