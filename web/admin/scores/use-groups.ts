import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listAttemptsByExam } from '#contract/results.ts'
import { buildQueryKey } from '../../client/endpoint-query.ts'
import { requestWithTotal } from '../../client/request.ts'
import { groupsPerPage, pageOf } from './page-of.ts'

/** Five tests; their attempts are asked for when a test is opened. */
export function useGroups(search: string, asked: number) {
  const offset = Math.max(0, (Math.trunc(asked) || 1) - 1) * groupsPerPage
  const query = { search, offset, limit: groupsPerPage }
  const found = useQuery({
    queryKey: [...buildQueryKey(listAttemptsByExam, { query }), 'counted'],
    queryFn: ({ signal }) => requestWithTotal(listAttemptsByExam, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const total = found.data?.total ?? 0
  return { ...found, groups: found.data?.rows ?? [], total, ...pageOf(total, asked) }
}
