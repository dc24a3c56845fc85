import type { Deps } from '../deps.ts'
import type { Exam } from '../exams/queries.ts'
import type { PageContacts } from './attempt-rows.ts'
import { createLiveTable, type LiveTable } from './live-table.ts'
import { sendChanges, type Watch } from './viewers.ts'

const refreshEveryTicks = 2
const keptUnusedMs = 30_000

export type OpenTable = ReturnType<typeof createOpenTable>

/** A table that somebody looks at, kept up to date once for all who do. */
export function createOpenTable(deps: Deps, contacts: PageContacts, exam: Exam, tickMs: number) {
  const { getMonotonicMs } = deps.clock.machine
  const table = createLiveTable(deps, contacts, exam)
  const watches = new Set<Watch>()
  /** The last use by a stream or a call, by `performance.now()`. */
  let lastUsedAt = 0
  let ticks = 0
  let refreshing: Promise<void> | null = null
  /** Counts what was done to its attempts from this screen. */
  let changes = 0
  /** When the last refresh began, by the server's clock; minus infinity if something was done since. */
  let refreshedAt = Number.NEGATIVE_INFINITY

  /** Calls that come together share one refresh. */
  function refresh(): Promise<void> {
    const changesBefore = changes
    const beganAt = getMonotonicMs()
    refreshing ??= table.refresh().finally(() => {
      refreshing = null
      // Changes made while it was reading may be missing.
      refreshedAt = changesBefore === changes ? beganAt : Number.NEGATIVE_INFINITY
    })
    return refreshing
  }

  /** At most a tick old. */
  async function update(): Promise<LiveTable> {
    const isOld = () => getMonotonicMs() - refreshedAt >= tickMs
    if (!isOld()) table.tick()
    for (let rounds = 0; rounds < 2 && isOld(); rounds += 1) await refresh()
    return table
  }

  function sendToWatches() {
    const written = new Map<string | undefined, string>()
    for (const watch of watches) {
      const { version } = watch
      if (version === table.getVersion()) continue
      const json = written.get(version) ?? table.getChangesAsJson(version)
      written.set(version, json)
      sendChanges(watch, json)
    }
  }

  return {
    examId: exam.id,
    table,
    /** Watches of the streams that show it. */
    watches,
    update,

    noteUse() {
      lastUsedAt = performance.now()
    },

    isUnused: () => watches.size === 0 && performance.now() - lastUsedAt > keptUnusedMs,

    async tick() {
      ticks += 1
      lastUsedAt = performance.now()
      if (ticks % refreshEveryTicks === 0) await refresh()
      else table.tick()
      sendToWatches()
    },

    /** Something was done: the next look reads it again. */
    markChanged() {
      changes += 1
      refreshedAt = Number.NEGATIVE_INFINITY
    },
  }
}
