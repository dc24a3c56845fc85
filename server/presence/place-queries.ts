import type { InsertQueryBuilder, InsertResult } from 'kysely'
import type { AttemptPlace } from '#core/proctoring/attempt-places.ts'
import type { Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { AttemptPlaceRow, Tables } from '../database/tables.ts'

const savedPlace = preparedQuery<AttemptPlaceRow, never>(
  (db, param) =>
    db
      .insertInto('attempt_places')
      .values({
        attempt_id: param('attempt_id'),
        device_id: param('device_id'),
        address: param('address'),
        device_name: param('device_name'),
        first_at: param('first_at'),
        last_at: param('last_at'),
        calls: param('calls'),
      })
      .$call(addToKnown) as never,
)

/** Inserts these places or adds to their counts. */
export async function savePlaces(tx: Db, places: readonly AttemptPlaceRow[]): Promise<void> {
  const [first, ...others] = places
  if (!first) return
  if (others.length === 0) await savedPlace(tx, first)
  else await tx.insertInto('attempt_places').values(places).$call(addToKnown).execute()
}

function addToKnown(insert: InsertQueryBuilder<Tables, 'attempt_places', InsertResult>) {
  return insert.onConflict((clash) =>
    clash.columns(['attempt_id', 'device_id', 'address', 'device_name']).doUpdateSet((eb) => ({
      last_at: eb
        .case()
        .when('attempt_places.last_at', '>', eb.ref('excluded.last_at'))
        .then(eb.ref('attempt_places.last_at'))
        .else(eb.ref('excluded.last_at'))
        .end(),
      calls: eb('attempt_places.calls', '+', eb.ref('excluded.calls')),
    })),
  )
}

/** In order of first appearance. */
export async function listPlaces(
  db: Db,
  attemptId: string,
): Promise<(AttemptPlace & { readonly calls: number })[]> {
  const rows = await db
    .selectFrom('attempt_places')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('first_at')
    .orderBy('address')
    .orderBy('device_name')
    .execute()
  return rows.map((row) => ({
    address: row.address,
    deviceId: row.device_id || null,
    deviceName: row.device_name,
    firstAt: row.first_at,
    lastAt: row.last_at,
    calls: row.calls,
  }))
}

export async function eraseOldPlaces(tx: Db, until: number): Promise<void> {
  await tx.deleteFrom('attempt_places').where('last_at', '<=', until).execute()
}
