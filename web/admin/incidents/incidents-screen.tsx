import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getExamDay } from '#contract/exam-day.ts'
import {
  countIncidents,
  exportIncidents,
  type IncidentGroup,
  type IncidentMember,
  listIncidents,
} from '#contract/incidents.ts'
import type { Outcome } from '#core/proctoring/incident-outcomes.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { useSession } from '../../client/session.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExportFiles } from '../lists/list-actions.tsx'
import { useExams } from '../lists/use-exams.ts'
import type { Decided } from './decision-form.tsx'
import { IncidentCard } from './incident-card.tsx'
import css from './incidents.module.css'

export const meta = createTitleMeta('Incidents')

const pageSize = 50
const periods = [
  { value: '1', name: 'Last 24 hours' },
  { value: '7', name: 'Last 7 days' },
  { value: '30', name: 'Last 30 days' },
  { value: '365', name: 'Last year' },
] as const

export default function IncidentsScreen() {
  const filters = useFilters()
  const { state, testId, days } = filters
  return (
    <>
      <PageHeading
        title="Incidents"
        lead="What ended or nearly ended an attempt, over all exams. Nothing decides by itself, and nothing is added up per person."
        actions={
          <ExportFiles
            endpoint={exportIncidents}
            query={{ ...toQuery(filters), state }}
            things="incidents"
          />
        }
      />
      <Filters {...filters} />
      {/* What was decided stays in place until other incidents are asked for. */}
      <IncidentList key={`${state} ${testId} ${days}`} {...filters} />
    </>
  )
}

type State = 'open' | 'decided' | 'all'

function useFilters() {
  const [params, setParams] = useSearchParams()
  const param = params.get('state')
  const state: State = param === 'decided' || param === 'all' ? param : 'open'
  const days = periods.find(({ value }) => value === params.get('days'))?.value ?? '7'
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return { state, testId: params.get('test') ?? '', days, set }
}
type FilterProps = ReturnType<typeof useFilters>

const toQuery = ({ testId, days }: FilterProps) => ({
  days: Number(days),
  ...(testId && { testId }),
})

function Filters(filters: FilterProps) {
  const { state, testId, days, set } = filters
  const { data: count } = useQuery({
    ...endpointQuery(countIncidents, { query: toQuery(filters) }),
    placeholderData: keepPreviousData,
  })
  const exams = useExams().data ?? []
  return (
    <div className={css.filters}>
      <SegmentedControl
        legend="Which incidents"
        selected={state}
        onSelect={(value) => set('state', value)}
        segments={[
          { value: 'open', label: `Open ${count?.open ?? ''}`.trim() },
          { value: 'decided', label: `Decided ${count?.decided ?? ''}`.trim() },
          { value: 'all', label: 'All' },
        ]}
      />
      <SelectField
        label="Test"
        hideLabel
        value={testId}
        prompt="All running and past exams"
        options={exams.map(({ _id, title }) => ({ value: _id, name: title }))}
        onChange={({ target }) => set('test', target.value)}
      />
      <SelectField
        label="Period"
        hideLabel
        value={days}
        options={periods}
        onChange={({ target }) => set('days', target.value)}
      />
    </div>
  )
}

function IncidentList(filters: FilterProps) {
  const client = useQueryClient()
  const by = useSession()?.name ?? null
  const [limit, setLimit] = useState(pageSize)
  const [decidedHere, setDecidedHere] = useState<readonly IncidentGroup[]>([])
  const query = { ...toQuery(filters), state: filters.state, limit }
  const { data, isPending, isError, refetch } = useQuery({
    ...endpointQuery(listIncidents, { query }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const reload = () => invalidateEndpoints(client, listIncidents, countIncidents, getExamDay)
  const handleDecided = (group: IncidentGroup, decided: Decided) => {
    const own = applyDecision(group, decided, by)
    setDecidedHere((known) => [...known.filter(({ _id }) => _id !== own._id), own])
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
  const sections = [
    {
      title: 'Clusters',
      lead: 'One cause, many students: events of one kind within 30 s in one exam',
      groups: clusters,
    },
    { title: 'Single incidents', lead: '', groups: singles },
  ]
  if (groups.length === 0) {
    return (
      <EmptyState
        title="No incidents found."
        help="When something ends or nearly ends an attempt, it stands here."
      />
    )
  }
  return (
    <>
      {sections.map((section) =>
        section.groups.length === 0 ? null : (
          <section key={section.title} className={css.section} aria-label={section.title}>
            <h2>
              {section.title} <span className={css.count}>{section.groups.length}</span>{' '}
              <small className={css.count}>{section.lead}</small>
            </h2>
            {section.groups.map((group, place) => (
              <IncidentCard
                key={group._id}
                group={group}
                isOpenAtFirst={place === 0 && group.members.length > 1 && !group.isDecided}
                onDecided={handleDecided}
                onStale={handleStale}
              />
            ))}
          </section>
        ),
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
    const decision = { _id: decisionId, outcome, why, at, by, givenMs }
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
