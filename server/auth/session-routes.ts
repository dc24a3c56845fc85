import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/sessions.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import {
  confirmOwnSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from './own-sessions.ts'
import { readSecondFactors } from './second-factor/store.ts'
import { readPasswordChange } from './store.ts'

export function sessionRoutes(serve: BindEndpoint, deps: Deps) {
  serve(contract.listSessions, async ({ user, request }) => {
    const changedAt = await readPasswordChange(deps.db.read, user.id)
    const factors = await readSecondFactors(deps.db.read, user.id)
    return {
      ...(await listOwnSessions(deps, sessionIn(request))),
      passwordChangedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
      secondFactor:
        user.role === 'student'
          ? null
          : {
              passkeys: factors.passkeys.length,
              totp: factors.totpSince !== null,
              recoveryCodesLeft: factors.recoveryCodesLeft,
            },
    }
  })

  serve(contract.endOwnSession, async ({ user, actor, params, body }) => {
    const isDisowned = body.disowned ?? false
    const one = { actor, accountId: user.id, sessionId: params.id, isDisowned }
    const refused = await endOwnSession(deps, one)
    return refused ?? { message: 'The session has ended.' }
  })

  serve(contract.endOtherSessions, async ({ actor, request }) => {
    const ended = await endOtherSessions(deps, { actor, session: sessionIn(request) })
    return { message: 'All other sessions have ended.', ended }
  })

  serve(contract.confirmSession, async ({ user, params }) => {
    const refused = await confirmOwnSession(deps, { accountId: user.id, sessionId: params.id })
    return refused ?? { message: 'Thank you.' }
  })
}

export function sessionIn({ session }: FastifyRequest) {
  if (!session) throw new Error('The guard lets nobody in without a session')
  return session
}
