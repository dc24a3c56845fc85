import type { FastifyRequest } from 'fastify'
import { deviceOf } from '#core/device-name.ts'
import type { Deps } from '../deps.ts'
import { chooseDevice } from './device-cookie.ts'
import type { LoginOrigin } from './session-store.ts'

export function readOrigin(request: FastifyRequest, deps: Deps): LoginOrigin {
  return {
    address: request.ip,
    device: deviceOf(request.headers['user-agent']),
    deviceId: chooseDevice(request, deps),
  }
}
