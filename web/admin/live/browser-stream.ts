import type { ReplyOf } from '#contract/endpoint.ts'
import {
  aliveEventName,
  displacedEventName,
  type getLiveTable,
  getLiveTables,
} from '#contract/live.ts'
import { createKnownTable, type KnownTable, mergeChanges } from '#core/live/merge-changes.ts'
import { dropSilentWatchers, listWatchedTests, type Watcher } from '#core/live/watched-tests.ts'
import { matchesShape } from '#core/reply-shape.ts'

type LiveTable = ReplyOf<typeof getLiveTable>
type LiveStudent = LiveTable['students'][number]

/** A page's message; `watch` comes again every few seconds while the page is in view. */
export type ToStream =
  | {
      readonly kind: 'watch'
      readonly testId: string
      /** It has come into view: a stream that gave its place away is opened again. */
      readonly isShown: boolean
      /** It knows no table, or another one than the stream's. */
      readonly wantsWhole: boolean
    }
  | { readonly kind: 'leave' }

export type FromStream =
  /** As the server has sent it just now, which was after that version. */
  | { readonly kind: 'changes'; readonly table: LiveTable; readonly after: string | null }
  | { readonly kind: 'whole'; readonly table: LiveTable }
  /** The reply to `watch`. */
  | { readonly kind: 'state'; readonly isStreaming: boolean }
  | { readonly kind: 'lost' }
  /** Another stream of the session or the account took its place. */
  | { readonly kind: 'displaced' }

type Post = (message: FromStream) => void
type StreamedTable = { readonly known: KnownTable<LiveStudent>; readonly last: LiveTable }

/** `EventSource.CLOSED`: refused, so that the browser does not try again. */
const closed = 2
const reopenMs = 15_000
/** The server says every 15 s that it is there. */
const maxSilenceMs = 40_000

/** The parts of an `EventSource` that are used. */
type Source = {
  readonly readyState: number
  onmessage: ((event: MessageEvent<string>) => void) | null
  addEventListener(name: string, listener: () => void): void
  close(): void
}

type BrowserStreamOptions = {
  readonly openSource: (path: string) => Source
  /** In ms, monotonic. */
  readonly now: () => number
}

/**
 * One stream for all pages in view, of all the tests that they show. A page is known by the function
 * that posts to it.
 */
export function createBrowserStream({ openSource, now }: BrowserStreamOptions) {
  let pages: ReadonlyMap<Post, Watcher> = new Map()
  const tables = new Map<string, StreamedTable>()
  /** Those whose table is as the server has it. */
  const streamed = new Set<string>()
  let requested: readonly string[] = []
  let source: Source | null = null
  let openedAt = 0
  let lastContactAt = 0
  let isDisplaced = false

  /** Takes what a page says. */
  function receive(post: Post, message: ToStream) {
    if (message.kind === 'leave') {
      pages = new Map([...pages].filter(([page]) => page !== post))
      return
    }
    const { testId, isShown, wantsWhole } = message
    pages = new Map(pages).set(post, { testId, lastContactAt: now() })
    if (isShown) isDisplaced = false
    const isNew = !listWatchedTests(pages).every((one) => requested.includes(one))
    if (isNew || !source || (isShown && source.readyState === closed)) follow()
    const isStreaming = streamed.has(testId)
    if (isStreaming && wantsWhole) post({ kind: 'whole', table: getWhole(testId) })
    else post({ kind: 'state', isStreaming })
  }

  function getWhole(testId: string): LiveTable {
    const { known, last } = tables.get(testId) as StreamedTable
    return { ...last, isWhole: true, students: [...known.rows.values()], removed: [] }
  }

  /** To be called each second. */
  function tick() {
    pages = dropSilentWatchers(pages, now())
    const tests = listWatchedTests(pages)
    const isSame =
      tests.length === requested.length && tests.every((one) => requested.includes(one))
    const isDead = source !== null && now() - lastContactAt > maxSilenceMs
    const isClosed = source?.readyState === closed && now() - openedAt > reopenMs
    if (isDead) lose()
    if (!isSame || isDead || isClosed) follow()
  }

  /** Opens the stream for the tests that are watched now, from where it was. */
  function follow() {
    if (isDisplaced) return
    close()
    requested = listWatchedTests(pages)
    for (const testId of tables.keys()) if (!requested.includes(testId)) tables.delete(testId)
    for (const testId of streamed) if (!requested.includes(testId)) streamed.delete(testId)
    if (requested.length > 0) open()
  }

  function open() {
    const since = requested.flatMap((testId) => tables.get(testId)?.known.version ?? [])
    const query = new URLSearchParams({ tests: requested.join(',') })
    if (since.length > 0) query.set('since', since.join(','))
    const opened = openSource(`${getLiveTables.path}?${query}`)
    source = opened
    openedAt = now()
    lastContactAt = now()
    const isOld = () => opened !== source
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      const table = isOld() ? null : parseTable(data)
      if (table) take(table)
    }
    opened.addEventListener(aliveEventName, () => {
      lastContactAt = now()
    })
    opened.addEventListener(displacedEventName, () => {
      if (isOld()) return
      isDisplaced = true
      close()
      streamed.clear()
      for (const post of pages.keys()) post({ kind: 'displaced' })
    })
    opened.addEventListener('error', () => {
      if (!isOld()) lose()
    })
  }

  function take(table: LiveTable) {
    lastContactAt = now()
    const testId = table.test._id
    const known = tables.get(testId)?.known ?? createKnownTable<LiveStudent>()
    const after = known.version
    const { version, isWhole, serverTime, students, removed } = table
    const sentAt = Date.parse(serverTime)
    const next = mergeChanges(known, { version, after, isWhole, sentAt, students, removed })
    tables.set(testId, { known: next, last: table })
    streamed.add(testId)
    for (const [post, page] of pages)
      if (page.testId === testId) post({ kind: 'changes', table, after })
  }

  function lose() {
    streamed.clear()
    for (const post of pages.keys()) post({ kind: 'lost' })
  }

  function close() {
    source?.close()
    source = null
    requested = []
  }

  return { receive, tick, hasPages: () => pages.size > 0, close }
}

const tableShape = {
  version: 'string',
  isWhole: 'boolean',
  serverTime: 'time',
  test: { _id: 'string' },
  students: ['list', { studentId: 'string' }],
  removed: ['list', 'string'],
} as const

/** Null for anything that the server has not sent. */
function parseTable(data: string): LiveTable | null {
  try {
    const table: unknown = JSON.parse(data)
    return matchesShape(tableShape, table) ? (table as LiveTable) : null
  } catch {
    return null
  }
}

export type BrowserStream = ReturnType<typeof createBrowserStream>
