import { useQuery } from '@tanstack/react-query'
import { getLiveTable, listLiveExams } from '#contract/live.ts'
import { getToday } from '#contract/registers.ts'
import { isLiveLinked } from '#core/live/live-link.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useCan } from '../../client/use-can.tsx'

const refetchInterval = 60_000

/** Whether Live of a test has something to show, now or soon, for staff who may see it. */
export function useLiveLink(): (testId: string) => boolean {
  const canSeeLive = useCan(getLiveTable)
  const canSeeToday = useCan(getToday)
  const { data: taken = [] } = useQuery({
    ...endpointQuery(listLiveExams),
    enabled: canSeeLive,
    refetchInterval,
  })
  const { data: days } = useQuery({
    ...endpointQuery(getToday),
    enabled: canSeeLive && canSeeToday,
    refetchInterval,
  })
  const windows = days ? [...days.today, ...days.week] : []
  return (testId) =>
    canSeeLive &&
    isLiveLinked(
      {
        isTaken: taken.some(({ _id }) => _id === testId),
        windows: windows
          .filter((window) => window.testId === testId && !window.isRemoved)
          .map(({ opensAt, closesAt, released }) => ({
            opensAt: Date.parse(opensAt),
            closesAt: Date.parse(closesAt),
            isReleased: released,
          })),
      },
      getServerTime(),
    )
}
