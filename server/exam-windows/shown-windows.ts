import type * as contract from '#contract/exam-windows.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { listWindowStudents } from './audience.ts'
import type { SavedWindow } from './key-guard.ts'
import { findWindow, type ListedWindow } from './queries.ts'
import { describeSaved, serializeWindow, type WindowAttempts } from './serialize.ts'

/** Attempts are a slice to the right, so the app passes in what is asked of them. */
export type ShownWindowsDeps = Pick<Deps, 'db' | 'now'> & {
  readonly countWindowAttempts: (db: Db, window: ListedWindow) => Promise<WindowAttempts>
}

export async function serializeWindows(
  { db, now, countWindowAttempts }: ShownWindowsDeps,
  windows: readonly ListedWindow[],
): Promise<contract.ExamWindow[]> {
  const at = now()
  const students = Map.groupBy(
    await listWindowStudents(db.read, windows),
    ({ windowId }) => windowId,
  )
  const serialized: contract.ExamWindow[] = []
  for (const window of windows) {
    const attempts = await countWindowAttempts(db.read, window)
    serialized.push(serializeWindow(window, students.get(window.id) ?? [], attempts, at))
  }
  return serialized
}

export async function describeSavedWindow(
  deps: ShownWindowsDeps,
  { windowId: id, wouldReveal }: SavedWindow,
) {
  const found = await findWindow(deps.db.read, id)
  const [window] = await serializeWindows(deps, found ? [found] : [])
  // Somebody else has taken it away since it was saved.
  if (!window) throw new Error(`The window ${id} is gone`)
  return { message: describeSaved(window), window, wouldReveal }
}
