import { useQueryClient } from '@tanstack/react-query'
import { formatDuration } from '#contract/format.ts'
import { reopenAttempt } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { maxResumeDelayMs } from '#core/attempts/deadline.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { formFor } from '../../../ui/form/form-for.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useKeyReveal } from '../../lists/use-key-reveal.ts'
import {
  attemptQueries,
  CancelButton,
  ChangeDialog,
  createMinutesCheck,
  whyHint,
} from './change-dialog.tsx'

const { Form, Field, TextArea: Area } = formFor(reopenAttempt)

const clockRule = `The clock starts when the student presses Resume, at the latest in ${maxResumeDelayMs / 60_000} minutes. The answers are kept, and earlier violations no longer count.`

type ReopenDialogProps = {
  /** An ended attempt; null while the dialog is closed. */
  readonly attempt: Attempt | null
  readonly onReopened?: (attempt: Attempt) => void
  readonly onClose: () => void
}

export function ReopenDialog({ attempt, onReopened, onClose }: ReopenDialogProps) {
  const client = useQueryClient()
  const name = attempt ? toStudentLabel(attempt) : ''
  const leftMs = attempt ? getLeftMs(attempt) : 0
  const isTimeRequired = leftMs <= 0
  const act = attempt && ({ act: 'reopen', attemptId: attempt._id } as const)
  const { confirm, refetchIfNeeded } = useKeyReveal(attempt?.testId ?? '', act)
  return (
    <ChangeDialog
      opened={attempt !== null}
      onClose={onClose}
      title={`Reopen the attempt of ${name}`}
      answersSeenBy={(confirm || attempt?.resultReleased) && name}
      lead={
        isTimeRequired
          ? `No time was left, so add some. ${clockRule}`
          : `${formatDuration(leftMs)} were left. ${clockRule}`
      }
    >
      {attempt && (
        <Form
          params={{ attemptId: attempt._id }}
          submit={confirm ? 'Reopen all the same' : 'Reopen'}
          messagePrefix="The attempt was not reopened."
          validate={createMinutesCheck(isTimeRequired)}
          placeRefusal={(refusal) => {
            refetchIfNeeded(refusal)
            return refusal.code === 'no-time-left' ? { minutes: refusal.message } : refusal.fields
          }}
          toBody={({ why = '', minutes }) => ({
            why,
            ...(minutes?.trim() && { minutes: Number(minutes) }),
            confirm,
          })}
          onDone={async ({ message, resumesBy }) => {
            onReopened?.(attempt)
            await invalidateEndpoints(client, ...attemptQueries)
            onClose()
            // The button that opened the dialog may be disabled now.
            document.getElementById('main')?.focus()
            const latest = formatTime(Date.parse(resumesBy))
            showToast(`${message} Its clock starts at Resume, at the latest ${latest}.`)
          }}
          beside={<CancelButton onClose={onClose} />}
        >
          <Area name="why" label="Why?" hint={whyHint} data-autofocus />
          <Field
            name="minutes"
            label={isTimeRequired ? 'Minutes' : 'Minutes more'}
            optional={!isTimeRequired}
            inputMode="numeric"
            autoComplete="off"
          />
        </Form>
      )}
    </ChangeDialog>
  )
}

function getLeftMs({ endsAt, endTime }: Attempt) {
  return endTime === null ? 0 : Date.parse(endsAt) - Date.parse(endTime)
}
