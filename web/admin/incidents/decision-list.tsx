import type { IncidentGroup, IncidentMember } from '#contract/incidents.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import css from './incidents.module.css'
import { describePress } from './presses.ts'
import { RevertDecision } from './revert-decision.tsx'

type Decision = NonNullable<IncidentMember['decision']>

type DecisionListProps = { readonly group: IncidentGroup; readonly onReverted: () => void }

/** The decisions of a group, one entry a press. */
export function DecisionList({ group, onReverted }: DecisionListProps) {
  const decided = group.members.flatMap(({ decision }) => decision ?? [])
  const presses = [...Map.groupBy(decided, ({ _id }) => _id).values()]
  if (presses.length === 0) return null
  return (
    <section className={css.decisions} aria-label="Decided">
      <h4>Decided</h4>
      <ul>
        {presses.map((own) => (
          <Press key={own[0]?._id} decisions={own} onReverted={onReverted} />
        ))}
      </ul>
    </section>
  )
}

function Press({
  decisions,
  onReverted,
}: {
  decisions: readonly Decision[]
  onReverted: () => void
}) {
  const [first] = decisions
  if (!first) return null
  const { why, by, at } = first
  const count = decisions.length > 1 ? ` (${decisions.length})` : ''
  return (
    <li>
      <b>
        {describePress(decisions)}
        {count}
      </b>
      <span>{why}</span>
      <small>
        {by ?? 'An erased account'}, {formatDateTime(at)}
      </small>
      <RevertDecision decision={first} shown={decisions.length} onReverted={onReverted} />
    </li>
  )
}
