import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { confirm, keyReveal, WouldReveal } from './key-guard.ts'
import { Id, Why } from './schemas.ts'

const ExamIdParams = z.object({ testId: Id })

export const releaseResults = endpoint({
  method: 'POST',
  path: '/api/test/releaseResult/:testId',
  access: 'results.release',
  summary:
    'Shows the results to students and queues a mail for each that has not had one, or was told another score.',
  params: ExamIdParams,
  body: z.strictObject({ confirm }).nullish(),
  reply: z.object({
    message: z.literal('Sending...'),
    queued: z.int(),
    wouldReveal: WouldReveal,
  }),
  status: 202,
  refusals: ['test-not-found', 'key-still-needed'],
})

export const getReleaseProgress = endpoint({
  method: 'GET',
  path: '/api/test/releaseResult/:testId',
  access: 'results.release',
  summary:
    'How far the result mails of the release are that stands now, and who could still sit the test.',
  params: ExamIdParams,
  reply: z.object({
    state: z.enum(['idle', 'sending', 'done', 'failed']),
    /** Emails of the release that stands now. */
    total: z.int(),
    sent: z.int(),
    failed: z.int(),
    /** How many of the total correct a score that was sent before. */
    corrected: z.int(),
    /** Students who were sent their result by an earlier release, and it still stands. */
    toldBefore: z.int(),
    /** Otherwise emails become files in the outbox folder. */
    isMailSetUp: z.boolean(),
    message: z.string(),
    /** No email leaves for so long: the release can be undone before any student hears of it. */
    secondsToUndo: z.int().nullable(),
    /** Until the release; after it nobody. */
    ...keyReveal,
  }),
  refusals: ['test-not-found'],
})

export const unreleaseResults = endpoint({
  method: 'DELETE',
  path: '/api/test/releaseResult/:testId',
  access: 'results.release',
  summary: 'Hides the results from students again and stops the mails that have not left.',
  params: ExamIdParams,
  body: z.strictObject({
    why: Why,
  }),
  reply: z.object({ message: z.string(), stopped: z.int(), sent: z.int() }),
  refusals: ['test-not-found'],
})

export const resendResult = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/result-mail',
  access: 'results.release',
  summary:
    'Sends the released result of one attempt to its student again, as a corrected one if another score was told. While such a mail waits, no second one is queued.',
  params: z.object({ attemptId: Id }),
  reply: z.object({ message: z.string() }),
  status: 202,
  refusals: ['attempt-not-found', 'results-not-released', 'attempt-running'],
})
