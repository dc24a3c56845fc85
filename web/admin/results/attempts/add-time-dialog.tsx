import { useQueryClient } from '@tanstack/react-query'
import { addTime } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { formFor } from '../../../ui/form/form-for.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { showToast } from '../../../ui/toast.tsx'
import { attemptQueries } from './attempt-queries.ts'
import { CancelButton, ChangeDialog, whyHint } from './change-dialog.tsx'
import { createMinutesCheck } from './validate-minutes.ts'

const { Form, Field, TextArea: Area } = formFor(addTime)

type AddTimeDialogProps = {
  /** Running; null while nothing is asked. */
  readonly attempt: Attempt | null
  readonly onClose: () => void
}

export function AddTimeDialog({ attempt, onClose }: AddTimeDialogProps) {
  const client = useQueryClient()
  const name = attempt?.studentName ?? ''
  return (
    <ChangeDialog
      opened={attempt !== null}
      onClose={onClose}
      title={`Add time for ${name}`}
      lead={`The clock of ${name} shows it within 10 seconds, without a reload.`}
    >
      {attempt && (
        <Form
          params={{ attemptId: attempt._id }}
          submit="Add time"
          messagePrefix="No time was added."
          validate={createMinutesCheck(true)}
          toBody={({ why = '', minutes }) => ({ why, minutes: Number(minutes) })}
          onDone={async ({ endsAt }, { minutes }) => {
            await invalidateEndpoints(client, ...attemptQueries)
            onClose()
            const added = pluralize(Number(minutes), 'minute')
            showToast(`${added} added for ${name}, until ${formatTime(Date.parse(endsAt))}.`)
          }}
          beside={<CancelButton onClose={onClose} />}
        >
          <Field
            name="minutes"
            label="Minutes"
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
          />
          <Area name="why" label="Why?" hint={whyHint} />
        </Form>
      )}
    </ChangeDialog>
  )
}
