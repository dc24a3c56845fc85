import { z } from 'zod'
import { eventKinds } from '#core/integrity.ts'
import { Answer } from './attempts.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Message } from './words.ts'

const AttemptId = z.object({ attemptId: Id })
const TestId = z.object({ testId: Id })
const Why = z.string('Say why').trim().min(1, 'Say why').max(500, 'Use 500 characters or fewer')
const Minutes = z
  .int('Enter whole minutes')
  .min(1, 'Enter 1 minute or more')
  .max(24 * 60, 'Enter 24 hours or less')

export const reportEvent = endpoint({
  method: 'POST',
  path: '/api/students/attempt-events/:attemptId',
  who: 'student',
  about:
    'Writes down what the browser saw; the event that uses up the allowance ends the attempt. The same kind at the same moment is the same event: told again, it may add how long it took.',
  params: AttemptId,
  body: z.strictObject({
    kind: z.enum(eventKinds),
    at: Instant,
    durationMs: z.int().min(0).max(86_400_000).optional(),
    /** Chosen, or waiting on the device: taken before the attempt ends. */
    answers: z.array(Answer).max(1000).optional(),
  }),
  reply: z.object({ violations: z.int(), remaining: z.int().nullable(), finished: z.boolean() }),
  refusals: ['attempt-not-found', 'unknown-question', 'unknown-option'],
})

export const getClock = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/clock',
  who: 'student',
  about: 'Until when a running attempt runs: minutes may have been added.',
  params: AttemptId,
  reply: z.object({
    status: z.enum(['In progress', 'Completed']),
    endsAt: Instant,
    serverTime: Instant,
  }),
  refusals: ['attempt-not-found'],
})

export const getServerTime = endpoint({
  method: 'GET',
  path: '/api/students/clock',
  who: 'student',
  about: 'The time by the server, as cheaply as it can be asked: a check before the start.',
  reply: z.object({ serverTime: Instant }),
  refusals: [],
})

export const AttemptEvent = z.object({
  _id: Id,
  kind: z.enum(eventKinds),
  at: Instant,
  receivedAt: Instant,
  durationMs: z.int().nullable(),
})
export type AttemptEvent = z.output<typeof AttemptEvent>

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/events',
  who: 'admin',
  about: 'What the browser saw during one attempt, oldest first.',
  params: AttemptId,
  reply: z.array(AttemptEvent),
  refusals: ['attempt-not-found'],
})

export const AttemptChange = z.object({
  _id: Id,
  at: Instant,
  kind: z.enum(['reopened', 'extended']),
  /** The admin's e-mail address; null once that account is erased. */
  by: z.string().nullable(),
  /** How many were added. */
  minutes: z.int().nullable(),
  /** Null once it is erased. */
  why: z.string().nullable(),
  /** The end that a reopening undid; null for added time, and where it was not kept yet. */
  undid: z.object({ endTime: Instant, finishReason: z.string() }).nullable(),
})
export type AttemptChange = z.output<typeof AttemptChange>

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/changes',
  who: 'admin',
  about: 'What admins changed about the time of one attempt, oldest first.',
  params: AttemptId,
  reply: z.array(AttemptChange),
  refusals: ['attempt-not-found'],
})

export const AttemptPlace = z.object({
  address: z.string(),
  /** "Chrome on Windows" */
  device: z.string(),
  firstAt: Instant,
  lastAt: Instant,
  calls: z.int(),
  /** Another device was in use within these minutes. */
  isAtOnce: z.boolean(),
})
export type AttemptPlace = z.output<typeof AttemptPlace>

export const listPlaces = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/places',
  who: 'admin',
  about: 'The networks and devices that one attempt was taken from, the first one first.',
  params: AttemptId,
  reply: z.array(AttemptPlace),
  refusals: ['attempt-not-found'],
})

export const reopenAttempt = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/reopen',
  who: 'admin',
  about: 'Lets a finished attempt go on with the time that was left, and more if asked.',
  params: AttemptId,
  body: z.strictObject({ why: Why, minutes: Minutes.optional() }),
  reply: z.object({ message: z.string(), endsAt: Instant }),
  refusals: ['attempt-not-found', 'attempt-running', 'no-time-left'],
})

export const addTime = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/extraTime',
  who: 'admin',
  about: 'Adds minutes to one running attempt.',
  params: AttemptId,
  body: z.strictObject({ minutes: Minutes, why: Why }),
  reply: z.object({ endsAt: Instant }),
  refusals: ['attempt-not-found', 'not-running'],
})

export const addTimeToTest = endpoint({
  method: 'POST',
  path: '/api/test/:testId/extraTime',
  who: 'admin',
  about: 'Adds minutes to the running attempts of a test, or to some of them.',
  params: TestId,
  body: z.strictObject({
    minutes: Minutes,
    why: Why,
    attemptIds: z.array(Id).max(10_000).optional(),
  }),
  reply: z.object({ changed: z.int() }),
  refusals: ['test-not-found'],
})

export const grantAttempt = endpoint({
  method: 'POST',
  path: '/api/test/:testId/grantAttempt',
  who: 'admin',
  about: 'Allows one student another attempt at a test.',
  params: TestId,
  body: z.strictObject({ studentId: Id, why: Why }),
  reply: Message,
  refusals: ['test-not-found', 'student-not-found'],
})
