import type { Db } from '../database/database.ts'

type PlaceKind = 'device' | 'network'
type Place = { readonly kind: PlaceKind; readonly digest: string }

/** Whether the account is known at the place since then, for use within a query on accounts. */
export function selectKnownPlace(
  db: Db,
  { kind, digest, since }: Place & { readonly since: number },
) {
  return db
    .selectFrom('known_places')
    .select('digest')
    .whereRef('account_id', '=', 'accounts.id' as never)
    .where('kind', '=', kind)
    .where('digest', '=', digest)
    .where('seen_at', '>=', since)
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
