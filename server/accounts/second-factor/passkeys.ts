import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { pendingLoginMs } from '#core/accounts/second-factor.ts'
import { site } from '#site'
import type { PasskeyRow } from '../../database/account-tables.ts'
import type { Deps } from '../../deps.ts'
import type { RelyingParty } from './relying-party.ts'

/** On first use: with what it needs it takes 15 MB, and many institutes have no passkeys. */
const loadWebAuthn = () => import('@simplewebauthn/server')

type Owner = { readonly id: string; readonly email: string; readonly name: string }

export async function createRegistrationOptions(
  { id: rpID }: RelyingParty,
  owner: Owner,
  existing: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: site.product,
    rpID,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: new TextEncoder().encode(owner.id),
    attestationType: 'none',
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** @returns what to keep of it; null where it is not what was asked for */
export async function verifyNewPasskey(
  { id: rpID, origin }: RelyingParty,
  response: Omit<RegistrationResponseJSON, 'clientExtensionResults'>,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
  }
}

export async function createAuthenticationOptions(
  { id: rpID }: RelyingParty,
  existing: readonly PasskeyRow[],
) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID,
    allowCredentials: existing.map(toDescriptor),
    userVerification: 'required',
  })
}

/** @returns the counter of the signature; null where it is not one of this passkey */
export async function verifyPasskey(
  { id: rpID, origin }: RelyingParty,
  passkey: PasskeyRow,
  response: Omit<AuthenticationResponseJSON, 'clientExtensionResults'>,
  challenge: string,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    // It refuses a counter that did not grow, where the passkey counts at all.
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

function toDescriptor({ id, transports }: PasskeyRow) {
  return { id, transports: JSON.parse(transports) as string[] }
}

/** A challenge is valid for its purpose only. */
export type ChallengeHolder = {
  readonly purpose: 'add' | 'log-in' | 'again'
  /** The session or pending login that it belongs to. */
  readonly id: string
}

/** Only the newest one is valid. */
export async function saveChallenge(deps: Deps, holder: ChallengeHolder, challenge: string) {
  const at = deps.now()
  await deps.db.write((tx) =>
    tx
      .insertInto('passkey_challenges')
      .values({ holder: toKey(holder), challenge, created_at: at })
      .onConflict((clash) => clash.column('holder').doUpdateSet({ challenge, created_at: at }))
      .execute(),
  )
}

/** Reading a challenge consumes it. */
export async function consumeChallenge(
  deps: Deps,
  holder: ChallengeHolder,
): Promise<string | null> {
  const consumed = await deps.db.write((tx) =>
    tx
      .deleteFrom('passkey_challenges')
      .where('holder', '=', toKey(holder))
      .returningAll()
      .executeTakeFirst(),
  )
  return consumed && deps.now() - consumed.created_at <= pendingLoginMs ? consumed.challenge : null
}

function toKey({ purpose, id }: ChallengeHolder): string {
  return `${purpose} ${id}`
}
