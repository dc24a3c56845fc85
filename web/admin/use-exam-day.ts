import { useQuery } from '@tanstack/react-query'
import { getExamDay } from '#contract/exam-day.ts'
import { countIncidents, incidentDays } from '#contract/incidents.ts'
import { listLiveExams } from '#contract/live.ts'
import { endpointQuery } from '../client/endpoint-query.ts'
import { useCan } from '../client/use-can.tsx'

const pollMs = 60_000
const openIncidents = endpointQuery(countIncidents, { query: { days: incidentDays } })

/** The figures beside Live and Incidents. What a screen has loaded since the last poll is newer. */
export function useExamDay() {
  const enabled = useCan(getExamDay)
  const { data, dataUpdatedAt } = useQuery({
    ...endpointQuery(getExamDay),
    enabled,
    refetchInterval: pollMs,
  })
  const exams = useQuery({ ...endpointQuery(listLiveExams), enabled: false })
  const count = useQuery({ ...openIncidents, enabled: false })
  const isNewer = (known: { readonly dataUpdatedAt: number }) => known.dataUpdatedAt > dataUpdatedAt
  return {
    runningTests: (isNewer(exams) ? exams.data?.length : data?.runningTests) ?? 0,
    openIncidents: (isNewer(count) ? count.data?.open : data?.openIncidents) ?? 0,
  }
}
