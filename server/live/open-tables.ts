import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { PageContacts } from './attempt-rows.ts'
import { createOpenTable, type OpenTable } from './open-table.ts'

/** Each tick sends what has changed, so that a stream brings at most one event a second and table. */
const tickMs = 1_000

/** The tables that somebody looks at, by exam; unused ones are dropped after a while. */
export function createOpenTables(deps: Deps, contacts: PageContacts, onTick: () => void) {
  const open = new Map<string, OpenTable>()
  let timer: NodeJS.Timeout | null = null

  /** Null if there is no such exam. */
  async function find(examId: string): Promise<OpenTable | null> {
    const exam = await findExam(deps.db.read, examId)
    if (!exam) return null
    const found = open.get(examId) ?? createOpenTable(deps, contacts, exam, tickMs)
    keep(found)
    found.noteUse()
    return found
  }

  function keep(one: OpenTable) {
    open.set(one.examId, one)
    timer ??= setInterval(tick, tickMs).unref()
  }

  function tick() {
    onTick()
    for (const [examId, one] of open) {
      if (one.watches.size > 0) {
        void one.tick().catch((err) => deps.log.warn({ err }, 'a live table is out of date'))
      } else if (one.isUnused()) open.delete(examId)
    }
    if (open.size === 0) stopTicking()
  }

  function stopTicking() {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    find,
    keep,
    get: (examId: string) => open.get(examId),

    /** Those of these exams that exist, each at most a tick old. */
    async findUpdated(examIds: readonly string[]): Promise<OpenTable[]> {
      const found = await Promise.all(examIds.map(find))
      const known = found.flatMap((one) => one ?? [])
      await Promise.all(known.map((one) => one.update()))
      return known
    },

    close() {
      stopTicking()
      open.clear()
    },
  }
}
