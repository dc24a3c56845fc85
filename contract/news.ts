import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getNews = endpoint({
  method: 'GET',
  path: '/api/students/news',
  access: 'student',
  summary:
    'Another `version` as soon as the student’s tests, attempts or results look different; 304 with `If-None-Match` while all is the same. A visible panel asks every `pollAfterSeconds`.',
  isPolled: true,
  reply: z.object({ version: z.string(), pollAfterSeconds: z.int() }),
  alternativeStatus: 304,
  refusals: [],
})
