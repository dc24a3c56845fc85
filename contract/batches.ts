import { z } from 'zod'
import { maxSeats } from '#core/batches/batch.ts'
import { shownPhases } from '#core/exam-windows/window.ts'
import { courses } from '#core/students/registration.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import { Id, Instant, listQuery, Message, nameSorts, VisibleLine } from './schemas.ts'

export const batchStates = ['coming', 'running', 'over'] as const

/** Days are dates at the institute. */
export const Batch = z.object({
  _id: Id,
  name: z.string(),
  course: z.string(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  /** Null where nobody counts them. More students than seats is a warning, never a refusal. */
  seats: z.int().nullable(),
  students: z.int(),
  state: z.enum(batchStates),
  /** The first window naming this batch that is not over. */
  nextExam: z
    .object({ testId: Id, title: z.string(), opensAt: Instant, phase: z.enum(shownPhases) })
    .nullable(),
  createdAt: Instant,
  /** Another one after each change of what the form shows. */
  version: z.string(),
})
export type Batch = z.output<typeof Batch>

const fields = {
  name: VisibleLine('Enter a name').max(100, 'Use 100 characters or fewer'),
  course: z.enum(courses, 'Choose a course'),
  startDate: z.iso.date('Enter the first day as year-month-day'),
  endDate: z.iso.date('Enter the last day as year-month-day'),
  seats: z
    .int('Enter a whole number')
    .min(1, 'Enter 1 or more, or leave it empty')
    .max(maxSeats, `Enter ${maxSeats} or less`)
    .nullable(),
}

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/batches',
  access: 'batches.read',
  summary:
    'Batches; search finds names and courses, oldest and newest go by the first day. `current` are those that run or have yet to start.',
  query: listQuery(nameSorts).extend({
    state: z.enum(['current', 'over']).optional(),
    /** Only those that this student is in. */
    studentId: Id.optional(),
  }),
  reply: z.array(Batch),
  isList: true,
  refusals: [],
})

const BatchIdParams = z.object({ id: Id })

export const getBatch = endpoint({
  method: 'GET',
  path: '/api/batches/:id',
  access: 'batches.read',
  summary: 'One batch; its students and its exam windows are lists of their own.',
  params: BatchIdParams,
  reply: Batch,
  refusals: ['batch-not-found'],
})

export const createBatch = endpoint({
  method: 'POST',
  path: '/api/batches',
  access: 'batches.edit',
  summary: 'Makes a batch without students. No two have the same name.',
  body: z.strictObject({ ...fields, seats: fields.seats.default(null) }),
  reply: z.object({ message: z.string(), batch: Batch }),
  status: 201,
  refusals: ['batch-name-taken', 'invalid-input'],
})

export const updateBatch = endpoint({
  method: 'PUT',
  path: '/api/batches/:id',
  access: 'batches.edit',
  summary: 'Changes any part of a batch.',
  params: BatchIdParams,
  body: z.strictObject({
    name: fields.name.optional(),
    course: fields.course.optional(),
    startDate: fields.startDate.optional(),
    endDate: fields.endDate.optional(),
    seats: fields.seats.optional(),
    /** The version that the change was begun from: another one by now refuses the change. */
    basedOn: z.string().max(200).optional(),
  }),
  reply: z.object({ message: z.string(), batch: Batch }),
  refusals: ['batch-not-found', 'batch-changed', 'batch-name-taken', 'invalid-input'],
})

export const deleteBatch = endpoint({
  method: 'DELETE',
  path: '/api/batches/:id',
  access: 'batches.edit',
  summary:
    'Takes a batch out of the list; its students stay. Refused while a window of any test names it. It can be restored for 30 days.',
  params: BatchIdParams,
  reply: Message,
  refusals: ['batch-not-found', 'batch-in-use'],
})

export const restoreBatch = endpoint({
  method: 'POST',
  path: '/api/batches/:id/restore',
  access: 'batches.edit',
  summary: 'Puts a deleted batch back in the list, with its students.',
  params: BatchIdParams,
  reply: z.object({ message: z.string(), batch: Batch }),
  refusals: ['batch-not-found', 'batch-name-taken'],
})

export const listDeletedBatches = endpoint({
  method: 'GET',
  path: '/api/batches/deletedBatches',
  access: 'batches.edit',
  summary: 'What was deleted and can still be restored; oldest and newest go by the deletion.',
  query: listQuery(nameSorts),
  reply: z.array(
    Batch.pick({ _id: true, name: true, course: true, students: true }).extend({
      deletedAt: Instant,
      erasedAt: Instant,
    }),
  ),
  isList: true,
  refusals: [],
})

export const BatchStudent = z.object({
  _id: Id,
  name: z.string(),
  rollNumber: z.string().optional(),
  email: z.string(),
  phone: z.string(),
  course: z.string(),
  addedAt: Instant,
  /** Only for staff who may set it. */
  extraTimePercent: z.int().optional(),
  /**
   * The number of tests that the student has an attempt at, of those with a window of this batch
   * that has opened.
   */
  examsTaken: z.int(),
  examsOpened: z.int(),
  /** The last activity of their sessions; null if none is left. */
  lastSeenAt: Instant.nullable(),
})
export type BatchStudent = z.output<typeof BatchStudent>

export const listBatchStudents = endpoint({
  method: 'GET',
  path: '/api/batches/:id/students',
  access: 'batches.read',
  summary:
    'Students of a batch; search finds names, e-mail addresses and phones, oldest and newest go by when they were added.',
  params: BatchIdParams,
  query: listQuery(nameSorts),
  reply: z.array(BatchStudent),
  isList: true,
  refusals: ['batch-not-found'],
})

const studentIds = z.array(Id).min(1, 'Choose at least one student').max(20_000)

export const addBatchStudents = endpoint({
  method: 'POST',
  path: '/api/batches/:id/students',
  access: 'batches.edit',
  summary:
    'Adds students, also beyond the seats; those who are in it already, or are not there, are passed over. `addedAt` undoes a removal: these students were in it since then.',
  params: BatchIdParams,
  body: z.strictObject({ studentIds, addedAt: z.record(Id, Instant).optional() }),
  bodyLimitBytes: bodyLimits.ids,
  reply: z.object({
    message: z.string(),
    added: z.int(),
    /** For an undo. */
    addedIds: z.array(Id),
    batch: Batch,
    /** How many students there are more than seats. */
    overSeats: z.int(),
  }),
  refusals: ['batch-not-found'],
})

export const removeBatchStudents = endpoint({
  method: 'POST',
  path: '/api/batches/:id/removeStudents',
  access: 'batches.edit',
  summary:
    'Takes students out of a batch, or moves them to another one. Their attempts, also running ones, stay as they are.',
  params: BatchIdParams,
  body: z.strictObject({ studentIds, moveTo: Id.optional() }),
  bodyLimitBytes: bodyLimits.ids,
  reply: z.object({
    message: z.string(),
    removed: z.int(),
    batch: Batch,
    /** For an undo: since when each was in this batch, and who is new in the other one. */
    undo: z.object({ addedAt: z.record(Id, Instant), addedIds: z.array(Id) }),
  }),
  refusals: ['batch-not-found'],
})
