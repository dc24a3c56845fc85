import { z } from 'zod'
import { permissions } from '#core/accounts/permissions.ts'
import { endpoint } from './endpoint.ts'
import { Id, Message } from './schemas.ts'

export const Role = z.enum(['admin', 'student'])

export const checkToken = endpoint({
  method: 'GET',
  path: '/api/auth/checkToken',
  access: 'session',
  summary: 'Who is logged in.',
  isReplyChecked: true,
  reply: z.object({
    _id: Id,
    role: Role,
    name: z.string(),
    email: z.string(),
    firstTimeSignin: z.boolean(),
    /** True for a student whom the institute has added, until the rest is given. */
    mustCompleteRegistration: z.boolean(),
    /** True for staff who can do nothing else before they set up a required second factor. */
    mustSetUpSecondFactor: z.boolean(),
    /** Permissions of a member of staff; a student has none. */
    permissions: z.array(z.enum(permissions)),
  }),
  refusals: [],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'visitor',
  summary: 'Ends the session, if there is one.',
  reply: Message,
  refusals: [],
})

export const keepSession = endpoint({
  method: 'POST',
  path: '/api/auth/keepSession',
  access: 'staff',
  isAllowedDuringSetUp: true,
  summary: 'Says that somebody is at the screen: what it reads by itself does not keep a session.',
  reply: Message,
  refusals: [],
})
