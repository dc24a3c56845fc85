import { oneTimePasswordMs } from '#core/password.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { asked, faultsOf, type RegistrationDraft, type Today } from '#core/registration.ts'
import { site } from '#site'
import { addAccount } from '../auth/store.ts'
import type { Deps } from '../deps.ts'
import type { Uploads } from '../uploads.ts'
import { addStudent } from './store.ts'

type Refused = Refusal<'registration-faulty' | 'email-taken' | 'image-faulty'>

/** The first password is made here, mailed, and good for one thing: setting another. */
export async function registerStudent(
  deps: Deps,
  { draft, uploads }: { draft: RegistrationDraft; uploads: Uploads },
): Promise<{ email: string } | Refused> {
  const { db, now, newId, images, passwords, mail } = deps
  const faults = faultsOf(draft, todayOf(now()))
  if (Object.keys(faults).length > 0) return refuse('registration-faulty', faults)
  const given = asked(draft)
  const email = (given.email ?? '').toLowerCase()

  const kept: { aadharFront?: string; aadharBack?: string } = {}
  for (const side of ['aadharFront', 'aadharBack'] as const) {
    const bytes = uploads[side]
    if (!bytes) continue
    const picture = await images.decode(bytes)
    if (!picture) return refuse('image-faulty', { [side]: imageFault })
    kept[side] = newId()
    await images.keepSecret(kept[side], picture.png)
  }
  const password = passwords.oneTime()
  const hash = await passwords.hash(password)

  const isAdded = await db.write(async (tx) => {
    const at = now()
    const id = newId()
    const expiresAt = at + oneTimePasswordMs
    const name = given.name ?? ''
    const account = { id, role: 'student', email, name, oneTime: { hash, expiresAt } } as const
    if (!(await addAccount(tx, account, at))) return false
    await addStudent(tx, {
      id,
      name,
      email,
      phone: given.phone ?? '',
      dob: given.dob ?? '',
      gender: given.gender ?? '',
      role: given.role ?? '',
      fname: given.fname ?? '',
      fphone: given.fphone ?? '',
      laddress: given.laddress ?? '',
      paddress: given.paddress ?? '',
      qualification: given.qualification ?? null,
      qualification_year: given.qualificationYear ?? null,
      college: given.college ?? null,
      designation: given.designation ?? null,
      company: given.company ?? null,
      course: given.course ?? '',
      other_course: given.otherCourse ?? null,
      referral: given.referral ?? '',
      friend_name: given.friendName ?? null,
      fees: null,
      start_date: null,
      remarks: null,
      extra_time_percent: 0,
      front_image_id: kept.aadharFront ?? null,
      back_image_id: kept.aadharBack ?? null,
      terms_version: site.termsVersion,
      terms_accepted_at: at,
      created_at: at,
    })
    const to = { name, address: email }
    const course = given.otherCourse ?? given.course ?? ''
    await mail.queue(
      tx,
      [
        { kind: 'one-time-password', to, accountId: id, role: 'student', password, expiresAt },
        { kind: 'registration', studentId: id, studentName: name, course },
      ],
      at,
    )
    return true
  })
  if (!isAdded) {
    for (const id of Object.values(kept)) await images.remove(id)
    return refuse('email-taken', { email: 'An account with this email already exists.' })
  }
  mail.wake()
  return { email }
}

const imageFault = 'Use a JPEG, PNG or WebP picture of up to 5 MB'

/** The day it is at the institute. */
function todayOf(at: number): Today {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone })
    .format(at)
    .split('-')
    .map(Number) as [number, number, number]
  return { year, month, day }
}
