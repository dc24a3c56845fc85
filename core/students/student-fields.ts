import type { Permission } from '../accounts/permissions.ts'

/** The permission that each field of a student needs; other fields are for all who see students. */
const readPermissions = {
  dob: 'students.read-private',
  gender: 'students.read-private',
  role: 'students.read-private',
  fname: 'students.read-private',
  fphone: 'students.read-private',
  laddress: 'students.read-private',
  paddress: 'students.read-private',
  qualification: 'students.read-private',
  qualificationYear: 'students.read-private',
  college: 'students.read-private',
  designation: 'students.read-private',
  company: 'students.read-private',
  referral: 'students.read-private',
  friendName: 'students.read-private',
  fees: 'students.read-private',
  remarks: 'students.read-private',
  termsAcceptedAt: 'students.read-private',
  termsVersion: 'students.read-private',
  consent: 'students.read-private',
  guardianConsent: 'students.read-private',
  identityAtDesk: 'identity.check',
  aadharFront: 'identity.check',
  aadharBack: 'identity.check',
  extraTimePercent: 'students.set-extra-time',
  assistiveTools: 'students.set-extra-time',
} as const satisfies Record<string, Permission>
export type RestrictedStudentField = keyof typeof readPermissions

const changePermissions = {
  name: 'students.edit',
  rollNumber: 'students.edit',
  email: 'students.edit',
  phone: 'students.edit',
  course: 'students.edit',
  otherCourse: 'students.edit',
  startDate: 'students.edit',
  dob: 'students.edit-private',
  gender: 'students.edit-private',
  role: 'students.edit-private',
  fname: 'students.edit-private',
  fphone: 'students.edit-private',
  laddress: 'students.edit-private',
  paddress: 'students.edit-private',
  qualification: 'students.edit-private',
  qualificationYear: 'students.edit-private',
  college: 'students.edit-private',
  designation: 'students.edit-private',
  company: 'students.edit-private',
  referral: 'students.edit-private',
  friendName: 'students.edit-private',
  fees: 'students.edit-private',
  remarks: 'students.edit-private',
  extraTimePercent: 'students.set-extra-time',
  assistiveTools: 'students.set-extra-time',
} as const satisfies Record<string, Permission>
export type ChangeableStudentField = keyof typeof changePermissions

export function canReadField(field: string, held: readonly Permission[]): boolean {
  const needed = Object.hasOwn(readPermissions, field)
    ? readPermissions[field as RestrictedStudentField]
    : 'students.read'
  return held.includes(needed)
}

export function canChangeField(
  field: ChangeableStudentField,
  held: readonly Permission[],
): boolean {
  return held.includes(changePermissions[field])
}

/** A student without the fields that these permissions do not show. */
export function pickReadableFields<Student extends object>(
  student: Student,
  held: readonly Permission[],
): Omit<Student, RestrictedStudentField> &
  Partial<Pick<Student, RestrictedStudentField & keyof Student>> {
  const fields = Object.entries(student).filter(([field]) => canReadField(field, held))
  return Object.fromEntries(fields) as never
}
