import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listAttemptsByExam } from '#contract/results.ts'
import { buildQueryKey } from '../../client/endpoint-query.ts'
import { requestWithTotal } from '../../client/request.ts'
import { clampPage, groupsPerPage } from './clamp-page.ts'

/** Five tests; their attempts are asked for when a test is opened. */
export function useExamGroups(search: string, requestedPage: number) {
  const offset = Math.max(0, (Math.trunc(requestedPage) || 1) - 1) * groupsPerPage
  const query = { search, offset, limit: groupsPerPage }
  const result = useQuery({
    queryKey: [...buildQueryKey(listAttemptsByExam, { query }), 'counted'],
    queryFn: ({ signal }) => requestWithTotal(listAttemptsByExam, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const total = result.data?.total ?? 0
  return { ...result, groups: result.data?.rows ?? [], total, ...clampPage(total, requestedPage) }
}
