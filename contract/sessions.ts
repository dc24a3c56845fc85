import { z } from 'zod'
import { endReasons, loginMethods } from '#core/accounts/session.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Message } from './schemas.ts'

const details = {
  _id: Id,
  device: z.string(),
  deviceKind: z.enum(['computer', 'phone', 'tablet', 'unknown']),
  /** The network address it began from. */
  address: z.string(),
  method: z.enum(loginMethods),
  beganAt: Instant,
  /** Began from an unknown browser and network, and has not been confirmed yet. */
  isNewPlace: z.boolean(),
}

export const OwnSession = z.object({
  ...details,
  usedAt: Instant,
  /** Whether this is the session that makes the call. */
  isThis: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

export const EndedSession = z.object({
  ...details,
  endedAt: Instant,
  endReason: z.enum(endReasons),
})
export type EndedSession = z.output<typeof EndedSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: ['student', 'staff'],
  summary: 'One’s own sessions, those that ended lately, and how one logs in.',
  reply: z.object({
    sessions: z.array(OwnSession),
    ended: z.array(EndedSession),
    passwordChangedAt: Instant.nullable(),
    /** Null for students: they have no second factor. */
    secondFactor: z
      .object({ passkeys: z.int(), totp: z.boolean(), recoveryCodesLeft: z.int() })
      .nullable(),
  }),
  refusals: [],
})

export const endOwnSession = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/:id/end',
  access: ['student', 'staff'],
  summary: 'Ends a session of one’s own; that browser is out at its next call.',
  params: z.object({ id: Id }),
  body: z.strictObject({
    /** "No, it was not me" to a login from a new place. */
    disowned: z.boolean().optional(),
  }),
  reply: Message,
  refusals: ['session-not-found'],
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/endOthers',
  access: ['student', 'staff'],
  summary: 'Ends all sessions of one’s own but this one.',
  reply: z.object({ message: z.string(), ended: z.int() }),
  refusals: [],
})

export const confirmSession = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/:id/confirm',
  access: ['student', 'staff'],
  summary: 'Says that a login from a new place was one’s own.',
  params: z.object({ id: Id }),
  reply: Message,
  refusals: ['session-not-found'],
})
