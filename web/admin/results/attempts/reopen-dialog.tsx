import { useQueryClient } from '@tanstack/react-query'
import { formatDuration } from '#contract/format.ts'
import { reopenAttempt } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { formFor } from '../../../ui/form/form-for.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { showToast } from '../../../ui/toast.tsx'
import {
  attemptQueries,
  CancelButton,
  ChangeDialog,
  createMinutesCheck,
  whyHint,
} from './change-dialog.tsx'

const { Form, Field, TextArea: Area } = formFor(reopenAttempt)

type ReopenDialogProps = {
  /** An ended attempt; null while the dialog is closed. */
  readonly attempt: Attempt | null
  readonly onReopened?: (attempt: Attempt) => void
  readonly onClose: () => void
}

export function ReopenDialog({ attempt, onReopened, onClose }: ReopenDialogProps) {
  const client = useQueryClient()
  const name = attempt?.studentName ?? ''
  const leftMs = attempt ? getLeftMs(attempt) : 0
  const isTimeRequired = leftMs <= 0
  return (
    <ChangeDialog
      opened={attempt !== null}
      onClose={onClose}
      title={`Reopen the attempt of ${name}`}
      answersSeenBy={attempt?.resultReleased && name}
      lead={
        isTimeRequired
          ? `No time was left, so add some. The clock starts as soon as you reopen. The answers are kept, and earlier violations no longer count.`
          : `${formatDuration(leftMs)} were left. The clock continues from there as soon as you reopen. The answers are kept, and earlier violations no longer count.`
      }
    >
      {attempt && (
        <Form
          params={{ attemptId: attempt._id }}
          submit="Reopen"
          messagePrefix="The attempt was not reopened."
          validate={createMinutesCheck(isTimeRequired)}
          placeRefusal={({ code, message, fields }) =>
            code === 'no-time-left' ? { minutes: message } : fields
          }
          toBody={({ why = '', minutes }) => ({
            why,
            ...(minutes?.trim() && { minutes: Number(minutes) }),
          })}
          onDone={async ({ message, endsAt }) => {
            onReopened?.(attempt)
            await invalidateEndpoints(client, ...attemptQueries)
            onClose()
            // The button that opened the dialog may be disabled now.
            document.getElementById('main')?.focus()
            showToast(`${message} It ends at ${formatTime(Date.parse(endsAt))}.`)
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
