import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { getLiveTable } from '#contract/live.ts'
import { useObservableStore } from '../../client/effect-runner.ts'
import { request } from '../../client/request.ts'
import { createLiveFeed } from './live-feed.ts'

/** The students who take a test now, and how they are doing. */
export function useLiveTable(testId: string) {
  const client = useQueryClient()
  const feed = useMemo(() => {
    const fetchTable = (since: string | undefined) =>
      client.fetchQuery({
        queryKey: [getLiveTable.path, testId, since ?? null],
        queryFn: ({ signal }) =>
          request(getLiveTable, { params: { testId }, query: { since }, signal }),
        retry: false,
        staleTime: 0,
        gcTime: 0,
        networkMode: 'always',
      })
    return createLiveFeed(testId, fetchTable)
  }, [client, testId])
  useEffect(() => feed.start(), [feed])
  return { ...useObservableStore(feed), refetch: feed.ask }
}
