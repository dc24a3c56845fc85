import { getReleaseProgress, resendResult } from '#contract/result-release.ts'
import type { Attempt } from '#contract/results.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { useEndpointMutation } from '../../../client/endpoint-query.ts'
import { IfCan } from '../../../client/use-can.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { isRunning } from './attempt-cells.tsx'

type ResendResultButtonProps = { readonly attempt: Attempt; readonly size?: 'row' }

/** For a student who lost the email of a released result, or never got it. */
export function ResendResultButton(props: ResendResultButtonProps) {
  const { attempt } = props
  if (isRunning(attempt) || !attempt.resultReleased) return null
  return (
    <IfCan call={resendResult}>
      <ResendButton {...props} />
    </IfCan>
  )
}

function ResendButton({ attempt, size }: ResendResultButtonProps) {
  const attemptId = attempt._id
  const resend = useEndpointMutation(resendResult, [getReleaseProgress])
  const handleClick = () =>
    resend.mutateAsync({ params: { attemptId } }).then(
      ({ message }) => showToast(message),
      (error: Error) => showToast(`No email was sent. ${error.message}`, 'bad'),
    )
  return (
    <Button
      size={size}
      busy={resend.isPending}
      aria-label={`Send result again to ${toStudentLabel(attempt)}`}
      onClick={handleClick}
    >
      Send result again
    </Button>
  )
}
