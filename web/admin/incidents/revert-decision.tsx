import { useState } from 'react'
import { type IncidentMember, revertDecision } from '#contract/incidents.ts'
import { canRevert } from '#core/proctoring/incident-outcomes.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

type RevertDecisionProps = {
  readonly decision: NonNullable<IncidentMember['decision']>
  /** For how many incidents it stands here; more may have been decided in the same press. */
  readonly shown: number
  /** Which decision, where several are listed. */
  readonly of?: string
  readonly onReverted: () => void
}

/** Opens again what was decided, where that is possible. */
export function RevertDecision({ decision, shown, of, onReverted }: RevertDecisionProps) {
  const [isAsking, setAsking] = useState(false)
  const undo = useEndpointMutation(revertDecision)
  const { _id: decisionId, outcome, together } = decision
  if (!canRevert(outcome)) return null
  return (
    <>
      <Button
        size="row"
        {...(of && { 'aria-label': `Take back: ${of}` })}
        onClick={() => setAsking(true)}
      >
        Take back
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question="Take this decision back?"
        action="Take it back"
        tone="primary"
        onConfirm={async () => {
          const body = { decisionId, why: 'Decided by mistake' }
          const { message } = await undo.mutateAsync({ body })
          showToast(message)
          onReverted()
        }}
        onClose={() => setAsking(false)}
      >
        {together > shown &&
          `It was made for ${together} incidents in one press, and is taken back for all of them. `}
        {outcome === 'voided'
          ? 'What was void counts again, and you can decide anew.'
          : 'The incident is open again, and you can decide anew.'}
      </ConfirmDialog>
    </>
  )
}
