import type { FastifyRequest } from 'fastify'
import { parseUserAgent } from '#core/accounts/user-agent.ts'
import type { Deps } from '../deps.ts'
import { chooseDevice } from '../http/cookies.ts'
import type { LoginOrigin } from './sessions/queries.ts'

export function readLoginOrigin(request: FastifyRequest, deps: Deps): LoginOrigin {
  return {
    address: request.ip,
    device: parseUserAgent(request.headers['user-agent']),
    deviceId: chooseDevice(request, deps),
  }
}
