import { z } from 'zod'
import { longestPassword } from '#core/password.ts'
import { endpoint } from './endpoint.ts'
import { SecondFactorMethod } from './second-factor.ts'
import { Email, Id, Message } from './words.ts'

const Password = z.string('Enter your password').min(1, 'Enter your password').max(longestPassword)
const Credentials = z.strictObject({ email: Email, password: Password })

export const Role = z.enum(['admin', 'student'])

export const checkToken = endpoint({
  method: 'GET',
  path: '/api/auth/checkToken',
  who: 'session',
  about: 'Who is logged in.',
  reply: z.object({
    _id: Id,
    role: Role,
    name: z.string(),
    email: z.string(),
    firstTimeSignin: z.boolean(),
    /** Staff of whom a second factor is asked, and who may do nothing else until it is set up. */
    mustSetUpSecondFactor: z.boolean(),
  }),
  refusals: [],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  who: 'visitor',
  about: 'Ends the session, if there is one.',
  reply: Message,
  refusals: [],
})

export const keepSession = endpoint({
  method: 'POST',
  path: '/api/auth/keepSession',
  who: 'admin',
  duringSetUp: true,
  about: 'Says that somebody is at the screen: what it reads by itself does not keep a session.',
  reply: Message,
  refusals: [],
})

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/auth/admin',
  who: 'visitor',
  about: 'Logs an admin in; with a second factor there is no session before its step.',
  body: Credentials,
  reply: z.object({
    message: z.string(),
    firstTimeSignin: z.boolean().optional(),
    /** What the second step takes; absent where there is none and the login is done. */
    secondFactor: z.array(SecondFactorMethod).optional(),
  }),
  refusals: ['wrong-login'],
})

export const studentLogin = endpoint({
  method: 'POST',
  path: '/api/auth/studentLogin',
  who: 'visitor',
  about: 'Logs a student in; with a one-time password the next step is to change it.',
  body: Credentials.extend({
    /** The browser keeps the session when it is closed. */
    ownDevice: z.boolean().optional(),
  }),
  reply: z.object({
    message: z.string(),
    loginStatus: z.literal(true),
    firstTimeSignin: z.boolean(),
  }),
  refusals: ['wrong-student-login'],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgotPassword',
  who: 'visitor',
  about: 'Mails a one-time password; says the same of an unknown address.',
  body: z.strictObject({ email: Email }),
  reply: Message,
  refusals: [],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/changePassword',
  who: 'visitor',
  about: 'Changes a password, ends every other session of the account and begins a new one.',
  body: z.strictObject({
    email: Email,
    password: z
      .string('Enter your old password')
      .min(1, 'Enter your old password')
      .max(longestPassword),
    newPassword: z.string('Enter a new password').min(1, 'Enter a new password').max(1000),
  }),
  reply: z.object({ message: z.string(), role: Role }),
  refusals: ['wrong-password', 'weak-password', 'log-in-first'],
})
