import type { Db } from '../database/database.ts'

type PlaceKind = 'device' | 'network'
type Place = { readonly kind: PlaceKind; readonly digest: string }

/** Which of these places the account is known at, since then. */
export async function listKnownPlaceKinds(
  db: Db,
  email: string,
  { digests, since }: { readonly digests: readonly string[]; readonly since: number },
): Promise<PlaceKind[]> {
  const rows = await db
    .selectFrom('known_places')
    .innerJoin('accounts', 'accounts.id', 'known_places.account_id')
    .select('kind')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .where('digest', 'in', digests)
    .where('seen_at', '>=', since)
    .execute()
  return rows.map(({ kind }) => kind)
}

export async function savePlaces(tx: Db, accountId: string, places: readonly Place[], at: number) {
  await tx
    .insertInto('known_places')
    .values(places.map((place) => ({ ...place, account_id: accountId, seen_at: at })))
    .onConflict((clash) =>
      clash.columns(['account_id', 'kind', 'digest']).doUpdateSet({ seen_at: at }),
    )
    .execute()
}

export async function hasKnownPlaces(tx: Db, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('known_places')
    .select('kind')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePlaces(tx: Db, seenBefore: number): Promise<void> {
  await tx.deleteFrom('known_places').where('seen_at', '<', seenBefore).execute()
}
