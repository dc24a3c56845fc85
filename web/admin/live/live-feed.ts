import type { ReplyOf } from '#contract/endpoint.ts'
import { displacedEventName, getLiveTable } from '#contract/live.ts'
import { createKnownTable, mergeChanges } from '#core/live/merge-changes.ts'
import { createObservableStore } from '../../client/effect-runner.ts'
import { toClientEndpoint } from '../../client/endpoint.ts'
import { buildUrl } from '../../client/request.ts'
import { syncClock } from '../../client/server-clock.ts'

export type LiveTable = ReplyOf<typeof getLiveTable>
export type LiveStudent = LiveTable['students'][number]
export type LiveAction = LiveTable['actions'][number]

export type LiveState = {
  /** Null until the first table is here. */
  readonly test: LiveTable['test'] | null
  readonly rows: ReadonlyMap<string, LiveStudent>
  readonly actions: readonly LiveAction[]
  /** By the server's clock in ms. */
  readonly lastChangeAt: number
  readonly isConnected: boolean
  /** Why there is no table. */
  readonly error: Error | null
}

const nothing: LiveState = {
  test: null,
  rows: new Map(),
  actions: [],
  lastChangeAt: 0,
  isConnected: false,
  error: null,
}

const pollMs = 5_000
/** A stream that says nothing for so long may be dead: the call tells. */
const maxSilenceMs = 30_000
const reopenMs = 15_000
/** Of an event nobody knows how long it was on its way: a call's own time is better. */
const assumedRoundTripMs = 400

type FetchTable = (since: string | undefined) => Promise<LiveTable>

/**
 * The live table of one test, kept up to date by the server's stream. While that is lost, calls
 * take its place, and it is opened again and again.
 */
export function createLiveFeed(testId: string, fetchTable: FetchTable) {
  const store = createObservableStore(nothing)
  let known = createKnownTable<LiveStudent>()
  let source: EventSource | null = null
  let openedAt = 0
  let heardAt = 0
  let isStreaming = false
  /** Another page took the stream's place: calls do, until this one is shown again. */
  let isDisplaced = false
  let isAsking = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function take(table: LiveTable, after: string | null) {
    const { version, isWhole, students, removed, test, actions, serverTime } = table
    const sentAt = Date.parse(serverTime)
    const before = known
    known = mergeChanges(known, { version, after, isWhole, sentAt, students, removed })
    heardAt = performance.now()
    if (known.isBehind) return ask()
    const hasChanged = known.version !== before.version
    const { lastChangeAt } = store.get()
    store.set({
      ...{ test, actions, rows: known.rows, isConnected: true, error: null },
      lastChangeAt: hasChanged ? sentAt : lastChangeAt,
    })
  }

  /** One call at a time: what is known is what the next one asks with. */
  async function ask() {
    if (isAsking || isStopped) return
    isAsking = true
    const since = known.version ?? undefined
    try {
      const table = await fetchTable(since)
      if (isStopped) return
      isAsking = false
      // The stream was faster.
      if (since === (known.version ?? undefined)) take(table, since ?? null)
    } catch (error) {
      isAsking = false
      if (!isStopped) lose(error instanceof Error ? error : null)
    }
  }

  function lose(error: Error | null) {
    const state = store.get()
    store.set({ ...state, isConnected: false, error: state.test ? null : (error ?? state.error) })
  }

  function openStream() {
    closeStream()
    openedAt = performance.now()
    isDisplaced = false
    const { path } = toClientEndpoint(getLiveTable)
    const since = known.version ?? undefined
    const opened = new EventSource(buildUrl(path, { testId }, { since }))
    let lastVersion = since ?? null
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      if (isStopped || opened !== source) return
      isStreaming = true
      const table = JSON.parse(data) as LiveTable
      syncClock(table, performance.now() - assumedRoundTripMs)
      take(table, lastVersion)
      lastVersion = table.version
    }
    opened.onerror = () => {
      if (isStopped || opened !== source) return
      isStreaming = false
      lose(null)
      ask()
    }
    opened.addEventListener(displacedEventName, () => {
      if (opened !== source) return
      closeStream()
      isDisplaced = true
    })
    source = opened
  }

  function lookAfter() {
    clearTimeout(timer)
    if (isStopped || document.hidden) return
    const isClosed = source?.readyState === EventSource.CLOSED
    if (isClosed && !isDisplaced && performance.now() - openedAt > reopenMs) openStream()
    const isSilent = performance.now() - heardAt > maxSilenceMs
    if (!isStreaming || isSilent) ask()
    timer = setTimeout(lookAfter, pollMs)
  }

  /** Browsers have six connections to a server over HTTP/1.1, and a page that nobody sees needs none. */
  function followVisibility() {
    if (document.hidden) closeStream()
    else if (!isStreaming) {
      openStream()
      lookAfter()
    }
  }

  function closeStream() {
    source?.close()
    isStreaming = false
  }

  function start() {
    isStopped = false
    if (document.hidden) ask()
    else openStream()
    timer = setTimeout(lookAfter, pollMs)
    window.addEventListener('online', lookAfter)
    document.addEventListener('visibilitychange', followVisibility)
    return () => {
      isStopped = true
      clearTimeout(timer)
      closeStream()
      window.removeEventListener('online', lookAfter)
      document.removeEventListener('visibilitychange', followVisibility)
    }
  }
  return { get: store.get, subscribe: store.subscribe, start, ask }
}
