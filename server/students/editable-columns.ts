import type { AuditValue } from '#contract/audit-log.ts'
import {
  type RegistrationDraft,
  type RegistrationField,
  registrationFields,
} from '#core/students/registration.ts'
import { normalizeRollNumber } from '#core/students/roll-number.ts'
import type { ChangeableStudentField } from '#core/students/student-fields.ts'
import type { StudentRecord } from './queries.ts'

/** The column of each field that staff can edit. */
const columns = {
  name: 'name',
  rollNumber: 'roll_number',
  email: 'email',
  phone: 'phone',
  dob: 'dob',
  gender: 'gender',
  role: 'role',
  fname: 'fname',
  fphone: 'fphone',
  laddress: 'laddress',
  paddress: 'paddress',
  qualification: 'qualification',
  qualificationYear: 'qualification_year',
  college: 'college',
  designation: 'designation',
  company: 'company',
  course: 'course',
  otherCourse: 'other_course',
  referral: 'referral',
  friendName: 'friend_name',
  fees: 'fees',
  startDate: 'start_date',
  remarks: 'remarks',
  extraTimePercent: 'extra_time_percent',
  assistiveTools: 'assistive_tools',
} as const satisfies Record<ChangeableStudentField, keyof StudentRecord>

export function toRegistration(student: StudentRecord): RegistrationDraft {
  const values = registrationFields.map((field) => [field, student[columns[field]] ?? undefined])
  return Object.fromEntries(values)
}

export function toRegistrationColumns(
  changes: Readonly<Partial<Record<RegistrationField, string | null>>>,
): Partial<StudentRecord> {
  const fields = Object.keys(changes) as RegistrationField[]
  return Object.fromEntries(fields.map((field) => [columns[field], changes[field]]))
}

type Notes = {
  readonly fees?: number | null | undefined
  readonly startDate?: string | null | undefined
  readonly remarks?: string | null | undefined
  readonly extraTimePercent?: number | undefined
  readonly assistiveTools?: boolean | undefined
  readonly rollNumber?: string | undefined
}

/** The institute's notes about a student; an undefined field stays as it is. */
export function toNoteColumns({
  fees,
  startDate,
  remarks,
  extraTimePercent,
  assistiveTools,
  rollNumber,
}: Notes): Partial<StudentRecord> {
  return {
    ...(fees !== undefined && { fees }),
    ...(startDate !== undefined && { start_date: startDate }),
    ...(remarks !== undefined && { remarks }),
    ...(extraTimePercent !== undefined && { extra_time_percent: extraTimePercent }),
    ...(assistiveTools !== undefined && { assistive_tools: assistiveTools ? 1 : 0 }),
    ...(rollNumber !== undefined && { roll_number: normalizeRollNumber(rollNumber) }),
  }
}

/** For the audit log: the fields that are another value than before, by their names on the wire. */
export function collectChangedValues(
  before: StudentRecord,
  after: StudentRecord,
): Record<string, AuditValue> {
  const changes: Record<string, AuditValue> = {}
  for (const [field, column] of Object.entries(columns)) {
    if (before[column] === after[column]) continue
    const isFlag = field === 'assistiveTools'
    changes[field] = isFlag
      ? { from: before[column] === 1, to: after[column] === 1 }
      : { from: before[column], to: after[column] }
  }
  return changes
}
