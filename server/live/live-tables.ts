import { type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { PageContacts } from './attempt-rows.ts'
import type { LiveTable } from './live-table.ts'
import { createOpenTable, type OpenTable, tickMs } from './open-table.ts'
import { createViewers, type NewViewer, sendChanges, type Watch } from './viewers.ts'

export type LiveTables = ReturnType<typeof createLiveTables>

/** The tables that somebody looks at, and the streams that show them. */
export function createLiveTables(deps: Deps, contacts: PageContacts) {
  const open = new Map<string, OpenTable>()
  const viewers = createViewers()
  let timer: NodeJS.Timeout | null = null

  /** Null if there is no such exam. */
  async function find(examId: string): Promise<OpenTable | null> {
    const exam = await findExam(deps.db.read, examId)
    if (!exam) return null
    const found = open.get(examId) ?? createOpenTable(deps, contacts, exam)
    keepOpen(found)
    found.noteUse()
    return found
  }

  function keepOpen(one: OpenTable) {
    open.set(one.examId, one)
    timer ??= setInterval(tick, tickMs).unref()
  }

  function tick() {
    viewers.tick()
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

  async function findUpdated(examIds: readonly string[]): Promise<OpenTable[]> {
    const found = await Promise.all(examIds.map(find))
    const known = found.flatMap((one) => one ?? [])
    await Promise.all(known.map((one) => one.update()))
    return known
  }

  /** @returns its stream, which watches all of these tables */
  function addViewer(newViewer: NewViewer, shown: readonly OpenTable[]) {
    const viewer = viewers.add(newViewer, () => {
      for (const [n, one] of shown.entries()) one.watches.delete(viewer.watches[n] as Watch)
    })
    for (const one of shown) {
      const watch: Watch = { viewer, table: one.table, version: undefined }
      viewer.watches.push(watch)
      one.watches.add(watch)
    }
    return viewer
  }

  return {
    /** Returns the changes since a version; null if there is no such exam. */
    async getChanges(examId: string, since: string | undefined) {
      const one = await find(examId)
      return one && (await one.update()).getChanges(since)
    },

    async get(examId: string): Promise<LiveTable | null> {
      const one = await find(examId)
      return (await one?.update()) ?? null
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
      const viewer = addViewer(newViewer, found)
      // It went away while the tables were read, and closes no second time.
      if (viewer.reply.destroyed) {
        viewer.leave()
        return
      }
      // They may have been dropped while nobody looked.
      for (const one of found) keepOpen(one)
      for (const watch of viewer.watches) sendChanges(watch, watch.table.getChangesAsJson(since))
    },

    countStreams: viewers.count,

    /** Something was done: the next look reads it again. */
    markChanged: (examId: string) => open.get(examId)?.markChanged(),

    close() {
      stopTicking()
      viewers.close()
      open.clear()
    },
  }
}
