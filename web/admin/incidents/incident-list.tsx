import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getExamDay } from '#contract/exam-day.ts'
import {
  countIncidents,
  type IncidentGroup,
  type IncidentMember,
  listIncidents,
  type SkippedIncident,
} from '#contract/incidents.ts'
import type { Outcome } from '#core/proctoring/incident-outcomes.ts'
import { useSession } from '../../client/browser-session.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { DecideTogether } from './decide-together.tsx'
import type { Decided } from './decision-form.tsx'
import { describeSkippedIncidents } from './describe-incident.ts'
import { IncidentCard } from './incident-card.tsx'
import css from './incidents.module.css'

const pageSize = 50

type IncidentListProps = {
  readonly query: {
    readonly state: 'open' | 'decided' | 'all'
    readonly days: number
    readonly testId?: string
  }
}

export function IncidentList({ query: filters }: IncidentListProps) {
  const client = useQueryClient()
  const by = useSession()?.name ?? null
  const [limit, setLimit] = useState(pageSize)
  const [decidedHere, setDecidedHere] = useState<readonly IncidentGroup[]>([])
  const query = { ...filters, limit }
  const { data, isPending, isError, refetch } = useQuery({
    ...endpointQuery(listIncidents, { query }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const selection = useRowSelection()
  const [skipped, setSkipped] = useState<readonly SkippedIncident[]>([])
  const singlesHeading = useRef<HTMLHeadingElement>(null)
  const reload = () => invalidateEndpoints(client, listIncidents, countIncidents, getExamDay)
  const handleDecided = (of: readonly IncidentGroup[], decided: Decided) => {
    const own = of.map((group) => applyDecision(group, decided, by))
    const ids = new Set(own.map(({ _id }) => _id))
    setDecidedHere((known) => [...known.filter(({ _id }) => !ids.has(_id)), ...own])
    setSkipped(decided.left)
    reload()
  }
  const handleStale = () => {
    setDecidedHere([])
    reload()
  }
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        The incidents could not be loaded.
      </Notice>
    )
  }
  if (isPending) return <Skeleton height="240px" />
  const groups = mergeGroups(data, decidedHere)
  const clusters = groups.filter(({ members }) => members.length > 1)
  const singles = groups.filter(({ members }) => members.length === 1)
  const open = singles.filter(({ isDecided }) => !isDecided)
  const openIds = open.map(({ _id }) => _id)
  const selected = open.filter(({ _id }) => selection.selected.has(_id))
  if (groups.length === 0) {
    return (
      <EmptyState
        title="No incidents found."
        help="Anything that ends or interrupts an attempt is listed here."
      />
    )
  }
  return (
    <>
      {skipped.length > 0 && (
        <Notice tone="warn" isOutcome>
          {describeSkippedIncidents(skipped)}
        </Notice>
      )}
      {clusters.length > 0 && (
        <section className={css.section} aria-label="Clusters">
          <h2>
            Clusters <span className={css.count}>{clusters.length}</span>{' '}
            <small className={css.count}>
              One cause, many students: events of one kind within 30 s in one exam
            </small>
          </h2>
          {clusters.map((group, place) => (
            <IncidentCard
              key={group._id}
              group={group}
              isOpenAtFirst={place === 0 && !group.isDecided}
              onDecided={handleDecided}
              onStale={handleStale}
            />
          ))}
        </section>
      )}
      {singles.length > 0 && (
        <section className={css.section} aria-label="Single incidents">
          <div className={css.singles}>
            <h2 ref={singlesHeading} tabIndex={-1}>
              Single incidents <span className={css.count}>{singles.length}</span>
            </h2>
            {open.length > 1 && (
              <Checkbox
                checked={selected.length === open.length}
                mixed={selected.length > 0 && selected.length < open.length}
                onChange={() => selection.toggleAll(openIds)}
              >
                Select all {open.length}
              </Checkbox>
            )}
          </div>
          {singles.map((group) => (
            <IncidentCard
              key={group._id}
              group={group}
              isOpenAtFirst={false}
              onDecided={handleDecided}
              onStale={handleStale}
              {...(open.length > 1 && {
                isSelected: selection.selected.has(group._id),
                onSelect: (isRange: boolean) => selection.toggle(group._id, openIds, isRange),
              })}
            />
          ))}
          <DecideTogether
            groups={selected}
            onClear={selection.clear}
            onDecided={(decided) => {
              handleDecided(selected, decided)
              selection.clear()
              singlesHeading.current?.focus()
            }}
            onStale={handleStale}
          />
        </section>
      )}
      {data.length === limit && (
        <Button onClick={() => setLimit(limit + pageSize)}>Show more</Button>
      )}
    </>
  )
}

const changedStatus: Partial<Record<Outcome, IncidentMember['status']>> = {
  reopened: 'running',
  voided: 'void',
}

function applyDecision(
  group: IncidentGroup,
  { ids, outcome, why, decisionId, at }: Decided,
  by: string | null,
): IncidentGroup {
  const members = group.members.map((member) => {
    if (!ids.includes(member._id)) return member
    const givenMs = outcome === 'reopened' ? member.lostMs : null
    const together = ids.length
    const decision = { _id: decisionId, outcome, why, at, by, givenMs, together }
    return { ...member, decision, status: changedStatus[outcome] ?? member.status }
  })
  return { ...group, members, isDecided: members.every(({ decision }) => decision !== null) }
}

/** A group that the server still lists is as it says; the others keep their place. */
function mergeGroups(
  listed: readonly IncidentGroup[],
  decidedHere: readonly IncidentGroup[],
): readonly IncidentGroup[] {
  const known = new Set(listed.map(({ _id }) => _id))
  return [...listed, ...decidedHere.filter(({ _id }) => !known.has(_id))].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at) || (one._id < other._id ? -1 : 1),
  )
}
