import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getExamDay = endpoint({
  method: 'GET',
  path: '/api/exam-day',
  access: 'attempts.adjust',
  summary:
    'How many tests somebody is taking now, and how many incidents of the last 7 days are open: the figures beside Live and Incidents. New incidents are counted at most twice a minute, decisions at once.',
  isPolled: true,
  reply: z.object({ runningTests: z.int(), openIncidents: z.int() }),
  refusals: [],
})
