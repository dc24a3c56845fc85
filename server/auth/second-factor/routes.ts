import * as contract from '#contract/second-factor.ts'
import { getSetUpDueAt, maxPasskeys, recentLoginMs } from '#core/accounts/second-factor.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { setCookies, tokenIn } from '../cookies.ts'
import { rememberDevice } from '../device-cookie.ts'
import { readOrigin } from '../login-origin.ts'
import { reauthenticate } from '../reauthenticate.ts'
import { sessionIn } from '../session-routes.ts'
import type { User } from '../sessions.ts'
import { putAwaySecondFactorNotice, readSecondFactorDates } from '../store.ts'
import { keepChallenge } from './challenges.ts'
import * as changes from './change-second-factor.ts'
import { logInWithSecondFactor } from './log-in-with-second-factor.ts'
import { makeAddOptions, makeUseOptions } from './passkeys.ts'
import { clearPendingCookie, findPendingLogin, readPendingToken } from './pending-login.ts'
import { readSecondFactors } from './store.ts'

export function secondFactorRoutes(serve: BindEndpoint, deps: Deps) {
  loginRoutes(serve, deps)
  settingRoutes(serve, deps)
  againRoutes(serve, deps)
}

/** What the second step of a login takes. */
export async function listMethods(deps: Deps, accountId: string) {
  const factors = await readSecondFactors(deps.db.read, accountId)
  const { relyingParty } = deps.secondFactor
  return [
    ...(factors.totpSince === null ? [] : ['totp' as const]),
    ...(relyingParty && factors.passkeys.length > 0 ? ['passkey' as const] : []),
    ...(factors.recoveryCodesLeft > 0 ? ['recovery' as const] : []),
  ]
}

function loginRoutes(serve: BindEndpoint, deps: Deps) {
  serve(contract.logInWithSecondFactor, async ({ body, request, reply }) => {
    const pendingToken = readPendingToken(request, deps)
    if (!pendingToken) return refuse('log-in-again')
    const origin = readOrigin(request, deps)
    const step = { pendingToken, proof: body, origin, oldToken: tokenIn(request, deps) }
    const entered = await logInWithSecondFactor(deps, step)
    if (isRefusal(entered)) {
      if (entered.refused === 'log-in-again') clearPendingCookie(reply, deps)
      return entered
    }
    clearPendingCookie(reply, deps)
    setCookies(reply, deps, entered.tokens)
    rememberDevice(request, reply, deps)
    return { message: 'Login successful.', firstTimeSignin: entered.firstTimeSignin }
  })

  serve(contract.createLoginPasskeyChallenge, async ({ request }) => {
    const { relyingParty } = deps.secondFactor
    const token = readPendingToken(request, deps)
    const pending = token ? await findPendingLogin(deps, token) : null
    if (!pending) return refuse('log-in-again')
    if (!relyingParty) return refuse('passkeys-not-here')
    const { passkeys } = await readSecondFactors(deps.db.read, pending.account_id)
    const options = await makeUseOptions(relyingParty, passkeys)
    await keepChallenge(deps, { purpose: 'log-in', id: pending.token_hash }, options.challenge)
    return { ...options }
  })
}

function settingRoutes(serve: BindEndpoint, deps: Deps) {
  const { requirement, relyingParty } = deps.secondFactor

  serve(contract.getSecondFactor, async ({ user }) => {
    const factors = await readSecondFactors(deps.db.read, user.id)
    const { since, askedAt, noticeAt } = await readSecondFactorDates(deps.db.read, user.id)
    const due = getSetUpDueAt({ requirement, hasSecondFactor: since !== null, askedAt })
    const isOffered = requirement === 'offer' && since === null && noticeAt === null
    return {
      requirement,
      dueAt: toInstant(due),
      showsNotice: isOffered || due !== null,
      totpSince: toInstant(factors.totpSince),
      passkeys: factors.passkeys.map((passkey) => ({
        _id: passkey.id,
        name: passkey.name,
        createdAt: new Date(passkey.created_at).toISOString(),
        usedAt: toInstant(passkey.used_at),
      })),
      takesPasskeys: relyingParty !== null && requirement !== 'off',
      recoveryCodesLeft: factors.recoveryCodesLeft,
    }
  })

  serve(contract.dismissNotice, async ({ user }) => {
    await deps.db.write((tx) => putAwaySecondFactorNotice(tx, user.id, deps.now()))
    return { message: 'Put away.' }
  })

  serve(contract.beginTotp, (call) => changes.beginTotp(deps, toOwner(call)))

  serve(contract.turnOnTotp, async (call) => {
    const turnedOn = await changes.turnOnTotp(deps, toOwner(call), call.body.code)
    return isRefusal(turnedOn) ? turnedOn : { message: 'The authenticator app is on.', ...turnedOn }
  })

  serve(contract.turnOffTotp, async (call) => {
    const refused = await changes.turnOffTotp(deps, toOwner(call))
    return refused ?? { message: 'The authenticator app is off.' }
  })

  serve(contract.beginPasskey, async ({ user, request }) => {
    if (requirement === 'off') return refuse('second-factor-off')
    if (!relyingParty) return refuse('passkeys-not-here')
    const { passkeys } = await readSecondFactors(deps.db.read, user.id)
    if (passkeys.length >= maxPasskeys) return refuse('too-many-passkeys')
    const options = await makeAddOptions(relyingParty, user, passkeys)
    await keepChallenge(deps, { purpose: 'add', id: sessionIn(request).id }, options.challenge)
    return { ...options }
  })

  serve(contract.addPasskey, async (call) => {
    const added = await changes.addPasskey(deps, toOwner(call), call.body)
    return isRefusal(added) ? added : { message: 'The passkey was added.', ...added }
  })

  serve(contract.removePasskey, async (call) => {
    const refused = await changes.removePasskey(deps, toOwner(call), call.params.id)
    return refused ?? { message: 'The passkey was removed.' }
  })

  serve(contract.regenerateRecoveryCodes, async (call) => {
    const made = await changes.makeRecoveryCodes(deps, toOwner(call))
    return isRefusal(made) ? made : { message: 'The old recovery codes no longer work.', ...made }
  })
}

function againRoutes(serve: BindEndpoint, deps: Deps) {
  const { relyingParty } = deps.secondFactor

  serve(contract.getReauthentication, async ({ user }) => {
    const { totpSince, passkeys } = await readSecondFactors(deps.db.read, user.id)
    return {
      methods: [
        'password' as const,
        ...(totpSince === null ? [] : ['totp' as const]),
        ...(relyingParty && passkeys.length > 0 ? ['passkey' as const] : []),
      ],
    }
  })

  serve(contract.createReauthenticationPasskeyChallenge, async ({ user, request }) => {
    if (!relyingParty) return refuse('passkeys-not-here')
    const { passkeys } = await readSecondFactors(deps.db.read, user.id)
    const options = await makeUseOptions(relyingParty, passkeys)
    await keepChallenge(deps, { purpose: 'again', id: sessionIn(request).id }, options.challenge)
    return { ...options }
  })

  serve(contract.reauthenticate, async ({ body, request }) => {
    const session = sessionIn(request)
    const refused = await reauthenticate(deps, {
      session,
      proof: body,
      origin: readOrigin(request, deps),
    })
    if (refused) return refused
    const until = new Date(deps.now() + recentLoginMs).toISOString()
    return { message: 'Thank you.', until }
  })
}

type OwnCall = {
  readonly user: User
  readonly actor: changes.Owner['actor']
  readonly request: Parameters<typeof readOrigin>[0]
}

function toOwner({ user, actor, request }: OwnCall): changes.Owner {
  return { user, actor, sessionId: sessionIn(request).id }
}

function toInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
