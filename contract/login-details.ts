import { z } from 'zod'
import { bodyLimits, endpoint } from './endpoint.ts'
import { Id, Instant } from './schemas.ts'

/** A printed sheet with the login details of one student. */
export const Slip = z.object({
  name: z.string(),
  rollNumber: z.string().optional(),
  email: z.string(),
  password: z.string(),
})
export type Slip = z.output<typeof Slip>

export const sendLoginDetails = endpoint({
  method: 'POST',
  path: '/api/students/:id/loginDetails',
  access: 'students.send-login',
  summary: 'A new one-time password, by mail or shown once.',
  params: z.object({ id: Id }),
  body: z.strictObject({ deliver: z.enum(['mail', 'show']) }),
  reply: z.object({ message: z.string(), password: z.string().optional() }),
  refusals: ['student-not-found'],
})

const Recipients = z.union([
  z.strictObject({ ids: z.array(Id).min(1, 'Choose at least one student').max(20_000) }),
  z.strictObject({ batchId: Id }),
])

export const printSlips = endpoint({
  method: 'POST',
  path: '/api/students/printSlips',
  access: 'students.send-login',
  needsRecentLogin: true,
  summary:
    'New one-time passwords for slips, of a batch or of some students: of all of them, or of those who have not chosen a password yet.',
  body: z.strictObject({ of: Recipients, onlyWaiting: z.boolean() }),
  bodyLimitBytes: bodyLimits.ids,
  reply: z.object({ message: z.string(), slips: z.array(Slip), expiresAt: Instant }),
  refusals: ['batch-not-found'],
})
