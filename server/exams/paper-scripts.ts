import { listPaperScripts } from '#core/exams/exam.ts'
import type { UnicodeScript } from '#core/questions/unicode-scripts.ts'
import type { Db } from '../database/database.ts'
import { readPaper } from './queries.ts'

type ScriptsByRevision = Map<string, Promise<readonly UnicodeScript[]>>
const cached = new WeakMap<object, ScriptsByRevision>()

/** Read once for all students, since a revision never changes; the papers are not kept for it. */
export async function getScripts(
  db: Db,
  revisionIds: Iterable<string>,
): Promise<ReadonlyMap<string, readonly UnicodeScript[]>> {
  const cache = getCache(db)
  const found = new Map<string, readonly UnicodeScript[]>()
  for (const id of new Set(revisionIds)) {
    const scripts = cache.get(id) ?? readPaper(db, id).then(listPaperScripts)
    cache.set(id, scripts)
    scripts.catch(() => cache.delete(id))
    found.set(id, await scripts)
  }
  return found
}

function getCache(db: Db): ScriptsByRevision {
  const engine = db.getExecutor().adapter
  const known: ScriptsByRevision = cached.get(engine) ?? new Map()
  cached.set(engine, known)
  return known
}
