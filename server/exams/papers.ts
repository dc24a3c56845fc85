import type { Paper } from '#core/exam.ts'
import type { Db } from '../deps.ts'

const mostPapers = 500
const papers = new WeakMap<object, Map<string, Paper>>()

/** A revision never changes, so it is read from the database once. */
export async function paperOf(db: Db, revisionId: string): Promise<Paper> {
  const cache = cacheOf(db)
  const kept = cache.get(revisionId)
  if (kept) return kept
  const row = await db
    .selectFrom('revisions')
    .select('paper')
    .where('id', '=', revisionId)
    .executeTakeFirstOrThrow()
  const paper = JSON.parse(row.paper) as Paper
  if (cache.size >= mostPapers) cache.delete(cache.keys().next().value as string)
  cache.set(revisionId, paper)
  return paper
}

export async function papersOf(
  db: Db,
  revisionIds: Iterable<string>,
): Promise<ReadonlyMap<string, Paper>> {
  const found = new Map<string, Paper>()
  for (const id of new Set(revisionIds)) found.set(id, await paperOf(db, id))
  return found
}

function cacheOf(db: Db): Map<string, Paper> {
  const engine = db.getExecutor().adapter
  const kept = papers.get(engine)
  if (kept) return kept
  const made = new Map<string, Paper>()
  papers.set(engine, made)
  return made
}
