import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { getNews } from '#contract/news.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { getNewsDelayMs, getPollAfterSeconds } from '#core/students/news-interval.ts'
import { toClientEndpoint } from '../../client/client-endpoint.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { getRetryAfterMs, RefusalError, send } from '../../client/request.ts'

const lists = [listExams, listOwnAttempts]
const queryKey = [getNews.path]

type NewsPoll = {
  /** The version whose lists are on the screen; null before the first. */
  readonly etag: string | null
  readonly version: string | null
  readonly pollAfterSeconds: number
  readonly failures: number
  readonly delayMs: number
}

const initialPoll: Omit<NewsPoll, 'delayMs'> = {
  etag: null,
  version: null,
  pollAfterSeconds: getPollAfterSeconds(0),
  failures: 0,
}

/**
 * Reloads the lists of tests and results in place when there is news. It asks while the page is
 * visible and online, at once when it is again, and from the moment when the first list is there:
 * then no change falls between the list and the first version.
 */
export function useNews(hasList: boolean) {
  const client = useQueryClient()
  useQuery({
    queryKey,
    queryFn: ({ signal }) => askForNews(client, signal),
    enabled: hasList,
    retry: false,
    refetchInterval: ({ state }) => state.data?.delayMs ?? false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    notifyOnChangeProps: [],
  })
}

async function askForNews(client: QueryClient, signal: AbortSignal): Promise<NewsPoll> {
  const known = client.getQueryData<NewsPoll>(queryKey) ?? initialPoll
  try {
    const news = await requestIfChanged(known.etag, signal)
    if (news === null) return schedule({ ...known, failures: 0 })
    const { version, pollAfterSeconds } = news.reply
    const poll = { etag: news.etag, version, pollAfterSeconds, failures: 0 }
    if (version === known.version || (await reloadLists(client))) return schedule(poll)
    return schedule({ ...known, failures: known.failures + 1 })
  } catch (error) {
    if (signal.aborted || isAboutSession(error)) throw error
    return schedule({ ...known, failures: known.failures + 1 }, getRetryAfterMs(error))
  }
}

function schedule(poll: Omit<NewsPoll, 'delayMs'>, retryAfterMs = 0): NewsPoll {
  return { ...poll, delayMs: getNewsDelayMs(poll, Math.random(), retryAfterMs) }
}

/** False if a list on the screen could not be loaded, and is still the old one. */
async function reloadLists(client: QueryClient): Promise<boolean> {
  await invalidateEndpoints(client, ...lists)
  return lists.every(({ path }) =>
    client
      .getQueryCache()
      .findAll({ queryKey: [path], type: 'active' })
      .every(({ state }) => !state.isInvalidated),
  )
}

function isAboutSession(error: unknown): boolean {
  return error instanceof RefusalError && (error.status === 401 || error.status === 403)
}

/** Null while the news are still those with this `ETag`. */
async function requestIfChanged(etag: string | null, signal: AbortSignal) {
  const { reply, headers } = await send(toClientEndpoint(getNews), { etag, signal })
  if (reply === null) return null
  return { reply: reply as ReplyOf<typeof getNews>, etag: headers.get('ETag') }
}
