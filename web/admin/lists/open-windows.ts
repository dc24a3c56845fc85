import { useQuery } from '@tanstack/react-query'
import { type ExamWindow, listExamWindows } from '#contract/exam-windows.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { formatTimeNear } from '../../ui/format-moment.ts'

/** Describes how leaving a batch affects exams that are under way. */
export function useOpenWindows(batchId: string | undefined): string {
  const { data: windows = [] } = useQuery({
    ...endpointQuery(listExamWindows, { query: { batchId } }),
    enabled: batchId !== undefined,
  })
  return describeOpenWindows(windows, readServerTime())
}

type OpenWindow = Pick<
  ExamWindow,
  'testTitle' | 'phase' | 'released' | 'closesAt' | 'latestEntryAt'
>

/**
 * "Node JS is open until 6:00 pm: students who have not started lose it, and those taking it can finish. ", with a
 * space behind it; empty where no window is open.
 */
export function describeOpenWindows(windows: readonly OpenWindow[], now: number): string {
  return windows
    .filter(({ phase, released }) => phase === 'open' && released)
    .map(({ testTitle, closesAt, latestEntryAt }) => {
      const until = toClosingMinute(Date.parse(latestEntryAt ?? closesAt))
      return `${testTitle} is open until ${formatTimeNear(until, now)}: students who have not started lose it, and those taking it can finish. `
    })
    .join('')
}
