import { z } from 'zod'
import {
  actionKinds,
  actionReasonNames,
  maxMessageLength,
  needsReason,
  obstacles,
} from '#core/live/actions.ts'
import { presenceStates } from '#core/live/presence.ts'
import { maxStreamedTests } from '#core/live/watched-tests.ts'
import { endpoint } from './endpoint.ts'
import { Seat } from './exam-windows.ts'
import { confirm, WouldReveal } from './key-guard.ts'
import { Id, Instant, VisibleText, WholeList } from './schemas.ts'

const ExamIdParams = z.object({ testId: Id })

/** One row of the live screen. */
export const LiveStudent = z.object({
  studentId: Id,
  name: z.string(),
  /** Roll number or address; only where another student has the name, too. */
  identifier: z.string().optional(),
  /** In the window that they have now; missing where it has no rooms, or no more seats. */
  seat: Seat.optional(),
  /** Null before the start. */
  attemptId: Id.nullable(),
  state: z.enum(presenceStates),
  /** When this state began; null for `here`, and before the start. */
  since: Instant.nullable(),
  answered: z.int(),
  totalQuestions: z.int(),
  /** Answers on the device that the server does not have, as the device last said. */
  waiting: z.int(),
  /**
   * Null unless the clock runs: before the start, in a pause, and while a reopened attempt waits.
   */
  endsAt: Instant.nullable(),
  /** Only while the clock stands still: what is left on it. */
  standsAtSeconds: z.int().optional(),
  /** Why it is paused, in the words of the list or one's own. */
  pausedFor: z.string().optional(),
  /** Only of a finished one. */
  finishReason: z.string().optional(),
  /** Events that count as violations. */
  incidents: z.int(),
  /** Messages that the student has not put away. */
  openMessages: z.int(),
})
export type LiveStudent = z.output<typeof LiveStudent>

/** A staff member's action and its result. */
export const LiveAction = z.object({
  _id: Id,
  kind: z.enum(actionKinds),
  minutes: z.int().nullable(),
  /** Null for a message or a resumption without one. */
  reason: z.enum(actionReasonNames).nullable(),
  reasonText: z.string().nullable(),
  message: z.string().nullable(),
  /** The email address of who did it; null once that account is erased. */
  by: z.string().nullable(),
  at: Instant,
  undoUntil: Instant,
  /** `waiting`: an end or a reopening, carried out by the server at `undoUntil`. */
  state: z.enum(['waiting', 'done', 'undone']),
  attemptIds: z.array(Id),
  /** Only while it is carried out or undone for many: for how many of them that has been done. */
  underway: z.object({ done: z.int(), of: z.int() }).optional(),
})
export type LiveAction = z.output<typeof LiveAction>

/** The whole table, or what has changed in it since a version. */
export const LiveTable = z.object({
  /** To be sent as `since` with the next call; it changes with the content. */
  version: z.string(),
  /** Everything is in it: what was known before is to be forgotten. */
  isWhole: z.boolean(),
  serverTime: Instant,
  test: z.object({ _id: Id, title: z.string() }),
  students: z.array(LiveStudent),
  /** No longer in the table, by student. */
  removed: z.array(Id),
  /** Those that can be undone, or could within the last seconds, or are under way; always all of them, newest first. */
  actions: z.array(LiveAction),
})
export type LiveTable = z.output<typeof LiveTable>

/** The last event of a stream whose place a newer one of the same session or account took. */
export const displacedEventName = 'displaced'

/** Sent every 15 s, so that a stream that says nothing for longer is known to be dead. */
export const aliveEventName = 'alive'

/**
 * With `Accept: text/event-stream`, as an EventSource asks, the reply is a stream of server-sent
 * events: each is a `LiveTable` under its version as the event's id, the first one whole or since
 * `Last-Event-ID`, then changes, at most once a second; the event `alive` every 15 s. It ends with
 * the session. A session has at most 4 and an account 8: with one more the oldest gets the event
 * `displaced` and ends. Where a process has 300 a further one is refused as `busy`.
 */
export const getLiveTable = endpoint({
  method: 'GET',
  path: '/api/test/:testId/live',
  access: 'attempts.read',
  summary:
    'Who takes a test and how they are doing: all of it, or what has changed `since` a version. As a stream of server-sent events where the client accepts one.',
  params: ExamIdParams,
  query: z.strictObject({ since: z.string().max(64).optional() }),
  isPolled: true,
  reply: LiveTable,
  refusals: ['test-not-found'],
})

const testList = /^[A-Za-z0-9_-]{1,64}(?:,[A-Za-z0-9_-]{1,64})*$/

/**
 * As a stream each event is the `LiveTable` of one of the tests; its id is the version of every table
 * that was sent so far, with commas, which is also what `since` takes.
 */
export const getLiveTables = endpoint({
  method: 'GET',
  path: '/api/live/tables',
  access: 'attempts.read',
  summary:
    'The live tables of up to 20 tests (`tests=a,b`), or what has changed in them `since` their versions (`since=x,y`); tests that do not exist are left out. As one stream of server-sent events for all of them where the client accepts one.',
  query: z.strictObject({
    tests: z
      .string()
      .max(1_400)
      .regex(testList, 'Separate the ids by commas')
      .refine((list) => list.split(',').length <= maxStreamedTests, {
        message: `Name ${maxStreamedTests} tests or fewer`,
      }),
    since: z.string().max(1_400).optional(),
  }),
  isPolled: true,
  reply: z.object({ tables: z.array(LiveTable) }),
  refusals: ['test-not-found'],
})

export const listLiveExams = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'attempts.read',
  summary: 'Tests that somebody is taking now, with how many students are in which state.',
  query: WholeList,
  isPolled: true,
  reply: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      counts: z.record(z.enum(presenceStates), z.int()),
      /** When the last running attempt ends, as things stand. */
      lastEndsAt: Instant.nullable(),
    }),
  ),
  isList: true,
  refusals: [],
})

const ActionReply = z.object({
  action: LiveAction,
  /** For how many it was done, or will be at `undoUntil`. */
  done: z.int(),
  /** Attempts that were skipped, by the reason. */
  notDone: z.array(z.object({ why: z.enum(obstacles), attemptIds: z.array(Id) })),
  serverTime: Instant,
})

export const applyAction = endpoint({
  method: 'POST',
  path: '/api/test/:testId/live/actions',
  access: 'attempts.adjust',
  summary:
    'Adds minutes, pauses, resumes, sends a message, ends or reopens: for the attempts named, or for all running ones. It can be undone for 10 s; an end and a reopening are carried out after that, everything else at once.',
  params: ExamIdParams,
  body: z
    .strictObject({
      /** Random, chosen by the client: sent again it is not done again, and gets the same reply. */
      _id: Id.min(16).optional(),
      kind: z.enum(actionKinds),
      /** All running attempts if omitted: paused ones too. */
      attemptIds: z.array(Id).min(1).max(10_000).optional(),
      /** For `add-minutes`, which needs it, and `reopen`. */
      minutes: z
        .int('Enter whole minutes')
        .min(1, 'Enter 1 minute or more')
        .max(24 * 60, 'Enter 24 hours or less')
        .optional(),
      /** A message and a resumption need none. */
      reason: z.enum(actionReasonNames, 'Say why').optional(),
      /** For `other`, which needs it. */
      reasonText: VisibleText('Say why').max(200, 'Use 200 characters or fewer').optional(),
      /** To the students: for `message`, which needs it, and beside any other action. */
      message: VisibleText('Enter the message')
        .max(maxMessageLength, `Use ${maxMessageLength} characters or fewer`)
        .optional(),
      /** For `reopen`. */
      confirm,
    })
    .refine(({ kind, minutes }) => kind !== 'add-minutes' || minutes !== undefined, {
      path: ['minutes'],
      message: 'Enter the minutes',
    })
    .refine(({ kind, message }) => kind !== 'message' || message !== undefined, {
      path: ['message'],
      message: 'Enter the message',
    })
    .refine(({ kind, reason }) => reason !== undefined || !needsReason(kind), {
      path: ['reason'],
      message: 'Say why',
    })
    .refine(({ reason, reasonText }) => reason !== 'other' || reasonText !== undefined, {
      path: ['reasonText'],
      message: 'Say why',
    })
    .refine(({ kind, attemptIds }) => kind !== 'reopen' || attemptIds !== undefined, {
      path: ['attemptIds'],
      message: 'Choose who',
    }),
  bodyLimitBytes: 1_000_000,
  reply: ActionReply.extend({ wouldReveal: WouldReveal }),
  refusals: ['test-not-found', 'key-still-needed'],
})

export const undoLiveAction = endpoint({
  method: 'POST',
  path: '/api/live/actions/:actionId/undo',
  access: 'attempts.adjust',
  summary:
    'Undoes an action within its 10 s, also one of somebody else: an end or a reopening that waits is dropped, everything else is undone by its inverse. `notDone` names those whose attempt has ended since.',
  params: z.object({ actionId: Id }),
  reply: ActionReply,
  refusals: ['action-not-found', 'undo-over'],
})
