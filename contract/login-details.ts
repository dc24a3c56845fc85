import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './schemas.ts'

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
