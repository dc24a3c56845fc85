import { type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { type Exam, findExam } from '../exams/queries.ts'
import { createLiveTable, type LiveTable, type PageContacts } from './live-table.ts'
import { createViewers, type NewViewer, sendChanges, type Watch } from './viewers.ts'

type OpenTable = {
  readonly examId: string
  readonly table: LiveTable
  /** Watches of the streams that show it. */
  readonly watches: Set<Watch>
  /** The last use by a stream or a call, by `performance.now()`. */
  lastUsedAt: number
  ticks: number
  refreshing: Promise<void> | null
  /** Counts what was done to its attempts from this screen. */
  changes: number
  /** By the server's clock; something was done since if it is minus infinity. */
  refreshedAt: number
}

/** Each tick sends what has changed, so that a stream brings at most one event a second and table. */
const tickMs = 1_000
const refreshEveryTicks = 2
const keptUnusedMs = 30_000

/** The tables that somebody looks at, each kept up to date once for all of them. */
export function createLiveTables(deps: Deps, contacts: PageContacts) {
  const { getMonotonicMs } = deps.clock.machine
  const open = new Map<string, OpenTable>()
  const viewers = createViewers()
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
    const table = createLiveTable(deps, contacts, exam)
    const added: OpenTable = {
      examId: exam.id,
      table,
      watches: new Set<Watch>(),
      lastUsedAt: 0,
      ticks: 0,
      refreshing: null,
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
      // Changes made while it was reading may be missing.
      one.refreshedAt = changes === one.changes ? getMonotonicMs() : Number.NEGATIVE_INFINITY
    })
    return one.refreshing
  }

  /** At most a tick old. */
  async function update(one: OpenTable): Promise<LiveTable> {
    const isOld = () => getMonotonicMs() - one.refreshedAt >= tickMs
    if (!isOld()) one.table.tick()
    for (let rounds = 0; rounds < 2 && isOld(); rounds += 1) await refresh(one)
    return one.table
  }

  function tick() {
    viewers.tick()
    for (const [examId, one] of open) {
      if (one.watches.size > 0) {
        void tickTable(one).catch((err) => deps.log.warn({ err }, 'a live table is out of date'))
      } else if (performance.now() - one.lastUsedAt > keptUnusedMs) open.delete(examId)
    }
    if (open.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  async function tickTable(one: OpenTable) {
    const { table, watches } = one
    one.ticks += 1
    one.lastUsedAt = performance.now()
    if (one.ticks % refreshEveryTicks === 0) await refresh(one)
    else table.tick()
    const written = new Map<string | undefined, string>()
    for (const watch of watches) {
      const { version } = watch
      if (version === table.getVersion()) continue
      const changes = written.get(version) ?? table.getChangesAsJson(version)
      written.set(version, changes)
      sendChanges(watch, changes)
    }
  }

  async function findUpdated(examIds: readonly string[]): Promise<OpenTable[]> {
    const found = await Promise.all(examIds.map(find))
    const known = found.flatMap((one) => one ?? [])
    await Promise.all(known.map(update))
    return known
  }

  return {
    /** Returns the changes since a version; null if there is no such exam. */
    async getChanges(examId: string, since: string | undefined) {
      const one = await find(examId)
      return one && (await update(one)).getChanges(since)
    },

    async get(examId: string): Promise<LiveTable | null> {
      const one = await find(examId)
      return one && update(one)
    },

    /** Returns for each exam that exists the changes since any of these versions. */
    async listChanges(examIds: readonly string[], since: string | undefined) {
      const found = await findUpdated(examIds)
      return found.map(({ table }) => table.getChanges(since))
    },

    /** Writes nothing if it refuses. */
    async stream(
      examIds: readonly string[],
      since: string | undefined,
      newViewer: NewViewer,
      begin: () => void,
    ): Promise<Refusal<'test-not-found' | 'busy'> | undefined> {
      const found = await findUpdated(examIds)
      if (found.length === 0) return refuse('test-not-found')
      if (!viewers.makeRoom(newViewer)) return refuse('busy')
      begin()
      const viewer = viewers.add(newViewer, () => {
        for (const [n, one] of found.entries()) one.watches.delete(viewer.watches[n] as Watch)
      })
      for (const one of found) {
        const watch: Watch = { viewer, table: one.table, version: undefined }
        viewer.watches.push(watch)
        one.watches.add(watch)
      }
      // It went away while the tables were read, and closes no second time.
      if (viewer.reply.destroyed) {
        viewer.leave()
        return
      }
      // They may have been dropped while nobody looked.
      for (const one of found) open.set(one.examId, one)
      timer ??= setInterval(tick, tickMs).unref()
      for (const watch of viewer.watches) sendChanges(watch, watch.table.getChangesAsJson(since))
    },

    countStreams: viewers.count,

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
      viewers.close()
      open.clear()
    },
  }
}
