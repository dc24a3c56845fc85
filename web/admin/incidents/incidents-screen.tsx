import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { countIncidents, exportIncidents } from '#contract/incidents.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { SelectField } from '../../ui/form/text-field.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { ExportFiles } from '../lists/list-actions.tsx'
import { useExams } from '../lists/use-exams.ts'
import { DecidedToday } from './decided-today.tsx'
import { IncidentList } from './incident-list.tsx'
import css from './incidents.module.css'

export const meta = createTitleMeta('Incidents')

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
        lead="Everything that ended or interrupted an attempt, over all exams. Nothing is decided automatically, and nothing is added up per person."
        actions={
          <ExportFiles
            endpoint={exportIncidents}
            query={{ ...toQuery(filters), state }}
            things="incidents"
          />
        }
      />
      <Filters {...filters} />
      {/* Incidents that were decided stay in place until the filters change. */}
      <IncidentList key={`${state} ${testId} ${days}`} query={{ ...toQuery(filters), state }} />
      {state === 'open' && <DecidedToday query={toQuery(filters)} />}
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
