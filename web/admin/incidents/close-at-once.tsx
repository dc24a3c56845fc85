import { decideIncidents, type IncidentMember, revertDecision } from '#contract/incidents.ts'
import { offeredOutcomes } from '#core/proctoring/incident-outcomes.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showUndoToast } from '../../ui/toast.tsx'
import { type Decided, nothingToFollow } from './decision-form.tsx'

type CloseAtOnceProps = {
  readonly member: IncidentMember
  readonly onDecided: (decided: Decided) => void
  readonly onStale: () => void
}

/** True if only "No consequence" fits, so that there is nothing to choose. */
export function hasOneOutcome({ misfits, decision }: IncidentMember): boolean {
  return decision === null && offeredOutcomes.filter((outcome) => !misfits[outcome]).length === 1
}

export function CloseAtOnce({ member, onDecided, onStale }: CloseAtOnceProps) {
  const decide = useEndpointMutation(decideIncidents)
  const undo = useEndpointMutation(revertDecision)
  const handleClose = () => {
    const decisionId = createIdempotencyKey()
    const { _id, attemptId } = member
    const chosen = { outcome: 'no-consequence', why: nothingToFollow } as const
    const body = { decisionId, incidents: [{ _id, attemptId }], ...chosen }
    decide.mutate(
      { body },
      {
        onSuccess: ({ decided, at, left }) => {
          onDecided({ ids: decided, ...chosen, decisionId, at, left })
          if (decided.length === 0) return
          showUndoToast('Closed without consequence.', async () => {
            await undo.mutateAsync({ body: { decisionId, why: 'Decided by mistake' } })
            onStale()
          })
        },
        onError: (error) => {
          showToast(error.message, 'bad')
          onStale()
        },
      },
    )
  }
  return (
    <Button size="row" busy={decide.isPending} onClick={handleClose}>
      Close<span className="visually-hidden"> the incident of {toStudentLabel(member)}</span>
    </Button>
  )
}
