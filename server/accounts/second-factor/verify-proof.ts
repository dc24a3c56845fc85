import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Db } from '../../database/database.ts'
import type { Deps } from '../../deps.ts'
import { findMatchingHash, matchTotpCode } from './codes.ts'
import { type ChallengeHolder, consumeChallenge, verifyPasskey } from './passkeys.ts'
import {
  consumeRecoveryCode,
  consumeTotpStep,
  findPasskey,
  findTotpKey,
  listRecoveryHashes,
  recordPasskeyUse,
} from './queries.ts'

export type Proof = {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: Omit<AuthenticationResponseJSON, 'clientExtensionResults'> | undefined
  /** Aborted when the connection is closed: nothing more is hashed then. */
  readonly signal?: AbortSignal | undefined
}

export type VerifiedProof = {
  readonly method: 'totp' | 'recovery-code' | 'passkey'
  /** Call inside the transaction: false if the same proof has been used since. */
  consume(tx: Db, at: number): Promise<boolean>
}

/** Whether the proof is valid for the account. Consumes only a passkey's challenge. */
export async function verifyProof(
  deps: Deps,
  accountId: string,
  { code, recoveryCode, passkey, signal }: Proof,
  holder: ChallengeHolder,
): Promise<VerifiedProof | null> {
  if (passkey) return verifyPasskeyProof(deps, accountId, passkey, holder)
  if (code) return verifyTotpCode(deps, accountId, code)
  if (!recoveryCode) return null
  const hashes = await listRecoveryHashes(deps.db.read, accountId)
  const hash = await findMatchingHash(deps, hashes, { code: recoveryCode, signal })
  if (hash === null) return null
  return {
    method: 'recovery-code',
    consume: (tx, at) => consumeRecoveryCode(tx, accountId, hash, at),
  }
}

async function verifyTotpCode(deps: Deps, accountId: string, code: string) {
  const row = await findTotpKey(deps.db.read, accountId)
  if (!row?.confirmed_at) return null
  const key = deps.secretBox.open(row.sealed_key, accountId)
  const step = key && matchTotpCode(key, code, deps.now())
  if (!step || step <= row.used_step) return null
  return { method: 'totp', consume: (tx: Db) => consumeTotpStep(tx, accountId, step) } as const
}

async function verifyPasskeyProof(
  deps: Deps,
  accountId: string,
  response: NonNullable<Proof['passkey']>,
  holder: ChallengeHolder,
) {
  const { relyingParty } = deps.secondFactor
  const challenge = await consumeChallenge(deps, holder)
  const row = await findPasskey(deps.db.read, accountId, response.id)
  if (!relyingParty || !challenge || !row) return null
  const counter = await verifyPasskey(relyingParty, row, response, challenge)
  if (counter === null) return null
  const use = { id: row.id, before: row.counter, counter }
  return {
    method: 'passkey',
    consume: (tx: Db, at: number) => recordPasskeyUse(tx, use, at),
  } as const
}
