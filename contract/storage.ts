import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/storage',
  access: 'set-up.read',
  summary: 'How much room the disk has, and whether pictures are refused for want of it.',
  reply: z.object({ freeBytes: z.int(), isLow: z.boolean() }),
  refusals: [],
})
