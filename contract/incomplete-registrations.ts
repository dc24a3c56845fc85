import { z } from 'zod'
import { bodyLimits, endpoint } from './endpoint.ts'
import { Id, Instant, listQuery, Message, nameSorts } from './schemas.ts'

export const listIncompleteRegistrations = endpoint({
  method: 'GET',
  path: '/api/students/incompleteRegistrations',
  access: ['students.edit', 'attempts.adjust'],
  summary:
    'Students whom the institute added and who have yet to give the rest of their registration; oldest and newest go by when they were added.',
  query: listQuery(nameSorts),
  reply: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      rollNumber: z.string().optional(),
      email: z.string(),
      phone: z.string(),
      /** Until then they may use the product without it. */
      postponedUntil: Instant.optional(),
    }),
  ),
  isList: true,
  refusals: [],
})

export const postponeRegistrations = endpoint({
  method: 'POST',
  path: '/api/students/postponeRegistrations',
  access: ['students.edit', 'attempts.adjust'],
  summary:
    'Lets students in for 24 hours without the rest of their registration, or asks for it again at once. Never in the middle of a test. Who has given it stays as they are.',
  body: z.strictObject({
    ids: z.array(Id).min(1, 'Choose at least one student').max(20_000),
    isPostponed: z.boolean(),
  }),
  reply: Message.extend({ changed: z.array(Id) }),
  bodyLimitBytes: bodyLimits.ids,
  refusals: [],
})
