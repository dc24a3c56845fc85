import { z } from 'zod'
import { importFields, maxImportRows } from '#core/students/import/import-rows.ts'
import { courses } from '#core/students/registration.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import { Slip } from './login-details.ts'
import { Email, Id, Instant, RollNumber, VisibleLine } from './schemas.ts'

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

const FoundStudent = z.object({
  _id: Id,
  name: z.string(),
  /** Roll number, or else the address. */
  identifier: z.string(),
  batches: z.array(z.string()),
})

export const lookUpStudent = endpoint({
  method: 'POST',
  path: '/api/students/lookUp',
  access: 'students.import',
  summary:
    'Who has this address, this roll number, or this name already, before somebody is added. Changes nothing.',
  body: z.strictObject({
    name: CellText.optional(),
    email: Email.optional(),
    rollNumber: CellText.optional(),
  }),
  reply: z.object({
    /** Null for nobody. */
    email: z.union([FoundStudent, z.literal('staff')]).nullable(),
    rollNumber: FoundStudent.nullable(),
    /** One of those with the name. */
    name: FoundStudent.nullable(),
  }),
  refusals: [],
})

export const addStudent = endpoint({
  method: 'POST',
  path: '/api/students',
  access: 'students.import',
  summary:
    'Adds one student with a one-time password, mailed or in the reply for a slip; the rest of the registration is asked at the first sign-in.',
  body: z.strictObject({
    name: VisibleLine('Enter the name').max(200, 'Use 200 characters or fewer'),
    email: Email,
    phone: z.string().trim().min(1, 'Enter the phone number').max(40),
    course: z.enum(courses, 'Choose a course'),
    /** Null adds them to no batch. */
    batchId: Id.nullable(),
    rollNumber: RollNumber.optional(),
    deliver: z.enum(['mail', 'slips']),
  }),
  isIdempotent: true,
  reply: z.object({
    message: z.string(),
    /** The password, where a slip is asked for; one at most. */
    slips: z.array(Slip),
    expiresAt: Instant,
  }),
  status: 201,
  refusals: ['invalid-input', 'email-taken', 'import-sent-before', 'batch-not-found'],
})

/** Which rows are right is decided in core/students/import/check-import.ts, for both sides. */
export const importStudents = endpoint({
  method: 'POST',
  path: '/api/students/import',
  access: 'students.import',
  summary:
    'Adds students, all of them or none: those with an account are only added to the batch and get the roll number if they have none, the others get one-time passwords. A row may name a batch of its own. Fields of a refusal are named rows.<line>.<field>.',
  body: z.strictObject({
    rows: z
      .array(z.strictObject({ line: z.int().min(1), ...cells }))
      .min(1, 'Bring at least one student')
      .max(maxImportRows, `Bring at most ${maxImportRows} students at a time`),
    /** For rows that name none; null adds them to no batch. */
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
    slips: z.array(Slip),
    expiresAt: Instant,
  }),
  status: 201,
  refusals: ['import-faulty', 'import-sent-before', 'batch-not-found'],
})
