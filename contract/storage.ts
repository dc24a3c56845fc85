import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/storage',
  access: 'set-up.read',
  summary:
    'How much room the disk has, whether pictures are refused for want of it, and how many pictures are left alone that no test and no student names.',
  reply: z.object({ freeBytes: z.int(), isLow: z.boolean(), unnamedPictures: z.int() }),
  refusals: [],
})
