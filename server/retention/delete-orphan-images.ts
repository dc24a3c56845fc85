import type { Db, Deps } from '../deps.ts'

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
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const referenced = await findReferencedImages(db.read, batch)
    for (const id of batch) if (!referenced.has(id)) await images.remove(id)
  }
}

async function findReferencedImages(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const questionImages = await db.selectFrom('images').select('id').where('id', 'in', ids).execute()
  const studentImages = await db
    .selectFrom('students')
    .select(['front_image_id', 'back_image_id'])
    .where((is) => is.or([is('front_image_id', 'in', ids), is('back_image_id', 'in', ids)]))
    .execute()
  return new Set([
    ...questionImages.map(({ id }) => id),
    ...studentImages.flatMap(({ front_image_id, back_image_id }) => [
      front_image_id ?? '',
      back_image_id ?? '',
    ]),
  ])
}
