import { z } from 'zod'
import { maxPasswordLength } from '#core/accounts/password.ts'
import { Role } from './current-session.ts'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, Message } from './schemas.ts'
import { SecondFactorMethod } from './second-factor.ts'

const Password = z
  .string('Enter your password')
  .min(1, 'Enter your password')
  .max(maxPasswordLength)
const Credentials = z.strictObject({ email: Email, password: Password })

/** A random name that a page gives its logins: one of them waits, and its place can be asked for. */
const Ticket = z.string().regex(/^[\w-]{16,64}$/)

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/auth/admin',
  access: 'visitor',
  summary: 'Logs an admin in; with a second factor there is no session before its step.',
  body: Credentials.extend({ ticket: Ticket.optional() }),
  isReplyChecked: true,
  /** With the methods of the second step, or complete. */
  reply: z.union([
    z.object({ message: z.string(), secondFactor: z.array(SecondFactorMethod) }),
    z.object({ message: z.string(), firstTimeSignin: z.boolean() }),
  ]),
  refusals: ['wrong-login', 'account-disabled', 'login-replaced'],
})

export const studentLogin = endpoint({
  method: 'POST',
  path: '/api/auth/studentLogin',
  access: 'visitor',
  summary: 'Logs a student in; with a one-time password the next step is to change it.',
  body: Credentials.extend({
    /** The browser keeps the session when it is closed. */
    ownDevice: z.boolean().optional(),
    ticket: Ticket.optional(),
  }),
  isReplyChecked: true,
  reply: z.object({
    message: z.string(),
    loginStatus: z.literal(true),
    firstTimeSignin: z.boolean(),
  }),
  refusals: ['wrong-student-login', 'account-disabled', 'login-replaced'],
})

export const getLoginPlace = endpoint({
  method: 'GET',
  path: '/api/auth/loginPlace/:ticket',
  access: 'visitor',
  summary:
    'The place of a login that waits to be checked: 1 is next. Null if none waits with this ticket.',
  params: z.object({ ticket: Ticket }),
  reply: z.object({ place: z.int().nullable() }),
  refusals: [],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgotPassword',
  access: 'visitor',
  summary: 'Mails a one-time password; says the same of an unknown address.',
  body: z.strictObject({ email: Email }),
  /** Without mail, the password lies in the outbox folder. */
  reply: Message.extend({ isMailSetUp: z.boolean() }),
  refusals: [],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/changePassword',
  access: 'visitor',
  summary: 'Changes a password, ends every other session of the account and begins a new one.',
  body: z.strictObject({
    email: Email,
    password: z
      .string('Enter your old password')
      .min(1, 'Enter your old password')
      .max(maxPasswordLength),
    newPassword: z.string('Enter a new password').min(1, 'Enter a new password').max(1000),
  }),
  isReplyChecked: true,
  reply: z.object({ message: z.string(), role: Role }),
  refusals: ['wrong-password', 'weak-password', 'log-in-first', 'account-disabled'],
})

const Network = z.string().min(1).max(45)

export const ThrottledNetwork = z.object({
  /** An IPv4 address, or the first half of an IPv6 address. */
  network: z.string(),
  /** Wrong passwords from there, within this many minutes. */
  failures: z.int(),
  minutes: z.int(),
  /** Students there who must wait before their next try, the most recent first. */
  waiting: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      lastTryAt: Instant,
      tries: z.int(),
      waitsUntil: Instant,
    }),
  ),
})
export type ThrottledNetwork = z.output<typeof ThrottledNetwork>

export const listThrottledNetworks = endpoint({
  method: 'GET',
  path: '/api/auth/slowedNetworks',
  access: 'logins.let-in',
  summary:
    'While a test is released: the networks whose logins are slowed down, and those that were let in.',
  reply: z.object({
    slowed: z.array(ThrottledNetwork),
    letIn: z.array(z.object({ network: z.string(), endsAt: Instant })),
  }),
  refusals: [],
})

export const exemptionPeriods = ['quarter-hour', 'hour', 'today'] as const
export type ExemptionPeriod = (typeof exemptionPeriods)[number]

export const exemptNetwork = endpoint({
  method: 'POST',
  path: '/api/auth/letNetworkIn',
  access: 'logins.let-in',
  summary: 'Logins from a network are not slowed down until a time; it ends by itself.',
  body: z.strictObject({ network: Network, period: z.enum(exemptionPeriods) }),
  reply: z.object({ message: z.string(), endsAt: Instant }),
  refusals: ['network-not-slowed'],
})
