import type { ReplyOf } from '#contract/endpoint.ts'
import type { listDeletedStudents, Student } from '#contract/students.ts'
import { erasedAt } from '#core/recently-deleted.ts'
import { instant } from '../wire.ts'
import type { StudentRecord } from './store.ts'

export function studentOf(row: StudentRecord): Student {
  const imageUrl = (side: 'front' | 'back', imageId: string | null) =>
    imageId === null ? null : `/api/students/getStudents/${row.id}/aadhar/${side}`
  return {
    _id: row.id,
    name: row.name,
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
    createdAt: new Date(row.created_at).toISOString(),
    fees: row.fees,
    startDate: row.start_date,
    remarks: row.remarks,
    termsAcceptedAt: new Date(row.terms_accepted_at).toISOString(),
    termsVersion: row.terms_version,
    extraTimePercent: row.extra_time_percent,
    aadharFront: imageUrl('front', row.front_image_id),
    aadharBack: imageUrl('back', row.back_image_id),
  }
}

export function deletedStudentOf(row: StudentRecord): ReplyOf<typeof listDeletedStudents>[number] {
  const deletedAt = row.deleted_at ?? 0
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    course: row.course,
    otherCourse: row.other_course ?? undefined,
    deletedAt: instant(deletedAt),
    erasedAt: instant(erasedAt(deletedAt)),
  }
}
