import * as contract from '#contract/second-factor.ts'
import { getSetUpDueAt, maxPasskeys, recentLoginMs } from '#core/accounts/second-factor.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { getSession } from '../../http/authorize.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { readSessionToken, rememberDevice, setSessionCookies } from '../../http/cookies.ts'
import { toInstantOrNull } from '../../http/serialize.ts'
import type { User } from '../../http/session.ts'
import { readLoginCaller, readLoginOrigin } from '../log-in.ts'
import { dismissSecondFactorNotice, readSecondFactorDates } from '../queries.ts'
import { reauthenticate } from '../reauthenticate.ts'
import * as changes from './change-second-factor.ts'
import { logInWithSecondFactor } from './log-in-with-second-factor.ts'
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  saveChallenge,
} from './passkeys.ts'
import { clearPendingCookie, findPendingLogin, readPendingToken } from './pending-login.ts'
import { readSecondFactors } from './queries.ts'

export function secondFactorRoutes(bind: BindEndpoint, deps: Deps) {
  loginRoutes(bind, deps)
  setUpRoutes(bind, deps)
  reauthenticationRoutes(bind, deps)
}

/** The input of a login's second step. */
export async function listSecondFactorMethods(deps: Deps, accountId: string) {
  const factors = await readSecondFactors(deps.db.read, accountId)
  const { relyingParty } = deps.secondFactor
  return [
    ...(factors.totpSince === null ? [] : ['totp' as const]),
    ...(relyingParty && factors.passkeys.length > 0 ? ['passkey' as const] : []),
    ...(factors.recoveryCodesLeft > 0 ? ['recovery' as const] : []),
  ]
}

function loginRoutes(bind: BindEndpoint, deps: Deps) {
  bind(contract.logInWithSecondFactor, async ({ body, request, reply }) => {
    const pendingToken = readPendingToken(request, deps)
    if (!pendingToken) return refuse('no-login-cookie')
    const origin = readLoginOrigin(request, deps)
    const { signal } = readLoginCaller(request, reply, deps)
    const loginResult = await logInWithSecondFactor(deps, {
      pendingToken,
      proof: { ...body, signal },
      origin,
      oldToken: readSessionToken(request, deps),
    })
    if (isRefusal(loginResult)) {
      if (loginResult.refused === 'log-in-again') clearPendingCookie(reply, deps)
      return loginResult
    }
    clearPendingCookie(reply, deps)
    setSessionCookies(reply, deps, loginResult.tokens)
    rememberDevice(request, reply, deps)
    return { message: 'Login successful.', firstTimeSignin: loginResult.firstTimeSignin }
  })

  bind(contract.createLoginPasskeyChallenge, async ({ request }) => {
    const { relyingParty } = deps.secondFactor
    const token = readPendingToken(request, deps)
    if (!token) return refuse('no-login-cookie')
    const pending = await findPendingLogin(deps, token)
    if (!pending) return refuse('log-in-again')
    if (!relyingParty) return refuse('passkeys-not-here')
    const { passkeys } = await readSecondFactors(deps.db.read, pending.account_id)
    const options = await createAuthenticationOptions(relyingParty, passkeys)
    await saveChallenge(deps, { purpose: 'log-in', id: pending.token_hash }, options.challenge)
    return { ...options }
  })
}

function setUpRoutes(bind: BindEndpoint, deps: Deps) {
  const { requirement, relyingParty } = deps.secondFactor

  bind(contract.getSecondFactor, async ({ user }) => {
    const factors = await readSecondFactors(deps.db.read, user.id)
    const { since, askedAt, noticeAt } = await readSecondFactorDates(deps.db.read, user.id)
    const setUpDueAt = getSetUpDueAt({ requirement, hasSecondFactor: since !== null, askedAt })
    const isOffered = requirement === 'offer' && since === null && noticeAt === null
    return {
      requirement,
      dueAt: toInstantOrNull(setUpDueAt),
      showsNotice: isOffered || setUpDueAt !== null,
      totpSince: toInstantOrNull(factors.totpSince),
      passkeys: factors.passkeys.map((passkey) => ({
        _id: passkey.id,
        name: passkey.name,
        createdAt: new Date(passkey.created_at).toISOString(),
        usedAt: toInstantOrNull(passkey.used_at),
      })),
      takesPasskeys: relyingParty !== null && requirement !== 'off',
      recoveryCodesLeft: factors.recoveryCodesLeft,
    }
  })

  bind(contract.dismissNotice, async ({ user }) => {
    await deps.db.write((tx) => dismissSecondFactorNotice(tx, user.id, deps.now()))
    return { message: 'Dismissed.' }
  })

  bind(contract.beginTotp, (call) => changes.beginTotp(deps, toOwner(call)))

  bind(contract.turnOnTotp, async (call) => {
    const turnedOn = await changes.turnOnTotp(deps, toOwner(call), call.body.code)
    return isRefusal(turnedOn) ? turnedOn : { message: 'The authenticator app is on.', ...turnedOn }
  })

  bind(contract.turnOffTotp, async (call) => {
    const refused = await changes.turnOffTotp(deps, toOwner(call))
    return refused ?? { message: 'The authenticator app is off.' }
  })

  bind(contract.beginPasskey, async ({ user, request }) => {
    if (requirement === 'off') return refuse('second-factor-off')
    if (!relyingParty) return refuse('passkeys-not-here')
    const { passkeys } = await readSecondFactors(deps.db.read, user.id)
    if (passkeys.length >= maxPasskeys) return refuse('too-many-passkeys')
    const options = await createRegistrationOptions(relyingParty, user, passkeys)
    await saveChallenge(deps, { purpose: 'add', id: getSession(request).id }, options.challenge)
    return { ...options }
  })

  bind(contract.addPasskey, async (call) => {
    const added = await changes.addPasskey(deps, toOwner(call), call.body)
    return isRefusal(added) ? added : { message: 'The passkey was added.', ...added }
  })

  bind(contract.removePasskey, async (call) => {
    const refused = await changes.removePasskey(deps, toOwner(call), call.params.id)
    return refused ?? { message: 'The passkey was removed.' }
  })

  bind(contract.regenerateRecoveryCodes, async (call) => {
    const renewed = await changes.renewRecoveryCodes(deps, toOwner(call))
    return isRefusal(renewed)
      ? renewed
      : { message: 'The old recovery codes no longer work.', ...renewed }
  })
}

function reauthenticationRoutes(bind: BindEndpoint, deps: Deps) {
  const { relyingParty } = deps.secondFactor

  bind(contract.getReauthentication, async ({ user }) => {
    const { totpSince, passkeys } = await readSecondFactors(deps.db.read, user.id)
    return {
      methods: [
        'password' as const,
        ...(totpSince === null ? [] : ['totp' as const]),
        ...(relyingParty && passkeys.length > 0 ? ['passkey' as const] : []),
      ],
    }
  })

  bind(contract.createReauthenticationPasskeyChallenge, async ({ user, request }) => {
    if (!relyingParty) return refuse('passkeys-not-here')
    const { passkeys } = await readSecondFactors(deps.db.read, user.id)
    const options = await createAuthenticationOptions(relyingParty, passkeys)
    await saveChallenge(deps, { purpose: 'again', id: getSession(request).id }, options.challenge)
    return { ...options }
  })

  bind(contract.reauthenticate, async ({ body, request, reply }) => {
    const session = getSession(request)
    const refused = await reauthenticate(deps, {
      session,
      proof: body,
      origin: readLoginOrigin(request, deps),
      caller: readLoginCaller(request, reply, deps),
    })
    if (refused) return refused
    const until = new Date(deps.now() + recentLoginMs).toISOString()
    return { message: 'Thank you.', until }
  })
}

type OwnerRequest = {
  readonly user: User
  readonly actor: changes.Owner['actor']
  readonly request: Parameters<typeof readLoginOrigin>[0]
}

function toOwner({ user, actor, request }: OwnerRequest): changes.Owner {
  return { user, actor, sessionId: getSession(request).id }
}
