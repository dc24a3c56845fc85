import { useQueryClient } from '@tanstack/react-query'
import { grantAttempt } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { formFor } from '../../kit/form/form-for.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { refresh } from '../../query.ts'
import { Cancel, ChangeDialog, whyHint } from './change-dialog.tsx'
import { touched } from './touched.ts'

const { Form, Area } = formFor(grantAttempt)

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
      knowsTheKey={attempt?.resultReleased && name}
      lead={`${name} may start this test once more, from the beginning and with the full time. What was done so far is kept.`}
    >
      {attempt && (
        <Form
          params={{ testId: attempt.testId }}
          submit="Grant an attempt"
          failing="No attempt was granted."
          toBody={({ why = '' }) => ({ why, studentId: attempt.studentId })}
          onDone={async ({ message }) => {
            await refresh(client, ...touched)
            onClose()
            toast(message)
          }}
          beside={<Cancel onClose={onClose} />}
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
