import { useState } from 'react'
import { type IncidentGroup, type IncidentMember, takeBackDecision } from '#contract/incidents.ts'
import { canTakeBack } from '#core/proctoring/incident-outcomes.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { showToast } from '../../ui/toast.tsx'
import { describeDecision } from './describe-incident.ts'
import css from './incidents.module.css'

type Decision = NonNullable<IncidentMember['decision']>

type DecisionListProps = { readonly group: IncidentGroup; readonly onTakenBack: () => void }

/** What was decided, one entry a press. */
export function DecisionList({ group, onTakenBack }: DecisionListProps) {
  const decided = group.members.flatMap(({ decision }) => decision ?? [])
  const presses = [...Map.groupBy(decided, ({ _id }) => _id).values()]
  if (presses.length === 0) return null
  return (
    <section className={css.decisions} aria-label="Decided">
      <h4>Decided</h4>
      <ul>
        {presses.map((own) => (
          <Press key={own[0]?._id} decisions={own} onTakenBack={onTakenBack} />
        ))}
      </ul>
    </section>
  )
}

function Press({
  decisions,
  onTakenBack,
}: {
  decisions: readonly Decision[]
  onTakenBack: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const undo = useEndpointMutation(takeBackDecision)
  const [first] = decisions
  if (!first) return null
  const { _id: decisionId, outcome, why, by, at } = first
  const isSameForAll = decisions.every(({ givenMs }) => givenMs === first.givenMs)
  const words = isSameForAll ? describeDecision(first) : 'Time given back'
  const count = decisions.length > 1 ? ` (${decisions.length})` : ''
  return (
    <li>
      <b>
        {words}
        {count}
      </b>
      <span>{why}</span>
      <small>
        {by ?? 'An erased account'}, {formatDateTime(at)}
      </small>
      {canTakeBack(outcome) && (
        <Button size="row" onClick={() => setAsking(true)}>
          Take back
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        question="Take this decision back?"
        action="Take it back"
        tone="primary"
        onConfirm={async () => {
          const body = { decisionId, why: 'Decided by mistake' }
          const { message } = await undo.mutateAsync({ body })
          showToast(message)
          onTakenBack()
        }}
        onClose={() => setAsking(false)}
      >
        {first.together > decisions.length &&
          `It was made for ${first.together} incidents in one press, and is taken back for all of them. `}
        {outcome === 'voided'
          ? 'What was void counts again, and you can decide anew.'
          : 'The incident is open again, and you can decide anew.'}
      </ConfirmDialog>
    </li>
  )
}
