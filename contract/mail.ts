import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getMailSetup = endpoint({
  method: 'GET',
  path: '/api/mail/setup',
  who: 'admin',
  about: 'Whether mail leaves the machine, or waits as files in the outbox folder.',
  reply: z.object({ isSetUp: z.boolean() }),
  refusals: [],
})
