import { z } from 'zod'
import { audienceKinds, windowPhases } from '#core/exam-windows/window.ts'
import { excuseReasons, registerStates } from '#core/registers/register.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import { Room, Seat } from './exam-windows.ts'
import { Id, Instant } from './schemas.ts'

export const RegisteredStudent = z.object({
  _id: Id,
  name: z.string(),
  rollNumber: z.string().optional(),
  /** Roll number or address; only where another student has the name, too. */
  identifier: z.string().optional(),
  email: z.string(),
  phone: z.string(),
  /** Missing where the window has no rooms, or no more seats. */
  seat: Seat.optional(),
  batches: z.array(z.string()),
  state: z.enum(registerStates),
  /** When the state began; null for a student who is not here yet. */
  since: Instant.nullable(),
  /** Their own latest entry, where another window makes it later than that of this one. */
  latestEntryAt: Instant.optional(),
  /** When they were last in the lobby of this window. */
  lobbyAt: Instant.optional(),
  /** When their session was last used; null: they have none any more, or never had. */
  lastSeenAt: Instant.nullable(),
  excuse: z
    .object({
      reason: z.enum(excuseReasons),
      at: Instant,
      /** The name of the member of staff; null once that account is erased. */
      by: z.string().nullable(),
    })
    .optional(),
})
export type RegisteredStudent = z.output<typeof RegisteredStudent>

export const RegisterWindow = z.object({
  _id: Id,
  testId: Id,
  testTitle: z.string(),
  released: z.boolean(),
  audience: z.object({
    kind: z.enum(audienceKinds),
    batchId: Id.optional(),
    /** Null unless it is for a batch, and once that is erased. */
    batchName: z.string().nullable(),
  }),
  opensAt: Instant,
  closesAt: Instant,
  /** The last moment to start; null: until it closes. */
  latestEntryAt: Instant.nullable(),
  phase: z.enum(windowPhases),
  /** It was taken away; its register stays. */
  isRemoved: z.boolean(),
  /** In the order in which they are filled; missing without any. */
  rooms: z.array(Room).optional(),
})

export const Register = z.object({
  window: RegisterWindow,
  counts: z.record(z.enum(registerStates), z.int()),
  /** Expected students who have been deleted; in none of the counts. */
  deleted: z.int(),
  serverTime: Instant,
  /** By roll number; those without one last, by name. */
  students: z.array(RegisteredStudent),
})
export type Register = z.output<typeof Register>

const WindowIdParams = z.object({ id: Id })

export const getRegister = endpoint({
  method: 'GET',
  path: '/api/windows/:id/register',
  access: 'windows.read',
  summary:
    'The register of a window: who is expected, and whether they have come. What is decided stays, also when the window, the batch or the test changes, or a make-up window is opened. A window for everyone lists who has come.',
  params: WindowIdParams,
  isPolled: true,
  reply: Register,
  refusals: ['window-not-found'],
})

const studentIds = z.array(Id).min(1, 'Choose at least one student').max(20_000)

export const excuseStudents = endpoint({
  method: 'POST',
  path: '/api/windows/:id/excuses',
  access: 'registers.excuse',
  summary: 'Says why students did not come; those who have come are passed over.',
  params: WindowIdParams,
  body: z.strictObject({
    studentIds,
    reason: z.enum(excuseReasons, `Use one of: ${excuseReasons.join(', ')}`),
  }),
  bodyLimitBytes: bodyLimits.ids,
  reply: z.object({ message: z.string(), studentIds: z.array(Id) }),
  refusals: ['window-not-found'],
})

export const revertExcuses = endpoint({
  method: 'DELETE',
  path: '/api/windows/:id/excuses',
  access: 'registers.excuse',
  summary: 'Takes excuses back; those who have none are passed over.',
  params: WindowIdParams,
  body: z.strictObject({ studentIds }),
  bodyLimitBytes: bodyLimits.ids,
  reply: z.object({ message: z.string(), studentIds: z.array(Id) }),
  refusals: ['window-not-found'],
})

export const exportRegister = endpoint({
  method: 'GET',
  path: '/api/windows/:id/register/export',
  access: 'windows.read',
  needsRecentLogin: true,
  summary:
    'The register as a file, or those in one state; phones only for who may export students. Each export is written to the audit log.',
  params: WindowIdParams,
  query: z.strictObject({
    state: z.enum(registerStates).optional(),
    format: z.enum(['csv', 'xlsx'], 'Use csv or xlsx').default('csv'),
  }),
  reply: z.unknown(),
  contentType: 'table',
  refusals: ['window-not-found'],
})

const counts = z.record(z.enum(registerStates), z.int())

export const TodayWindow = RegisterWindow.extend({
  /** They add up to who is expected. */
  counts,
  /** The last moment to start of those in the lobby, where it is later than that of the window. */
  lobbyUntil: Instant.optional(),
})
export type TodayWindow = z.output<typeof TodayWindow>

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  access: 'windows.read',
  summary:
    'The windows of the day at the institute, in the order of the page, those of the next 7 days, and the first one after that where there are none.',
  isPolled: true,
  reply: z.object({
    serverTime: Instant,
    today: z.array(TodayWindow),
    /** Without those who are not expected: a window for everyone has none. */
    week: z.array(RegisterWindow.extend({ expected: z.int().nullable() })),
    next: RegisterWindow.nullable(),
  }),
  refusals: [],
})
