import { z } from 'zod'
import { courses, genders, referrals, roles } from '#core/students/registration.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import {
  batchFilter,
  Email,
  exportQuery,
  Id,
  Instant,
  listQuery,
  Message,
  nameSorts,
  RollNumber,
  VisibleLine,
} from './schemas.ts'

/** Optional fields are left out for staff who may not see them (core/students/student-fields.ts). */
export const Student = z.object({
  _id: Id,
  name: z.string(),
  rollNumber: z.string().optional(),
  email: z.string(),
  phone: z.string(),
  dob: z.string().optional(),
  gender: z.string().optional(),
  role: z.string().optional(),
  fname: z.string().optional(),
  fphone: z.string().optional(),
  laddress: z.string().optional(),
  paddress: z.string().optional(),
  qualification: z.string().optional(),
  qualificationYear: z.string().optional(),
  college: z.string().optional(),
  designation: z.string().optional(),
  company: z.string().optional(),
  course: z.string(),
  otherCourse: z.string().optional(),
  referral: z.string().optional(),
  friendName: z.string().optional(),
  createdAt: Instant,
  fees: z.int().nullish(),
  startDate: z.iso.date().nullable(),
  remarks: z.string().nullish(),
  /** Null means "not recorded", here and below. */
  termsAcceptedAt: Instant.nullish(),
  termsVersion: z.string().nullish(),
  consent: z
    .object({ noticeVersion: z.string(), language: z.string().nullable(), at: Instant })
    .nullish(),
  guardianConsent: z.object({ name: z.string(), at: Instant }).nullish(),
  /** They chose to show their identity card at the desk instead of sending pictures. */
  identityAtDesk: z.boolean().optional(),
  extraTimePercent: z.int().optional(),
  /** In a quiz, F6, F7 and selecting text stay as the browser has them. */
  assistiveTools: z.boolean().optional(),
  aadharFront: z.string().nullish(),
  aadharBack: z.string().nullish(),
  /** Another one after each change of what staff can edit. */
  version: z.string(),
  /** On lists, in an institute that has batches: the names of those that the student is in. */
  batches: z.array(z.string()).optional(),
})
export type Student = z.output<typeof Student>

const Course = z.enum(courses, `Use one of: ${courses.join(', ')}`)

export const listStudents = endpoint({
  method: 'GET',
  path: '/api/students/getStudents',
  access: 'students.read',
  summary:
    'Registered students; search finds names, roll numbers, e-mail addresses, phones and parents.',
  query: listQuery(nameSorts).extend({ course: Course.optional(), ...batchFilter }),
  reply: z.array(Student.omit({ aadharFront: true, aadharBack: true })),
  isList: true,
  refusals: [],
})

export const exportStudents = endpoint({
  method: 'GET',
  path: '/api/students/exportStudents',
  access: 'students.export',
  needsRecentLogin: true,
  summary: 'The same list as a file, whole; each export is written to the audit log.',
  query: exportQuery(nameSorts).extend({ course: Course.optional(), ...batchFilter }),
  reply: z.unknown(),
  contentType: 'table',
  refusals: [],
})

export const listDeletedStudents = endpoint({
  method: 'GET',
  path: '/api/students/deletedStudents',
  access: 'students.delete',
  summary: 'Who was deleted and can still be restored; oldest and newest go by the deletion.',
  query: listQuery(nameSorts),
  reply: z.array(
    Student.pick({
      _id: true,
      name: true,
      rollNumber: true,
      email: true,
      phone: true,
      course: true,
      otherCourse: true,
    }).extend({
      deletedAt: Instant,
      /** When they are erased for good. */
      erasedAt: Instant,
    }),
  ),
  isList: true,
  refusals: [],
})

const StudentIdParams = z.object({ id: Id })

export const getStudent = endpoint({
  method: 'GET',
  path: '/api/students/getStudents/:id',
  access: 'students.read',
  summary: 'One student, every field that the caller may see.',
  params: StudentIdParams,
  reply: Student,
  refusals: ['student-not-found'],
})

/** Which texts are right is decided in core/students/correct-registration.ts. */
const RegistrationText = z.string().trim().max(1000)

export const updateStudent = endpoint({
  method: 'PUT',
  path: '/api/students/updateStudent/:id',
  access: ['students.edit', 'students.edit-private', 'students.set-extra-time'],
  summary:
    'Roll number, fees in whole rupees (null clears), start date, remarks, every field of the registration, extra time. A field that one may not set is refused.',
  params: StudentIdParams,
  body: z.strictObject({
    fees: z
      .union([
        z.int('Enter the fees in whole rupees').min(0).max(100_000_000),
        z
          .string()
          .trim()
          .regex(/^\d{0,9}$/, 'Enter the fees in whole rupees')
          .transform((text) => (text === '' ? null : Number(text))),
        z.null(),
      ])
      .optional(),
    startDate: z
      .union([
        z.iso.date('Enter the start date as year-month-day'),
        z.literal('').transform(() => null),
        z.null(),
      ])
      .optional(),
    remarks: z.string().max(5000, 'Use 5000 characters or fewer').nullable().optional(),
    name: VisibleLine('Enter the name').max(200).optional(),
    /** The empty text clears it. */
    rollNumber: RollNumber.optional(),
    email: Email.optional(),
    phone: RegistrationText.max(40).optional(),
    dob: RegistrationText.optional(),
    gender: z.enum(genders, 'Choose the gender').optional(),
    role: z.enum(roles, 'Choose whether they study or work').optional(),
    fname: RegistrationText.optional(),
    fphone: RegistrationText.optional(),
    laddress: RegistrationText.optional(),
    paddress: RegistrationText.optional(),
    qualification: RegistrationText.optional(),
    qualificationYear: RegistrationText.optional(),
    college: RegistrationText.optional(),
    designation: RegistrationText.optional(),
    company: RegistrationText.optional(),
    course: z.enum(courses, 'Choose a course').optional(),
    otherCourse: RegistrationText.optional(),
    referral: z.enum(referrals, 'Choose how they heard of us').optional(),
    friendName: RegistrationText.optional(),
    extraTimePercent: z
      .int('Enter a whole percentage, 0 for none')
      .min(0, 'Enter a whole percentage, 0 for none')
      .max(400, 'Enter 400 or less')
      .optional(),
    assistiveTools: z.boolean().optional(),
    /** The version that the change was begun from: another one by now refuses the change. */
    basedOn: z.string().max(200).optional(),
  }),
  reply: z.object({ message: z.string(), student: Student }),
  refusals: [
    'student-not-found',
    'student-changed',
    'email-taken',
    'roll-number-taken',
    'invalid-input',
  ],
})

/** A student who is taking a test; it ends later if it is paused or given more time. */
export type RunningTest = {
  readonly _id: string
  readonly name: string
  readonly test: string
  readonly endsAt: string
}

export const deleteStudents = endpoint({
  method: 'POST',
  path: '/api/students/deleteMany',
  access: 'students.delete',
  summary:
    'Takes students out of every list; an admin can restore them for 30 days. Deletes nobody while one of them is taking a test: the refusal names the `test` that ends first, its `endsAt`, and under `running` each of them.',
  body: z.strictObject({ ids: z.array(Id).min(1, 'Choose at least one student').max(20_000) }),
  reply: z.object({ message: z.string(), deleted: z.int() }),
  bodyLimitBytes: bodyLimits.ids,
  refusals: ['attempt-running'],
})

export const restoreStudents = endpoint({
  method: 'POST',
  path: '/api/students/restoreMany',
  access: 'students.delete',
  summary:
    'Puts deleted students back as they were: all of them, or nobody if an address or a roll number is another one’s by now.',
  body: z.strictObject({ ids: z.array(Id).min(1, 'Choose at least one student').max(20_000) }),
  reply: z.object({ message: z.string(), restored: z.int() }),
  bodyLimitBytes: bodyLimits.ids,
  refusals: ['address-in-use', 'roll-number-in-use'],
})

export const eraseStudent = endpoint({
  method: 'POST',
  path: '/api/students/:id/erase',
  access: 'records.erase',
  summary: 'Erases a deleted student at once and for good; their name is sent along.',
  needsRecentLogin: true,
  params: StudentIdParams,
  body: z.strictObject({ name: z.string('Type the name of the student').max(1000) }),
  reply: Message,
  refusals: ['student-not-found', 'invalid-input'],
})
