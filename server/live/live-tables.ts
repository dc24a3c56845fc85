import { type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { PageContacts } from './attempt-rows.ts'
import type { LiveTable } from './live-table.ts'
import type { OpenTable } from './open-table.ts'
import { createOpenTables } from './open-tables.ts'
import { createViewers, type NewViewer, sendChanges, type Watch } from './viewers.ts'

export type LiveTables = ReturnType<typeof createLiveTables>

/** The tables that somebody looks at, and the streams that show them. */
export function createLiveTables(deps: Deps, contacts: PageContacts) {
  const viewers = createViewers()
  const tables = createOpenTables(deps, contacts, viewers.tick)

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
      const one = await tables.find(examId)
      return one && (await one.update()).getChanges(since)
    },

    async get(examId: string): Promise<LiveTable | null> {
      const one = await tables.find(examId)
      return (await one?.update()) ?? null
    },

    /** Returns for each exam that exists the changes since any of these versions. */
    async listChanges(examIds: readonly string[], since: string | undefined) {
      const found = await tables.findUpdated(examIds)
      return found.map(({ table }) => table.getChanges(since))
    },

    /** Writes nothing if it refuses. */
    async stream(
      examIds: readonly string[],
      since: string | undefined,
      newViewer: NewViewer,
      begin: () => void,
    ): Promise<Refusal<'test-not-found' | 'busy'> | undefined> {
      const found = await tables.findUpdated(examIds)
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
      for (const one of found) tables.keep(one)
      for (const watch of viewer.watches) sendChanges(watch, watch.table.getChangesAsJson(since))
    },

    countStreams: viewers.count,

    /** Something was done: the next look reads it again. */
    markChanged: (examId: string) => tables.get(examId)?.markChanged(),

    close() {
      viewers.close()
      tables.close()
    },
  }
}
