import { z } from 'zod'
import { maxRoomNameLength, maxRoomSeats, maxRooms } from '#core/exam-windows/seats.ts'
import { audienceKinds, windowPhases } from '#core/exam-windows/window.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import { confirm, WouldReveal } from './key-guard.ts'
import { Id, Instant, listQuery, nameSorts, VisibleLine } from './schemas.ts'

/** The students that a window is for. */
const Audience = z.object({
  kind: z.enum(audienceKinds),
  /** The batch's id, where the window is for a batch. */
  batchId: Id.optional(),
  /** The batch's name, or the names of the first three students. */
  names: z.array(z.string()),
})

/** A room in which students of a window sit. */
export const Room = z.strictObject({
  name: VisibleLine('Enter the name of the room').max(
    maxRoomNameLength,
    `Use ${maxRoomNameLength} characters or fewer`,
  ),
  seats: z
    .int('Enter a whole number')
    .min(1, 'Enter 1 or more')
    .max(maxRoomSeats, `Enter ${maxRoomSeats} or less`),
})

/** One place in a room, counted from 1. */
export const Seat = z.object({ room: z.string(), number: z.int() })

/** When, and for whom, one test may be started. */
export const ExamWindow = z.object({
  _id: Id,
  testId: Id,
  testTitle: z.string(),
  /** Minutes. */
  testDuration: z.number(),
  released: z.boolean(),
  audience: Audience,
  opensAt: Instant,
  closesAt: Instant,
  /** The last moment to start; null: until it closes. */
  latestEntryAt: Instant.nullable(),
  endsAtClosing: z.boolean(),
  phase: z.enum(windowPhases),
  /** How many students it is for; null where it is for everyone. */
  expected: z.int().nullable(),
  /** How many of them have started while it was open. */
  started: z.int(),
  /** How many of those still work: a change of the window leaves their end as it is. */
  running: z.int(),
  /** In the order in which they are filled; missing without any. */
  rooms: z.array(Room).optional(),
  createdAt: Instant,
  /** Another one after each change. */
  version: z.string(),
})
export type ExamWindow = z.output<typeof ExamWindow>

export const listExamWindows = endpoint({
  method: 'GET',
  path: '/api/windows',
  access: 'windows.read',
  summary:
    'Exam windows of all tests, of one test, or those that name one batch; search finds titles and batches, oldest and newest go by the opening. Without a sort the earliest opening is first.',
  query: listQuery(nameSorts).extend({ testId: Id.optional(), batchId: Id.optional() }),
  reply: z.array(ExamWindow),
  isList: true,
  refusals: [],
})

const WindowIdParams = z.object({ id: Id })
const ExamIdParams = z.object({ testId: Id })

export const listWindowStudents = endpoint({
  method: 'GET',
  path: '/api/windows/:id/students',
  access: 'windows.read',
  summary: 'The students that a window names, or those of its batch; empty if it is for everyone.',
  params: WindowIdParams,
  query: listQuery(nameSorts),
  reply: z.array(
    z.object({ _id: Id, name: z.string(), email: z.string(), hasStarted: z.boolean() }),
  ),
  isList: true,
  refusals: ['window-not-found'],
})

const AudienceInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('batch'), batchId: Id }),
  z.strictObject({
    kind: z.literal('students'),
    studentIds: z.array(Id).min(1, 'Choose at least one student').max(20_000),
  }),
  z.strictObject({ kind: z.literal('everyone') }),
])

const rooms = z.array(Room).max(maxRooms, `Use ${maxRooms} rooms or fewer`)

const times = {
  opensAt: Instant,
  closesAt: Instant,
  latestEntryAt: Instant.nullable(),
  endsAtClosing: z.boolean(),
}
const defaultTimes = {
  ...times,
  latestEntryAt: times.latestEntryAt.default(null),
  endsAtClosing: times.endsAtClosing.default(false),
}

const SavedWindow = z.object({
  message: z.string(),
  window: ExamWindow,
  wouldReveal: WouldReveal,
})

export const addExamWindow = endpoint({
  method: 'POST',
  path: '/api/test/:testId/windows',
  access: 'windows.edit',
  summary:
    'Adds a window to a test: from the first one on, only those whom a window names may start. `release` also releases the test, in one go. The same window sent twice is one.',
  params: ExamIdParams,
  body: z.strictObject({
    audience: AudienceInput,
    ...defaultTimes,
    /** Their students get seats in the order of the roll number. */
    rooms: rooms.default([]),
    release: z.boolean().default(false),
    confirm,
  }),
  bodyLimitBytes: bodyLimits.ids,
  reply: SavedWindow,
  status: 201,
  refusals: [
    'test-not-found',
    'batch-not-found',
    'student-not-found',
    'invalid-input',
    'key-still-needed',
  ],
})

export const updateExamWindow = endpoint({
  method: 'PUT',
  path: '/api/windows/:id',
  access: 'windows.edit',
  summary:
    'Changes any part of a window, for those who start from now on: the end of a running attempt stays as it was told.',
  params: WindowIdParams,
  body: z.strictObject({
    audience: AudienceInput.optional(),
    opensAt: times.opensAt.optional(),
    closesAt: times.closesAt.optional(),
    latestEntryAt: times.latestEntryAt.optional(),
    endsAtClosing: times.endsAtClosing.optional(),
    rooms: rooms.optional(),
    /** The version that the change was begun from: another one by now refuses the change. */
    basedOn: z.string().max(200).optional(),
    confirm,
  }),
  bodyLimitBytes: bodyLimits.ids,
  reply: SavedWindow,
  refusals: [
    'window-not-found',
    'window-changed',
    'batch-not-found',
    'student-not-found',
    'invalid-input',
    'key-still-needed',
  ],
})

/** The fate of a released test that has lost its last window. */
const WithoutWindows = z.enum(['open-to-everyone', 'unrelease'])

export const deleteExamWindow = endpoint({
  method: 'DELETE',
  path: '/api/windows/:id',
  access: 'windows.edit',
  summary:
    'Takes a window away; attempts that run stay as they are. The last one of a released test needs `without`, since the test would be open to everyone.',
  params: WindowIdParams,
  body: z.strictObject({ without: WithoutWindows.optional(), confirm }).nullish(),
  reply: z.object({ message: z.string(), released: z.boolean(), wouldReveal: WouldReveal }),
  refusals: ['window-not-found', 'last-window', 'key-still-needed'],
})

export const deleteExamWindows = endpoint({
  method: 'DELETE',
  path: '/api/test/:testId/windows',
  access: 'windows.edit',
  summary: 'Takes all windows of a test away: it is for everyone from now, or no longer released.',
  params: ExamIdParams,
  body: z.strictObject({ without: WithoutWindows, confirm }),
  reply: z.object({
    message: z.string(),
    removed: z.int(),
    released: z.boolean(),
    wouldReveal: WouldReveal,
  }),
  refusals: ['test-not-found', 'key-still-needed'],
})

export const findWindowOverlap = endpoint({
  method: 'GET',
  path: '/api/test/:testId/windowOverlap',
  access: 'windows.read',
  summary:
    'Students of a batch who have another window of this test, too: they get the widest of them. `windowId` leaves one window out, the one being changed.',
  params: ExamIdParams,
  query: z.strictObject({ batchId: Id, windowId: Id.optional() }),
  reply: z.object({
    count: z.int(),
    /** Names of the first three. */
    names: z.array(z.string()),
  }),
  refusals: ['test-not-found', 'batch-not-found'],
})

export const listAbsentStudents = endpoint({
  method: 'GET',
  path: '/api/test/:testId/absent',
  access: 'windows.read',
  summary:
    'Who had a window of this test, by name or by batch, can start no more, and has no attempt. A window for everyone expects nobody.',
  params: ExamIdParams,
  query: listQuery(nameSorts).extend({ batchId: Id.optional() }),
  reply: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      identifier: z.string().optional(),
      email: z.string(),
      /** The window that they missed last. */
      missed: z.object({ windowId: Id, opensAt: Instant, closesAt: Instant }),
      lastSeenAt: Instant.nullable(),
    }),
  ),
  isList: true,
  refusals: ['test-not-found'],
})

export const openMakeUpWindow = endpoint({
  method: 'POST',
  path: '/api/test/:testId/makeUpWindow',
  access: 'windows.edit',
  summary:
    'One more window for those who are absent: all of them, those of one batch, or those named here and still absent. If the test is released, each of them gets an email with its times.',
  params: ExamIdParams,
  body: z.strictObject({
    ...defaultTimes,
    batchId: Id.optional(),
    studentIds: z.array(Id).min(1).max(20_000).optional(),
    confirm,
  }),
  bodyLimitBytes: bodyLimits.ids,
  reply: SavedWindow.extend({ opened: z.int(), emailed: z.int() }),
  status: 201,
  refusals: ['test-not-found', 'nobody-absent', 'invalid-input', 'key-still-needed'],
})
