import { z } from 'zod'
import { eventKinds, recordedKinds } from '#core/proctoring/policy.ts'
import { liveFields } from './attempt-messages.ts'
import { Answer, maxAnswersAtEnd, PaperProgress, Warning } from './attempts.ts'
import { endpoint } from './endpoint.ts'
import { confirm, WouldReveal } from './key-guard.ts'
import { Id, InDigits, Instant, Message, WholeList, Why } from './schemas.ts'

const AttemptIdParams = z.object({ attemptId: Id })
const ExamIdParams = z.object({ testId: Id })
const Minutes = z
  .int('Enter whole minutes')
  .min(1, 'Enter 1 minute or more')
  .max(24 * 60, 'Enter 24 hours or less')

const ProctoringOutcome = z.object({
  violations: z.int(),
  remaining: z.int().nullable(),
  finished: z.boolean(),
  /** The warning to show, if any; absent unless the client acknowledges warnings, and where none can come. */
  warning: Warning.nullable().optional(),
})

export const reportEvent = endpoint({
  method: 'POST',
  path: '/api/students/attempt-events/:attemptId',
  access: 'student',
  summary:
    'Writes down what the browser saw; the event that uses up the allowance ends the attempt. The same kind at the same moment is the same event: told again, it may add how long it took.',
  params: AttemptIdParams,
  body: z.strictObject({
    kind: z.enum(eventKinds),
    at: Instant,
    durationMs: z.int().min(0).max(86_400_000).optional(),
    /** Answers not saved on the server yet; they are saved before the attempt ends. */
    answers: z.array(Answer).max(maxAnswersAtEnd).optional(),
  }),
  isReplyChecked: true,
  reply: ProctoringOutcome,
  refusals: ['attempt-not-found', 'unknown-question', 'unknown-option'],
})

export const acknowledgeWarning = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/warning',
  access: 'student',
  summary:
    'The student has read a warning, which counts from now on. Any other than the one that waits is left as it is.',
  params: AttemptIdParams,
  body: z.strictObject({ number: z.int().min(1), at: Instant }),
  isReplyChecked: true,
  reply: ProctoringOutcome,
  refusals: ['attempt-not-found'],
})

export const getAttemptClock = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/clock',
  access: 'student',
  summary:
    'Until when a running attempt runs: minutes may have been added. One that was reopened and waits for its student does not run.',
  params: AttemptIdParams,
  /** Answers that wait on the device, where there are any. */
  query: z.object({ waiting: InDigits(z.number().int().min(0).max(10_000)).optional() }),
  isReplyChecked: true,
  reply: z.object({
    status: z.enum(['In progress', 'Completed']),
    endsAt: Instant,
    serverTime: Instant,
    ...liveFields,
    /**
     * Only in a large exam: when to ask again, at the latest. A class spreads over the last two
     * fifths of it; without it a client asks every 5 to 8.5 s.
     */
    pollAfterSeconds: z.int().optional(),
    /** Only if another device has had this attempt open. */
    elsewhere: z
      .object({
        /** Within the last minute. */
        isActive: z.boolean(),
        /** The questions that have an answer by now, from whichever device. */
        answered: z.array(Id),
        /** Only of a free paper. */
        progress: PaperProgress.optional(),
      })
      .optional(),
  }),
  refusals: ['attempt-not-found'],
})

export const getServerTime = endpoint({
  method: 'GET',
  path: '/api/students/clock',
  access: 'student',
  summary: 'The time by the server, as cheaply as it can be asked: a check before the start.',
  isReplyChecked: true,
  reply: z.object({ serverTime: Instant }),
  refusals: [],
})

export const AttemptEvent = z.object({
  _id: Id,
  kind: z.enum(recordedKinds),
  at: Instant,
  /** Long after `at` if it waited on the device. */
  receivedAt: Instant,
  durationMs: z.int().nullable(),
})
export type AttemptEvent = z.output<typeof AttemptEvent>

export const listAttemptEvents = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/events',
  access: 'attempts.read',
  summary:
    'What the browser saw during one attempt, and what the server noticed of it, oldest first.',
  params: AttemptIdParams,
  query: WholeList,
  reply: z.array(AttemptEvent),
  isList: true,
  refusals: ['attempt-not-found'],
})

export const TimeAdjustment = z.object({
  _id: Id,
  at: Instant,
  kind: z.enum(['reopened', 'extended']),
  /** The admin's e-mail address; null once that account is erased. */
  by: z.string().nullable(),
  /** How many were added. */
  minutes: z.int().nullable(),
  /** Null once it is erased. */
  why: z.string().nullable(),
  /** The end that a reopening undid; null for added time, and for old records without it. */
  undid: z.object({ endTime: Instant, finishReason: z.string() }).nullable(),
})
export type TimeAdjustment = z.output<typeof TimeAdjustment>

export const listTimeAdjustments = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/changes',
  access: 'attempts.read',
  summary: 'What admins changed about the time of one attempt, oldest first.',
  params: AttemptIdParams,
  query: WholeList,
  reply: z.array(TimeAdjustment),
  isList: true,
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

export const listAttemptPlaces = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/places',
  access: 'attempts.read',
  summary: 'The networks and devices that one attempt was taken from, the first one first.',
  params: AttemptIdParams,
  query: WholeList,
  reply: z.array(AttemptPlace),
  isList: true,
  refusals: ['attempt-not-found'],
})

export const reopenAttempt = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/reopen',
  access: 'attempts.adjust',
  summary:
    'Lets a finished attempt go on with the time that was left, and more if asked; its clock starts when the student resumes.',
  params: AttemptIdParams,
  body: z.strictObject({ why: Why, minutes: Minutes.optional(), confirm }),
  reply: z.object({
    message: z.string(),
    /** When the clock starts if the student has not resumed by then. */
    resumesBy: Instant,
    /** Its deadline if the student resumes at the last moment. */
    endsAt: Instant,
    wouldReveal: WouldReveal,
  }),
  refusals: [
    'attempt-not-found',
    'attempt-running',
    'attempt-void',
    'no-time-left',
    'key-still-needed',
  ],
})

export const addTime = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/extraTime',
  access: 'attempts.adjust',
  summary: 'Adds minutes to one running attempt.',
  params: AttemptIdParams,
  body: z.strictObject({ minutes: Minutes, why: Why }),
  reply: z.object({ endsAt: Instant }),
  refusals: ['attempt-not-found', 'not-running'],
})

export const addTimeToExam = endpoint({
  method: 'POST',
  path: '/api/test/:testId/extraTime',
  access: 'attempts.adjust',
  summary: 'Adds minutes to the running attempts of a test, or to some of them.',
  params: ExamIdParams,
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
  access: 'attempts.adjust',
  summary: 'Allows one student another attempt at a test.',
  params: ExamIdParams,
  body: z.strictObject({ studentId: Id, why: Why, confirm }),
  reply: Message.extend({ wouldReveal: WouldReveal }),
  refusals: ['test-not-found', 'student-not-found', 'key-still-needed'],
})
