import { z } from 'zod'
import { importFields, maxImportRows } from '#core/students/import/import-rows.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import { Id, Instant } from './schemas.ts'

const CellText = z.string().max(1000)

export const lookUpAddresses = endpoint({
  method: 'POST',
  path: '/api/students/import/addresses',
  access: 'students.import',
  summary:
    'Which of these addresses have an account, and of which student; which of these roll numbers are taken. Changes nothing.',
  body: z.strictObject({
    emails: z.array(CellText).max(maxImportRows),
    rollNumbers: z.array(CellText).max(maxImportRows).optional(),
  }),
  bodyLimitBytes: bodyLimits.table,
  reply: z.object({
    known: z.array(
      z.object({
        email: z.string(),
        /** Null for a member of staff. */
        studentName: z.string().nullable(),
      }),
    ),
    /** Students who have one of the roll numbers that were sent; left out where none were. */
    numbered: z
      .array(z.object({ rollNumber: z.string(), email: z.string(), studentName: z.string() }))
      .optional(),
  }),
  refusals: [],
})

const cells = Object.fromEntries(
  importFields.map((field) => [field, CellText.optional()]),
) as Record<(typeof importFields)[number], z.ZodOptional<typeof CellText>>

/** Which rows are right is decided in core/students/import/check-import.ts, for both sides. */
export const importStudents = endpoint({
  method: 'POST',
  path: '/api/students/import',
  access: 'students.import',
  summary:
    'Adds students, all of them or none: those with an account are only added to the batch, the others get one-time passwords. Fields of a refusal are named rows.<line>.<field>.',
  body: z.strictObject({
    rows: z
      .array(z.strictObject({ line: z.int().min(1), ...cells }))
      .min(1, 'Bring at least one student')
      .max(maxImportRows, `Bring at most ${maxImportRows} students at a time`),
    /** Null adds them to no batch. */
    batchId: Id.nullable(),
    /** Mailed to each student, or in the reply for slips to print. */
    deliver: z.enum(['mail', 'slips']),
  }),
  bodyLimitBytes: bodyLimits.table,
  isIdempotent: true,
  reply: z.object({
    message: z.string(),
    added: z.int(),
    /** Had an account already. */
    found: z.int(),
    /**
     * The passwords that still work, when slips are asked for. The same call with the same key gives
     * them again for 24 hours, until each is used; the server keeps none that it could read.
     */
    slips: z.array(
      z.object({
        name: z.string(),
        rollNumber: z.string().optional(),
        email: z.string(),
        password: z.string(),
      }),
    ),
    expiresAt: Instant,
  }),
  status: 201,
  refusals: ['import-faulty', 'import-sent-before', 'batch-not-found'],
})
