import { useQueryClient } from '@tanstack/react-query'
import { grantAttempt } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { formFor } from '../../../ui/form/form-for.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { attemptQueries } from './attempt-queries.ts'
import { CancelButton, ChangeDialog, whyHint } from './change-dialog.tsx'

const { Form, TextArea: Area } = formFor(grantAttempt)

type GrantDialogProps = {
  /** One of the student's; null while nothing is asked. */
  readonly attempt: Attempt | null
  readonly isReleased: boolean
  readonly onClose: () => void
}

export function GrantDialog({ attempt, isReleased, onClose }: GrantDialogProps) {
  const client = useQueryClient()
  const name = attempt?.studentName ?? ''
  return (
    <ChangeDialog
      opened={attempt !== null}
      onClose={onClose}
      title={`Grant ${name} another attempt`}
      answersSeenBy={attempt?.resultReleased && name}
      lead={`${name} may start this test once more, from the beginning and with the full time. What was done so far is kept.`}
    >
      {attempt && (
        <Form
          params={{ testId: attempt.testId }}
          submit="Grant an attempt"
          messagePrefix="No attempt was granted."
          toBody={({ why = '' }) => ({ why, studentId: attempt.studentId })}
          onDone={async ({ message }) => {
            await invalidateEndpoints(client, ...attemptQueries)
            onClose()
            showToast(message)
          }}
          beside={<CancelButton onClose={onClose} />}
        >
          {!isReleased && (
            <Notice tone="warn">
              This test is not released now. {name} can start it when it is.
            </Notice>
          )}
          <Area name="why" label="Why?" hint={whyHint} data-autofocus />
        </Form>
      )}
    </ChangeDialog>
  )
}
