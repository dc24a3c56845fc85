import type { ServerResponse } from 'node:http'
import { displacedEventName } from '#contract/live.ts'
import { findDisplacedStream, type StreamHolder } from '#core/live/stream-places.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { type Exam, findExam } from '../exams/queries.ts'
import { createLiveTable, type HeardPages, type LiveTable } from './live-table.ts'

type OpenTable = {
  readonly table: LiveTable
  readonly viewers: Set<Viewer>
  /** Of a stream or of a call, by `performance.now()`. */
  lastUsedAt: number
  ticks: number
  refreshing: Promise<void> | null
  /** Counts what was done to its attempts from this screen. */
  changes: number
  /** By the server's clock; something was done since if it is minus infinity. */
  refreshedAt: number
}

/** Who asks for a stream of changes to one screen. */
type NewViewer = StreamHolder & {
  readonly reply: ServerResponse
  /** False once it has logged out, or may no longer look. */
  readonly isAllowed: (hasRunning: boolean) => Promise<boolean>
  readonly since: string | undefined
}

type Viewer = Omit<NewViewer, 'since'> & {
  /** Takes it off the lists of those who are written to. */
  readonly leave: () => void
  version: string | undefined
  ticks: number
  isBeingChecked: boolean
  /** By `performance.now()`. */
  allowedAt: number
}

/** Each tick sends what has changed, so that a stream brings at most one event a second. */
const tickMs = 1_000
const refreshEveryTicks = 2
const heartbeatEveryTicks = 15
const keptUnusedMs = 30_000
/** A session that cannot be looked up for so long, as while the database is away, ends its streams. */
const maxUncheckedMs = 30_000
/** A client that does not read the end of its stream is cut off. */
const maxEndingMs = 5_000
/** A screen that reads no more is cut off; it comes back and gets the whole table. */
const maxUnsentBytes = 4_000_000

/** The tables that somebody looks at, each kept up to date once for all of them. */
export function createLiveTables(deps: Deps, heard: HeardPages) {
  const open = new Map<string, OpenTable>()
  /** Oldest first. */
  const viewers = new Set<Viewer>()
  let timer: NodeJS.Timeout | null = null

  /** Null if there is no such exam. */
  async function find(examId: string): Promise<OpenTable | null> {
    const exam = await findExam(deps.db.read, examId)
    if (!exam) return null
    const known = open.get(examId) ?? add(exam)
    known.lastUsedAt = performance.now()
    return known
  }

  function add(exam: Exam): OpenTable {
    const table = createLiveTable(deps, heard, exam)
    const added: OpenTable = {
      ...{ table, viewers: new Set<Viewer>(), lastUsedAt: 0, ticks: 0, refreshing: null },
      changes: 0,
      refreshedAt: Number.NEGATIVE_INFINITY,
    }
    open.set(exam.id, added)
    timer ??= setInterval(tick, tickMs).unref()
    return added
  }

  /** Calls that come together share one refresh. */
  function refresh(one: OpenTable): Promise<void> {
    const { changes } = one
    one.refreshing ??= one.table.refresh().finally(() => {
      one.refreshing = null
      // What was done while it read may be missing.
      one.refreshedAt = changes === one.changes ? deps.now() : Number.NEGATIVE_INFINITY
    })
    return one.refreshing
  }

  /** At most a tick old. */
  async function update(one: OpenTable): Promise<LiveTable> {
    const isOld = () => deps.now() - one.refreshedAt >= tickMs
    if (!isOld()) one.table.tick()
    for (let rounds = 0; rounds < 2 && isOld(); rounds += 1) await refresh(one)
    return one.table
  }

  function tick() {
    for (const [examId, one] of open) {
      if (one.viewers.size > 0) {
        void tickTable(one).catch((err) => deps.log.warn({ err }, 'a live table is out of date'))
      } else if (performance.now() - one.lastUsedAt > keptUnusedMs) open.delete(examId)
    }
    if (open.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  async function tickTable(one: OpenTable) {
    one.ticks += 1
    one.lastUsedAt = performance.now()
    if (one.ticks % refreshEveryTicks === 0) await refresh(one)
    else one.table.tick()
    const events = new Map<string | undefined, string>()
    for (const viewer of one.viewers) {
      viewer.ticks += 1
      void check(one, viewer)
      if (viewer.ticks % heartbeatEveryTicks === 0) viewer.reply.write(': here\n\n')
      if (viewer.version === one.table.getVersion()) continue
      const event = events.get(viewer.version) ?? toEvent(one.table, viewer.version)
      events.set(viewer.version, event)
      send(one, viewer, event)
    }
  }

  function send(one: OpenTable, viewer: Viewer, event: string) {
    viewer.version = one.table.getVersion()
    viewer.reply.write(event)
    if (viewer.reply.writableLength > maxUnsentBytes) viewer.reply.destroy()
  }

  /** Look-ups of all viewers within a tick share one query. */
  async function check(one: OpenTable, viewer: Viewer) {
    if (viewer.isBeingChecked) return
    viewer.isBeingChecked = true
    const isAllowed = await viewer.isAllowed(one.table.hasRunning()).catch(() => null)
    viewer.isBeingChecked = false
    if (isAllowed) viewer.allowedAt = performance.now()
    const isUnchecked = performance.now() - viewer.allowedAt > maxUncheckedMs
    if (isAllowed === false || isUnchecked) end(viewer)
  }

  /** Nothing may be written to it after that, also where its client reads no more and it stays open. */
  function end(viewer: Viewer, lastEvent = '') {
    viewer.leave()
    viewer.reply.end(lastEvent)
    setTimeout(() => viewer.reply.destroy(), maxEndingMs).unref()
  }

  return {
    /** What has changed since a version; null if there is no such exam. */
    async getChanges(examId: string, since: string | undefined) {
      const one = await find(examId)
      return one && (await update(one)).getChanges(since)
    },

    async get(examId: string): Promise<LiveTable | null> {
      const one = await find(examId)
      return one && update(one)
    },

    /** Where it is refused nothing is written. */
    async stream(
      examId: string,
      { since, ...viewer }: NewViewer,
      begin: () => void,
    ): Promise<Refusal<'test-not-found' | 'busy'> | undefined> {
      const one = await find(examId)
      if (!one) return refuse('test-not-found')
      await update(one)
      const displaced = findDisplacedStream([...viewers], viewer)
      if (displaced === 'full') return refuse('busy')
      if (displaced) end(displaced, displacedEvent)
      begin()
      const allowedAt = performance.now()
      const added: Viewer = {
        ...viewer,
        version: since,
        ticks: 0,
        isBeingChecked: false,
        allowedAt,
        leave() {
          one.viewers.delete(added)
          viewers.delete(added)
        },
      }
      viewer.reply.once('close', added.leave)
      one.viewers.add(added)
      viewers.add(added)
      // It went away while the table was read, and closes no second time.
      if (viewer.reply.destroyed) {
        added.leave()
        return
      }
      // It may have been dropped while nobody looked.
      open.set(examId, one)
      timer ??= setInterval(tick, tickMs).unref()
      send(one, added, toEvent(one.table, since))
    },

    countStreams: () => viewers.size,

    /** Something was done: the next look reads it again. */
    markChanged(examId: string) {
      const one = open.get(examId)
      if (!one) return
      one.changes += 1
      one.refreshedAt = Number.NEGATIVE_INFINITY
    },

    close() {
      if (timer) clearInterval(timer)
      timer = null
      for (const { viewers } of open.values()) for (const { reply } of viewers) reply.end()
      open.clear()
    },
  }
}

/** The page polls from then on, and opens no stream until it is shown again. */
const displacedEvent = `event: ${displacedEventName}\ndata: {}\n\n`

function toEvent(table: LiveTable, since: string | undefined): string {
  return `id: ${table.getVersion()}\ndata: ${table.getChangesAsJson(since)}\n\n`
}
