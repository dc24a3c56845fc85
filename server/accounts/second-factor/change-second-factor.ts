import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { maxPasskeys } from '#core/accounts/second-factor.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../../audit-log/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, User } from '../../http/session.ts'
import type { Email } from '../../platform/mailer/email.ts'
import {
  generateRecoveryCodes,
  generateTotpKey,
  matchTotpCode,
  type RecoveryCodes,
  toTotpUri,
} from './codes.ts'
import { consumeChallenge, verifyNewPasskey } from './passkeys.ts'
import * as queries from './queries.ts'

export type Owner = { readonly user: User; readonly actor: Actor; readonly sessionId: string }
type RecoveryCodesResult = { readonly recoveryCodes: string[] | null }

/** A key is inactive until one of its codes has been entered. */
export async function beginTotp(
  deps: Deps,
  { user }: Owner,
): Promise<{ key: string; uri: string } | Refusal<'second-factor-off' | 'totp-on'>> {
  if (deps.secondFactor.requirement === 'off') return refuse('second-factor-off')
  const key = generateTotpKey()
  const sealed = deps.secretBox.seal(key, user.id)
  const isOn = await deps.db.write(async (tx) => {
    const existing = await queries.findTotpKey(tx, user.id)
    if (existing?.confirmed_at) return true
    await queries.saveTotpKey(tx, user.id, sealed, deps.now())
    return false
  })
  return isOn ? refuse('totp-on') : { key, uri: toTotpUri(key, user.email) }
}

export async function turnOnTotp(
  deps: Deps,
  owner: Owner,
  code: string,
): Promise<RecoveryCodesResult | Refusal<'second-factor-off' | 'totp-on' | 'wrong-code'>> {
  if (deps.secondFactor.requirement === 'off') return refuse('second-factor-off')
  const { id } = owner.user
  const newCodes = await generateRecoveryCodes(deps)
  return runChange(deps, async (tx, at) => {
    const row = await queries.findTotpKey(tx, id)
    if (row?.confirmed_at) return refuse('totp-on')
    const key = row && deps.secretBox.open(row.sealed_key, id)
    const step = key && matchTotpCode(key, code, at)
    if (!step || !(await queries.consumeTotpStep(tx, id, step))) return refuse('wrong-code')
    await queries.confirmTotpKey(tx, id, at)
    await notifyOwner(tx, deps, owner, 'app-on', at)
    return { recoveryCodes: await activateSecondFactor(tx, id, newCodes, at) }
  })
}

export async function turnOffTotp(
  deps: Deps,
  owner: Owner,
): Promise<null | Refusal<'last-second-factor'>> {
  return runChange(deps, async (tx, at) => {
    const { id } = owner.user
    const { totpSince, passkeys } = await queries.readSecondFactors(tx, id)
    if (passkeys.length === 0 && totpSince !== null && isSecondFactorRequired(deps)) {
      return refuse('last-second-factor')
    }
    await queries.deleteTotpKey(tx, id)
    if (totpSince === null) return null
    if (passkeys.length === 0) await queries.deleteSecondFactors(tx, id)
    await notifyOwner(tx, deps, owner, 'app-off', at)
    return null
  })
}

type NewPasskey = {
  readonly name: string
  readonly passkey: Omit<RegistrationResponseJSON, 'clientExtensionResults'>
}

export async function addPasskey(
  deps: Deps,
  owner: Owner,
  { name, passkey }: NewPasskey,
): Promise<
  | RecoveryCodesResult
  | Refusal<'second-factor-off' | 'passkeys-not-here' | 'passkey-not-taken' | 'too-many-passkeys'>
> {
  const { requirement, relyingParty } = deps.secondFactor
  if (requirement === 'off') return refuse('second-factor-off')
  if (!relyingParty) return refuse('passkeys-not-here')
  const challenge = await consumeChallenge(deps, { purpose: 'add', id: owner.sessionId })
  const verified = challenge && (await verifyNewPasskey(relyingParty, passkey, challenge))
  if (!verified) return refuse('passkey-not-taken')

  const { id } = owner.user
  const newCodes = await generateRecoveryCodes(deps)
  return runChange(deps, async (tx, at) => {
    const { passkeys } = await queries.readSecondFactors(tx, id)
    if (passkeys.length >= maxPasskeys) return refuse('too-many-passkeys')
    const row = { ...verified, account_id: id, name, created_at: at, used_at: null }
    if (!(await queries.insertPasskey(tx, row))) return refuse('passkey-not-taken')
    await notifyOwner(tx, deps, owner, 'passkey-on', at)
    return { recoveryCodes: await activateSecondFactor(tx, id, newCodes, at) }
  })
}

export async function removePasskey(
  deps: Deps,
  owner: Owner,
  passkeyId: string,
): Promise<null | Refusal<'passkey-not-found' | 'last-second-factor'>> {
  return runChange(deps, async (tx, at) => {
    const { id } = owner.user
    const { totpSince, passkeys } = await queries.readSecondFactors(tx, id)
    const isLast = totpSince === null && passkeys.length === 1
    if (!passkeys.some((passkey) => passkey.id === passkeyId)) return refuse('passkey-not-found')
    if (isLast && isSecondFactorRequired(deps)) return refuse('last-second-factor')
    await queries.deletePasskey(tx, id, passkeyId)
    if (isLast) await queries.deleteSecondFactors(tx, id)
    await notifyOwner(tx, deps, owner, 'passkey-off', at)
    return null
  })
}

export async function renewRecoveryCodes(
  deps: Deps,
  owner: Owner,
): Promise<{ recoveryCodes: string[] } | Refusal<'no-second-factor'>> {
  const newCodes = await generateRecoveryCodes(deps)
  return runChange(deps, async (tx, at) => {
    const { id } = owner.user
    const { totpSince, passkeys } = await queries.readSecondFactors(tx, id)
    if (totpSince === null && passkeys.length === 0) return refuse('no-second-factor')
    await notifyOwner(tx, deps, owner, 'new-codes', at)
    return { recoveryCodes: await saveRecoveryCodes(tx, id, newCodes) }
  })
}

/** Turning on the first factor creates the recovery codes. */
async function activateSecondFactor(
  tx: Db,
  accountId: string,
  newCodes: RecoveryCodes,
  at: number,
) {
  const { recoveryCodesLeft } = await queries.readSecondFactors(tx, accountId)
  const account = await tx
    .selectFrom('accounts')
    .select('second_factor_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (account.second_factor_at === null) await queries.setSecondFactorSince(tx, accountId, at)
  return recoveryCodesLeft > 0 ? null : saveRecoveryCodes(tx, accountId, newCodes)
}

async function saveRecoveryCodes(tx: Db, accountId: string, { codes, hashes }: RecoveryCodes) {
  await queries.replaceRecoveryCodes(tx, accountId, hashes)
  return codes
}

function isSecondFactorRequired({ secondFactor }: Deps): boolean {
  return secondFactor.requirement === 'require'
}

async function runChange<T>(deps: Deps, job: (tx: Db, at: number) => Promise<T>): Promise<T> {
  const result = await deps.db.write((tx) => job(tx, deps.now()))
  deps.mail.wake()
  return result
}

type SecondFactorChange = Extract<Email, { readonly kind: 'second-factor' }>['change']

/** Logs the change and notifies the account's owner, who may not have made it. */
async function notifyOwner(
  tx: Db,
  deps: Deps,
  { user, actor }: Owner,
  change: Exclude<SecondFactorChange, 'reset'>,
  at: number,
) {
  await audit(tx, deps, { actor, action: `second-factor.${change}`, subject: user.id }, at)
  const to = { name: user.name, address: user.email }
  await deps.mail.queue(tx, [{ kind: 'second-factor', to, accountId: user.id, change, at }], at)
}
