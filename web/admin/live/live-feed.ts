import type { ReplyOf } from '#contract/endpoint.ts'
import type { getLiveTable } from '#contract/live.ts'
import { createKnownTable, mergeChanges } from '#core/live/merge-changes.ts'
import { createObservableStore } from '../../client/effect-runner.ts'
import { syncClock } from '../../client/server-clock.ts'
import type { FromStream } from './browser-stream.ts'
import { type JoinedStream, joinStream } from './join-stream.ts'

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
/** Shorter, so that a test that is not there is soon known not to be. */
const firstPollMs = 2_000
/** A worker that replies to nothing for so long has ended, or never began. */
const maxReplyMs = 15_000
/** The latency of a stream event is unknown: the timing of a request is better. */
const assumedRoundTripMs = 400

type FetchTable = (since: string | undefined) => Promise<LiveTable>

/**
 * The live table of one test, kept up to date by the stream that the pages of a browser share. While
 * that is lost, calls take its place.
 */
export function createLiveFeed(testId: string, fetchTable: FetchTable) {
  const store = createObservableStore(nothing)
  let known = createKnownTable<LiveStudent>()
  let stream: JoinedStream | null = null
  let repliedAt = 0
  let isStreaming = false
  let isAsking = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function take(table: LiveTable, after: string | null) {
    const { version, isWhole, students, removed, test, actions, serverTime } = table
    const sentAt = Date.parse(serverTime)
    const before = known
    known = mergeChanges(known, { version, after, isWhole, sentAt, students, removed })
    if (known.isBehind) return isStreaming ? watch() : ask()
    const hasChanged = known.version !== before.version
    const { lastChangeAt } = store.get()
    store.set({
      test,
      actions,
      rows: known.rows,
      isConnected: true,
      error: null,
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

  function receive(message: FromStream) {
    if (!stream) return
    repliedAt = performance.now()
    if (message.kind === 'changes') {
      isStreaming = true
      syncClock(message.table, performance.now() - assumedRoundTripMs)
      take(message.table, message.after)
    } else if (message.kind === 'whole') {
      isStreaming = true
      take(message.table, null)
    } else if (message.kind === 'state') {
      isStreaming = message.isStreaming && known.version !== null
    } else {
      isStreaming = false
      if (message.kind === 'lost') lose(null)
      ask()
    }
  }

  function join() {
    leave()
    repliedAt = performance.now()
    stream = joinStream(receive)
    watch(true)
  }

  function leave() {
    stream?.leave()
    stream = null
    isStreaming = false
  }

  function watch(isShown = false) {
    const wantsWhole = !isStreaming || known.isBehind
    stream?.post({ kind: 'watch', testId, isShown, wantsWhole })
  }

  function lookAfter() {
    clearTimeout(timer)
    if (isStopped || document.hidden) return
    const isAlive = stream?.isOfSession() && performance.now() - repliedAt < maxReplyMs
    if (isAlive) watch()
    else join()
    if (!isStreaming) ask()
    timer = setTimeout(lookAfter, pollMs)
  }

  /** Browsers have six connections to a server over HTTP/1.1, and a page that nobody sees needs none. */
  function followVisibility() {
    clearTimeout(timer)
    if (document.hidden) return leave()
    join()
    timer = setTimeout(lookAfter, firstPollMs)
  }

  function start() {
    isStopped = false
    if (document.hidden) ask()
    else followVisibility()
    window.addEventListener('online', lookAfter)
    document.addEventListener('visibilitychange', followVisibility)
    return () => {
      isStopped = true
      clearTimeout(timer)
      leave()
      window.removeEventListener('online', lookAfter)
      document.removeEventListener('visibilitychange', followVisibility)
    }
  }
  return { get: store.get, subscribe: store.subscribe, start, ask }
}
