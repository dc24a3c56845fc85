import { toBatches } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { listKnownQuestionImages } from '../exams/deletion-queries.ts'
import { listKnownIdentityImages } from '../students/identity-queries.ts'

const hour = 60 * 60 * 1000
const batchSize = 500

/**
 * Removes pictures that no row names: those of a registration that was refused or cut off. A file
 * is kept before its row, so the young ones are let be; the time is the machine's, as that of files.
 */
export async function deleteOrphanImages({
  db,
  images,
}: Pick<Deps, 'db' | 'images'>): Promise<void> {
  const ids = await images.list(Date.now() - hour)
  for (const batch of toBatches(ids, batchSize)) {
    const referenced = new Set([
      ...(await listKnownQuestionImages(db.read, batch)),
      ...(await listKnownIdentityImages(db.read, batch)),
    ])
    for (const id of batch) if (!referenced.has(id)) await images.remove(id)
  }
}
