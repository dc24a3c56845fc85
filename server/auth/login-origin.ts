import type { FastifyRequest } from 'fastify'
import { parseUserAgent } from '#core/accounts/user-agent.ts'
import type { Deps } from '../deps.ts'
import { chooseDevice } from './device-cookie.ts'
import type { LoginOrigin } from './session-store.ts'

export function readOrigin(request: FastifyRequest, deps: Deps): LoginOrigin {
  return {
    address: request.ip,
    device: parseUserAgent(request.headers['user-agent']),
    deviceId: chooseDevice(request, deps),
  }
}
