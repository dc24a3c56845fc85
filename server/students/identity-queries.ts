import type { Db } from '../database/database.ts'
import type { StudentRecord } from './queries.ts'

export type CardSide = 'front' | 'back'

export async function markIdentity(
  tx: Db,
  id: string,
  check: { readonly at: number; readonly by: string | null } | null,
) {
  await tx
    .updateTable('students')
    .set({ identity_checked_at: check?.at ?? null, identity_checked_by: check?.by ?? null })
    .where('id', '=', id)
    .execute()
}

export async function clearPictures(
  tx: Db,
  ids: readonly string[],
  { sides, at }: { readonly sides: readonly CardSide[]; readonly at: number },
) {
  await tx
    .updateTable('students')
    .set({
      identity_erased_at: at,
      ...(sides.includes('front') && { front_image_id: null }),
      ...(sides.includes('back') && { back_image_id: null }),
    })
    .where('id', 'in', ids)
    .execute()
}

type StudentPictures = Pick<StudentRecord, 'id' | 'front_image_id' | 'back_image_id'>

/**
 * Lists students whose pictures were checked, or sent and never checked, so long ago that they are
 * erased.
 */
export async function listPicturesToErase(
  db: Db,
  { checkedUntil, sentUntil, limit }: { checkedUntil: number; sentUntil: number; limit: number },
): Promise<StudentPictures[]> {
  return db
    .selectFrom('students')
    .select(['id', 'front_image_id', 'back_image_id'])
    .where((eb) =>
      eb.or([eb('front_image_id', 'is not', null), eb('back_image_id', 'is not', null)]),
    )
    .where((eb) =>
      eb.or([
        eb('identity_checked_at', '<=', checkedUntil),
        eb.and([eb('identity_checked_at', 'is', null), eb('created_at', '<=', sentUntil)]),
      ]),
    )
    .limit(limit)
    .execute()
}

/** Finds those of these images that show a student's identity card. */
export async function listKnownIdentityImages(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('students')
    .select(['front_image_id', 'back_image_id'])
    .where((eb) => eb.or([eb('front_image_id', 'in', ids), eb('back_image_id', 'in', ids)]))
    .execute()
  return rows.flatMap(({ front_image_id, back_image_id }) => [
    ...(front_image_id ? [front_image_id] : []),
    ...(back_image_id ? [back_image_id] : []),
  ])
}
