import { useState } from 'react'
import {
  deleteExamWindow,
  deleteExamWindows,
  type ExamWindow,
  listExamWindows,
} from '#contract/exam-windows.ts'
import { type Exam, getExam, listExams } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { formatPeriod } from '../../ui/format-moment.ts'
import { showToast } from '../../ui/toast.tsx'
import { nameAudience } from '../lists/describe-open-window.ts'
import { RevealNotice } from '../lists/reveal-notice.tsx'
import { useKeyReveal } from '../lists/use-key-reveal.ts'
import { toTimes } from './window-row.tsx'

const changed = [listExamWindows, getExam, listExams]

const remedies = [
  {
    value: 'unrelease',
    name: 'Take back its release',
    meaning: 'Nobody can start it until you release it again.',
  },
  {
    value: 'open-to-everyone',
    name: 'Open it to everyone',
    meaning: 'All students can start it from now on.',
  },
] as const

type RemoveWindowDialogProps = {
  readonly exam: Exam
  readonly window: ExamWindow
  /** The last one of a released test: the dialog asks what becomes of the test. */
  readonly isLast: boolean
  readonly onClose: () => void
}

export function RemoveWindowDialog({ exam, window, isLast, onClose }: RemoveWindowDialogProps) {
  const remove = useEndpointMutation(deleteExamWindow, changed)
  const [without, setWithout] = useState<(typeof remedies)[number]['value']>('unrelease')
  const needsRemedy = isLast && exam.released
  const guard = useKeyRevealToEveryone(exam, needsRemedy && without === 'open-to-everyone')
  const { opensAt, closesAt } = toTimes(window)
  return (
    <ConfirmDialog
      opened
      question="Remove this window?"
      action="Remove window"
      onConfirm={async () => {
        const body = { ...(needsRemedy && { without }), confirm: guard.confirm }
        const { message } = await guard.ask(
          remove.mutateAsync({ params: { id: window._id }, body }),
        )
        showToast(message)
        document.getElementById('main')?.focus()
      }}
      onClose={onClose}
    >
      <p>
        <b>{nameAudience(window)}</b>, {formatPeriod(opensAt, closesAt)}.{' '}
        {window.running > 0 &&
          `${pluralize(window.running, 'running attempt')} ${window.running === 1 ? 'stays as it is' : 'stay as they are'}.`}
      </p>
      {needsRemedy && (
        <RadioCards
          name="without-windows"
          options={remedies}
          value={without}
          onChange={setWithout}
        />
      )}
      <RevealNotice reveal={guard.reveal} />
    </ConfirmDialog>
  )
}

type OpenToEveryoneProps = {
  readonly exam: Exam
  readonly count: number
  readonly onClose: () => void
}

/** Back to how a test is without windows. */
export function OpenToEveryone({ exam, count, onClose }: OpenToEveryoneProps) {
  const remove = useEndpointMutation(deleteExamWindows, changed)
  const guard = useKeyRevealToEveryone(exam, exam.released)
  return (
    <ConfirmDialog
      opened
      question="Open this test to everyone?"
      action={`Remove ${pluralize(count, 'window')}`}
      onConfirm={async () => {
        const args = {
          params: { testId: exam._id },
          body: { without: 'open-to-everyone' as const, confirm: guard.confirm },
        }
        const { message } = await guard.ask(remove.mutateAsync(args))
        showToast(message)
      }}
      onClose={onClose}
    >
      <RevealNotice reveal={guard.reveal} />
      {exam.released
        ? 'All students can start it from now on. Running attempts stay as they are.'
        : 'All students can start it as soon as you release it.'}
    </ConfirmDialog>
  )
}

function useKeyRevealToEveryone({ _id, resultsReleasedAt }: Exam, isOpened: boolean) {
  const isAsked = isOpened && resultsReleasedAt !== null
  const guard = useKeyReveal(_id, isAsked ? { act: 'open-to-everyone' } : null)
  return {
    ...guard,
    reveal: isAsked ? guard.reveal : undefined,
    confirm: isAsked && guard.confirm,
    async ask<Reply>(call: Promise<Reply>): Promise<Reply> {
      call.catch(guard.refetchIfNeeded)
      return call
    },
  }
}
