import { retention } from '#core/students/retention.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { toNetwork } from '../platform/network-address.ts'
import type { LoginPlace } from '../platform/rate-limits/network-slowdowns.ts'
import { deletePlaces, listKnownPlaceKinds, savePlaces } from './place-queries.ts'
import type { LoginOrigin } from './sessions/queries.ts'
import { isNetworkLetIn } from './slowed-logins/queries.ts'

/** A place without a login for this long is unknown again (decision 45). */
export const placeRetentionMs = retention['known-place'].keptMs

type PlaceDeps = Pick<Deps, 'db' | 'now' | 'hmac'>
type PlaceOrigin = Pick<LoginOrigin, 'address' | 'deviceId'>

/** An unknown account takes the same queries. */
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
  const since = now() - placeRetentionMs
  const placeKinds = await listKnownPlaceKinds(db.read, email, {
    digests: [digests.device, digests.network],
    since,
  })
  const isLetIn = await isNetworkLetIn(db.read, network, now())

  if (deviceId !== null && placeKinds.includes('device')) return { kind: 'device', value: deviceId }
  if (isLetIn) return { kind: 'let-in', value: network }
  return { kind: placeKinds.includes('network') ? 'network' : 'unknown', value: network }
}

/** Call inside the transaction of a complete login, with every factor it needs. */
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
  await savePlaces(tx, accountId, places, at)
}

export async function sweepKnownPlaces({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.write((tx) => deletePlaces(tx, now() - placeRetentionMs))
}

function digestPlace(hmac: Deps['hmac'], kind: 'device' | 'network', value: string): string {
  return hmac('place', `${kind} ${value}`)
}
