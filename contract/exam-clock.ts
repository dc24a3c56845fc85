import { z } from 'zod'
import { clockShiftCauses } from '#core/exam-clock/clock-shift.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './schemas.ts'

export const getExamClock = endpoint({
  method: 'GET',
  path: '/api/exam-clock',
  access: 'attempts.adjust',
  summary:
    'How far the machine’s clock is ahead of the exam’s, in milliseconds. Beyond 2 s either way they differ; the exam’s follows at once while no attempt runs. While the machine’s clock is behind the last run, nothing opens or closes until an owner says that it is right. `lastShift` is the last one of the last 24 hours.',
  isPolled: true,
  reply: z.object({
    differenceMs: z.int(),
    state: z.enum(['agrees', 'differs', 'behind']),
    lastShift: z
      .object({
        at: Instant,
        byMs: z.int(),
        attempts: z.int(),
        cause: z.enum(clockShiftCauses),
      })
      .nullable(),
  }),
  refusals: [],
})

export const followMachineClock = endpoint({
  method: 'POST',
  path: '/api/exam-clock/follow',
  access: 'clock.follow',
  summary:
    'The machine’s clock is right: the exam’s follows it. The deadlines and pauses of running attempts and the windows that are open move by the difference, so that everybody has as much time left as before.',
  reply: z.object({ message: z.string(), byMs: z.int(), attempts: z.int() }),
  refusals: ['clocks-agree'],
})
