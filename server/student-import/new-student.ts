import type { Slip } from '#contract/login-details.ts'
import { normalizeEmail } from '#core/accounts/email.ts'
import { toNotes } from '#core/students/import/import-cells.ts'
import type { ImportValues } from '#core/students/import/import-rows.ts'
import type { NewStudent } from '../students/queries.ts'

type SlipOwner = {
  readonly name: string
  readonly email: string
  readonly rollNumber?: string | null | undefined
}

export function toSlip({ name, email, rollNumber }: SlipOwner, password: string): Slip {
  return { name, ...(rollNumber && { rollNumber }), email, password }
}

/** Everything else is empty until the student gives it. */
export function toNewStudent(
  {
    name = '',
    email = '',
    phone = '',
    course = '',
    dob = '',
    gender = '',
    ...values
  }: ImportValues,
  { id, at }: { readonly id: string; readonly at: number },
): NewStudent {
  return {
    id,
    name,
    roll_number: values.rollNumber || null,
    email: normalizeEmail(email),
    phone,
    dob,
    gender,
    role: '',
    fname: values.fname ?? '',
    fphone: values.fphone ?? '',
    laddress: values.laddress ?? '',
    paddress: '',
    qualification: null,
    qualification_year: null,
    college: null,
    designation: null,
    company: null,
    course,
    other_course: null,
    referral: '',
    friend_name: null,
    ...toNotes(values),
    extra_time_percent: 0,
    front_image_id: null,
    back_image_id: null,
    created_at: at,
  }
}
