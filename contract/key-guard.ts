import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, InDigits, Instant } from './schemas.ts'

/**
 * False asks first: while students could still sit the test, nothing is done and the reply is 409.
 * True, or nothing, does it in any case.
 */
export const confirm = z.boolean().optional()

/** The students who could still sit the test while its answers are known; null: nobody. */
export const WouldReveal = z
  .object({
    students: z.int(),
    /** When the last of them is done at the latest; null: without an end. */
    until: Instant.nullable(),
  })
  .nullable()

const StillToSit = z.object({
  /** By a window for one of these; in an attempt that runs; or once more. */
  kind: z.enum(['batch', 'students', 'everyone', 'running', 'again']),
  /** The name of the batch; null for other kinds. */
  name: z.string().nullable(),
  students: z.int(),
  /** When their window opens, or has opened. */
  opensAt: Instant.nullable(),
  until: Instant.nullable(),
})

/** The same group by group: who sits next is first. */
export const keyReveal = { wouldReveal: WouldReveal, stillToSit: z.array(StillToSit) }
export type KeyReveal = z.output<z.ZodObject<typeof keyReveal>>

export const getKeyReveal = endpoint({
  method: 'GET',
  path: '/api/test/:testId/wouldReveal',
  access: ['results.release', 'attempts.adjust', 'windows.edit'],
  summary:
    'Who could still sit a test whose answers are known by a release, or are known and would be with `attemptId` reopened, with another attempt of `studentId`, with a window (for `batchId`, for `studentIds` with commas between them, or for everyone), or opened to everyone. Nothing is changed.',
  params: z.object({ testId: Id }),
  query: z.strictObject({
    act: z
      .enum(['release', 'reopen', 'grant', 'open-window', 'open-to-everyone'])
      .default('release'),
    attemptId: Id.optional(),
    /** Added to the time that was left. */
    minutes: InDigits(
      z
        .number()
        .int()
        .min(0)
        .max(24 * 60),
    ).optional(),
    studentId: Id.optional(),
    batchId: Id.optional(),
    studentIds: z.string().max(20_000).optional(),
    /** The window that is changed; absent where one is added. */
    windowId: Id.optional(),
    opensAt: Instant.optional(),
    closesAt: Instant.optional(),
  }),
  reply: z.object(keyReveal),
  refusals: ['test-not-found', 'attempt-not-found'],
})
