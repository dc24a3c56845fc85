import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, listQuery, Message, nameSorts } from './schemas.ts'

export const listDeletedExams = endpoint({
  method: 'GET',
  path: '/api/test/deletedTests',
  access: 'exams.edit',
  summary: 'What was deleted and can still be restored, last deleted first; search finds titles.',
  query: listQuery(nameSorts),
  reply: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      numQuestions: z.int(),
      attempts: z.int(),
      deletedAt: Instant,
      erasedAt: Instant,
    }),
  ),
  isList: true,
  refusals: [],
})

export const restoreExam = endpoint({
  method: 'POST',
  path: '/api/test/restore/:id',
  access: 'exams.edit',
  summary: 'Puts a deleted test and its attempts back in every list, as they were.',
  params: z.object({ id: Id }),
  reply: Message,
  refusals: ['test-not-found'],
})

export const eraseExam = endpoint({
  method: 'POST',
  path: '/api/test/:testId/erase',
  access: 'records.erase',
  summary:
    'Erases a deleted test that has no attempts, at once and for good; its title is sent along.',
  needsRecentLogin: true,
  params: z.object({ testId: Id }),
  body: z.strictObject({ title: z.string('Type the title of the test').max(1000) }),
  reply: Message,
  refusals: ['test-not-found', 'test-was-taken', 'invalid-input'],
})
