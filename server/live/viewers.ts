import type { ServerResponse } from 'node:http'
import { aliveEventName, displacedEventName } from '#contract/live.ts'
import { findDisplacedStream, type StreamHolder } from '#core/live/stream-places.ts'
import type { LiveTable } from './live-table.ts'

/** A screen that asks for a stream of changes. */
export type NewViewer = StreamHolder & {
  readonly reply: ServerResponse
  /** False once it has logged out, or may no longer look. */
  readonly isAllowed: (hasRunning: boolean) => Promise<boolean>
}

/** One table of a stream. */
export type Watch = {
  readonly viewer: Viewer
  readonly table: LiveTable
  /** As which its viewer knows the table. */
  version: string | undefined
}

export type Viewer = NewViewer & {
  readonly watches: Watch[]
  /** Takes it off the tables that write to it. */
  readonly leave: () => void
  ticks: number
  isBeingChecked: boolean
  /** By `performance.now()`. */
  allowedAt: number
}

const aliveEveryTicks = 15
/** A session that cannot be looked up for so long, as while the database is away, ends its streams. */
const maxUncheckedMs = 30_000
/** A client that does not read the end of its stream is cut off. */
const maxEndingMs = 5_000
/** A screen that reads no more is cut off; it comes back and gets the whole table. */
const maxUnsentBytes = 4_000_000

/** The streams that are open. */
export function createViewers() {
  /** Oldest first. */
  const viewers = new Set<Viewer>()

  /** False where others hold all places. */
  function makeRoom(holder: StreamHolder): boolean {
    const displaced = findDisplacedStream([...viewers], holder)
    if (displaced === 'full') return false
    if (displaced) end(displaced, displacedEvent)
    return true
  }

  function add(viewer: NewViewer, leaveTables: () => void): Viewer {
    const allowedAt = performance.now()
    const added: Viewer = {
      ...viewer,
      watches: [],
      ticks: 0,
      isBeingChecked: false,
      allowedAt,
      leave() {
        viewers.delete(added)
        leaveTables()
      },
    }
    viewer.reply.once('close', added.leave)
    viewers.add(added)
    return added
  }

  function tick() {
    for (const viewer of viewers) {
      viewer.ticks += 1
      void check(viewer)
      if (viewer.ticks % aliveEveryTicks === 0) viewer.reply.write(aliveEvent)
    }
  }

  /** Look-ups of all viewers within a tick share one query. */
  async function check(viewer: Viewer) {
    if (viewer.isBeingChecked) return
    viewer.isBeingChecked = true
    const hasRunning = viewer.watches.some(({ table }) => table.hasRunning())
    const isAllowed = await viewer.isAllowed(hasRunning).catch(() => null)
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
    makeRoom,
    add,
    tick,
    count: () => viewers.size,
    close() {
      for (const { reply } of viewers) reply.end()
    },
  }
}

/** The changes as JSON, under the versions of all tables that the stream has sent. */
export function sendChanges(watch: Watch, changes: string) {
  const { viewer, table } = watch
  watch.version = table.getVersion()
  const versions = viewer.watches.flatMap(({ version }) => version ?? [])
  viewer.reply.write(`id: ${versions.join(',')}\ndata: ${changes}\n\n`)
  if (viewer.reply.writableLength > maxUnsentBytes) viewer.reply.destroy()
}

const aliveEvent = `event: ${aliveEventName}\ndata: {}\n\n`
/** The page polls from then on, and opens no stream until it is shown again. */
const displacedEvent = `event: ${displacedEventName}\ndata: {}\n\n`
