import { retention } from '#core/students/retention.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { toNetwork } from '../platform/network-address.ts'
import type { LoginPlace } from '../platform/rate-limits/network-slowdowns.ts'
import { findAccountWithPlaces } from './login-queries.ts'
import { deletePlaces, savePlaces } from './place-queries.ts'
import type { Account } from './queries.ts'
import type { LoginOrigin } from './sessions/queries.ts'

/** A place without a login for this long is unknown again (decision 45). */
export const placeRetentionMs = retention['known-place'].keptMs

type PlaceDeps = Pick<Deps, 'db' | 'now' | 'hmac'>
type PlaceOrigin = Pick<LoginOrigin, 'address' | 'deviceId'>

/** The account and the place that a login comes from, in one statement, also if there is none. */
export async function findLogin(
  { db, now, hmac }: PlaceDeps,
  email: string,
  { address, deviceId }: PlaceOrigin,
): Promise<{ readonly account: Account | undefined; readonly place: LoginPlace }> {
  const network = toNetwork(address)
  const device = deviceId === null ? null : digestPlace(hmac, 'device', deviceId)
  const { account, isKnownDevice, isKnownNetwork, isLetIn } = await findAccountWithPlaces(db.read, {
    email,
    device,
    network,
    networkDigest: digestPlace(hmac, 'network', network),
    since: now() - placeRetentionMs,
    at: now(),
  })
  if (deviceId !== null && isKnownDevice)
    return { account, place: { kind: 'device', value: deviceId } }
  if (isLetIn) return { account, place: { kind: 'let-in', value: network } }
  return { account, place: { kind: isKnownNetwork ? 'network' : 'unknown', value: network } }
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
