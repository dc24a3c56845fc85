import type { Db, Deps } from './deps.ts'

const hour = 60 * 60 * 1000
const atOnce = 500

/**
 * Removes pictures that no row names: those of a registration that was refused or cut off. A file
 * is kept before its row, so the young ones are let be; the time is the machine's, as that of files.
 */
export async function sweepImages({ db, images }: Pick<Deps, 'db' | 'images'>): Promise<void> {
  const ids = await images.list(Date.now() - hour)
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    const named = await namedImages(db.read, some)
    for (const id of some) if (!named.has(id)) await images.remove(id)
  }
}

async function namedImages(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const ofQuestions = await db.selectFrom('images').select('id').where('id', 'in', ids).execute()
  const ofStudents = await db
    .selectFrom('students')
    .select(['front_image_id', 'back_image_id'])
    .where((is) => is.or([is('front_image_id', 'in', ids), is('back_image_id', 'in', ids)]))
    .execute()
  return new Set([
    ...ofQuestions.map(({ id }) => id),
    ...ofStudents.flatMap(({ front_image_id, back_image_id }) => [
      front_image_id ?? '',
      back_image_id ?? '',
    ]),
  ])
}
