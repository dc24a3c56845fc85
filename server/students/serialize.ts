import type { ReplyOf } from '#contract/endpoint.ts'
import type { listIncompleteRegistrations } from '#contract/incomplete-registrations.ts'
import type { listDeletedStudents, Student } from '#contract/students.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { getErasedAt } from '#core/students/retention.ts'
import { pickReadableFields } from '#core/students/student-fields.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import type { IncompleteRegistration } from './incomplete-registrations.ts'
import { type StudentRecord, toVersion } from './queries.ts'

/** With the fields that somebody with these permissions may see. */
export function toStudent(row: StudentRecord, held: readonly Permission[]): Student {
  return pickReadableFields(toWholeStudent(row), held)
}

function toWholeStudent(row: StudentRecord): Student {
  const toImageUrl = (side: 'front' | 'back', imageId: string | null) =>
    imageId === null ? null : `/api/students/getStudents/${row.id}/aadhar/${side}`
  return {
    _id: row.id,
    name: row.name,
    rollNumber: row.roll_number ?? undefined,
    email: row.email,
    phone: row.phone,
    dob: row.dob,
    gender: row.gender,
    role: row.role,
    fname: row.fname,
    fphone: row.fphone,
    laddress: row.laddress,
    paddress: row.paddress,
    qualification: row.qualification ?? undefined,
    qualificationYear: row.qualification_year ?? undefined,
    college: row.college ?? undefined,
    designation: row.designation ?? undefined,
    company: row.company ?? undefined,
    course: row.course,
    otherCourse: row.other_course ?? undefined,
    referral: row.referral,
    friendName: row.friend_name ?? undefined,
    createdAt: toInstant(row.created_at),
    fees: row.fees,
    startDate: row.start_date,
    remarks: row.remarks,
    termsAcceptedAt: toInstantOrNull(row.terms_accepted_at),
    termsVersion: row.terms_version,
    consent: toConsent(row),
    guardianConsent: toGuardianConsent(row),
    identityAtDesk: row.desk_identity_at !== null,
    extraTimePercent: row.extra_time_percent,
    assistiveTools: row.assistive_tools === 1,
    aadharFront: toImageUrl('front', row.front_image_id),
    aadharBack: toImageUrl('back', row.back_image_id),
    version: toVersion(row),
  }
}

function toConsent({ consent_at, consent_notice_version, consent_language }: StudentRecord) {
  if (consent_at === null || consent_notice_version === null) return null
  return {
    noticeVersion: consent_notice_version,
    language: consent_language,
    at: toInstant(consent_at),
  }
}

function toGuardianConsent({ guardian_consent_at, guardian_consent_name }: StudentRecord) {
  if (guardian_consent_at === null) return null
  return { name: guardian_consent_name ?? '', at: toInstant(guardian_consent_at) }
}

export function toIncompleteRegistration(
  { id, registration_due_at: dueAt, ...row }: IncompleteRegistration,
  at: number,
): ReplyOf<typeof listIncompleteRegistrations>[number] {
  return {
    _id: id,
    name: row.name,
    rollNumber: row.roll_number ?? undefined,
    email: row.email,
    phone: row.phone,
    postponedUntil: dueAt !== null && dueAt > at ? toInstant(dueAt) : undefined,
  }
}

export function toDeletedStudent(row: StudentRecord): ReplyOf<typeof listDeletedStudents>[number] {
  const deletedAt = row.deleted_at ?? 0
  return {
    _id: row.id,
    name: row.name,
    rollNumber: row.roll_number ?? undefined,
    email: row.email,
    phone: row.phone,
    course: row.course,
    otherCourse: row.other_course ?? undefined,
    deletedAt: toInstant(deletedAt),
    erasedAt: toInstant(getErasedAt(deletedAt)),
  }
}
