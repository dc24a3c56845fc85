import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/sessions.ts'
import type { Deps } from '../../deps.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { findPasswordChangedAt } from '../queries.ts'
import { readSecondFactors } from '../second-factor/queries.ts'
import {
  confirmOwnSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from './own-sessions.ts'

export function sessionRoutes(bind: BindEndpoint, deps: Deps) {
  bind(contract.listSessions, async ({ user, request }) => {
    const changedAt = await findPasswordChangedAt(deps.db.read, user.id)
    const factors = await readSecondFactors(deps.db.read, user.id)
    return {
      ...(await listOwnSessions(deps, getSession(request))),
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

  bind(contract.endOwnSession, async ({ user, actor, params, body }) => {
    const isDisowned = body.disowned ?? false
    const input = { actor, accountId: user.id, sessionId: params.id, isDisowned }
    const refused = await endOwnSession(deps, input)
    return refused ?? { message: 'The session has ended.' }
  })

  bind(contract.endOtherSessions, async ({ actor, request }) => {
    const ended = await endOtherSessions(deps, { actor, session: getSession(request) })
    return { message: 'All other sessions have ended.', ended }
  })

  bind(contract.confirmSession, async ({ user, params }) => {
    const refused = await confirmOwnSession(deps, { accountId: user.id, sessionId: params.id })
    return refused ?? { message: 'Thank you.' }
  })
}

export function getSession({ session }: FastifyRequest) {
  if (!session) throw new Error('The guard lets nobody in without a session')
  return session
}
