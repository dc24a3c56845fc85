import { retention } from '#core/students/retention.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { toNetwork } from '../platform/network-address.ts'
import type { LoginPlace } from '../platform/rate-limits/network-slowdowns.ts'
import type { LoginOrigin } from './sessions/queries.ts'

/** Of decision 45: where nobody logged in for so long is unknown again. */
export const placeRetentionMs = retention['known-place'].keptMs

type PlaceDeps = Pick<Deps, 'db' | 'now' | 'hmac'>
type PlaceOrigin = Pick<LoginOrigin, 'address' | 'deviceId'>

/** Asks the database the same of an unknown account. */
export async function findPlace(
  { db, now, hmac }: PlaceDeps,
  email: string,
  { address, deviceId }: PlaceOrigin,
): Promise<LoginPlace> {
  const network = toNetwork(address)
  const digests = {
    device: deviceId === null ? '' : digestPlace(hmac, 'device', deviceId),
    network: digestPlace(hmac, 'network', network),
  }
  const rows = await db.read
    .selectFrom('known_places')
    .innerJoin('accounts', 'accounts.id', 'known_places.account_id')
    .select('kind')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .where('digest', 'in', [digests.device, digests.network])
    .where('seen_at', '>=', now() - placeRetentionMs)
    .execute()
  const letIn = await db.read
    .selectFrom('let_in_networks')
    .select('network')
    .where('network', '=', network)
    .where('ends_at', '>', now())
    .executeTakeFirst()

  const isKnown = (kind: string) => rows.some((row) => row.kind === kind)
  if (deviceId !== null && isKnown('device')) return { kind: 'device', value: deviceId }
  if (letIn) return { kind: 'let-in', value: network }
  return { kind: isKnown('network') ? 'network' : 'unknown', value: network }
}

/** Call in the transaction of a login that is complete, with every factor it needs. */
export async function rememberPlaces(
  tx: Db,
  { hmac }: Pick<Deps, 'hmac'>,
  accountId: string,
  { address, deviceId }: PlaceOrigin,
  at: number,
): Promise<void> {
  const places = [
    { kind: 'network', digest: digestPlace(hmac, 'network', toNetwork(address)) } as const,
    ...(deviceId === null
      ? []
      : [{ kind: 'device', digest: digestPlace(hmac, 'device', deviceId) } as const]),
  ]
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

export async function sweepKnownPlaces({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.write((tx) =>
    tx
      .deleteFrom('known_places')
      .where('seen_at', '<', now() - placeRetentionMs)
      .execute(),
  )
}

function digestPlace(hmac: Deps['hmac'], kind: 'device' | 'network', value: string): string {
  return hmac('place', `${kind} ${value}`)
}
