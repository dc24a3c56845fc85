import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listDeletedExams } from '#contract/deleted-exams.ts'
import { listExamWindows } from '#contract/exam-windows.ts'
import {
  type AwaitedStudents,
  deleteExam,
  type Exam,
  getExam,
  listExams,
  updateExam,
} from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import { listAttemptsByExam, listStudentAttempts } from '#contract/results.ts'
import {
  invalidateEndpoints,
  removeInactiveQueries,
  useEndpointMutation,
} from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useOptimisticValue } from '../../client/use-optimistic-value.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast, showUndoToast } from '../../ui/toast.tsx'
import { RevealNotice } from '../lists/reveal-notice.tsx'
import { readKeyReveal } from '../lists/use-key-reveal.ts'
import { describeLockout, readAwaitedStudents } from './describe-lockout.ts'
import css from './exam-cells.module.css'

/**
 * Shown as done at once; when the server refuses, the checkbox goes back. Where its answers are known
 * to somebody who could tell them, or somebody with an open window would be locked out, it is asked
 * about first.
 */
export function ReleasedCheckbox({ exam }: { exam: Exam }) {
  const client = useQueryClient()
  const update = useEndpointMutation(updateExam)
  const [isReleased, showWhile] = useOptimisticValue(exam.released)
  const [reveal, setReveal] = useState<KeyReveal | null>(null)
  const [awaited, setAwaited] = useState<AwaitedStudents | null>(null)
  const label = isReleased ? 'Released' : 'Not released'
  const save = async (released: boolean, confirm: boolean) => {
    await update.mutateAsync({ params: { id: exam._id }, body: { released, confirm } })
    if (released) showToast('Test released')
    else showUndoToast('Test unreleased ', () => save(true, true).then(refresh))
  }
  const refresh = () => invalidateEndpoints(client, listExams, getExam, listExamWindows)
  const saveConfirmed = async (released: boolean) => {
    await save(released, true)
    await refresh()
  }

  const handleChange = (released: boolean) => {
    const saving = save(released, false).catch((error: unknown) => {
      const needed = readKeyReveal(error)
      const lockedOut = readAwaitedStudents(error)
      if (needed) setReveal(needed)
      else if (lockedOut) setAwaited(lockedOut)
      else showToast('Failed to update release status', 'bad')
    })
    return showWhile(released, saving.then(refresh))
  }

  return (
    <span className={css.released} data-on={isReleased || undefined}>
      <Checkbox
        checked={isReleased}
        // The box itself says whether it is.
        aria-label={`Released: ${exam.title}`}
        onChange={({ target }) => handleChange(target.checked)}
      >
        {label}
      </Checkbox>
      <ConfirmDialog
        opened={reveal !== null}
        question="Release this test to students?"
        action="Release all the same"
        tone="primary"
        onConfirm={() => saveConfirmed(true)}
        onClose={() => setReveal(null)}
      >
        <p className={css.known}>
          The result of <b>{exam.title}</b> is released.
        </p>
        <RevealNotice reveal={reveal ?? undefined} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={awaited !== null}
        question="Take back the release of this test?"
        action="Take back the release"
        onConfirm={() => saveConfirmed(false)}
        onClose={() => setAwaited(null)}
      >
        {awaited && describeLockout(exam.title, awaited, getServerTime())}
      </ConfirmDialog>
    </span>
  )
}

export function DeleteExam({ exam }: { exam: Exam }) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const remove = useEndpointMutation(deleteExam, [
    listExams,
    listDeletedExams,
    listAttemptsByExam,
    listStudentAttempts,
  ])
  const handleConfirm = async () => {
    const { message } = await remove.mutateAsync({ params: { id: exam._id } })
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
        aria-label={`Delete ${exam.title}`}
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
        <b>{exam.title}</b> disappears from every list{describeLoss(exam)}. It can be restored for
        30 days, under Recently deleted.
      </ConfirmDialog>
    </span>
  )
}

function describeLoss({ attempts }: Exam) {
  return attempts > 0 ? `, and with it ${pluralize(attempts, 'attempt')} and their results` : ''
}
