import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { imageErrors } from '#core/images/image-limits.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import {
  type CalendarDate,
  normalizeRegistration,
  type RegistrationDraft,
  validateRegistration,
} from '#core/students/registration.ts'
import { site } from '#site'
import { makeOneTimePassword } from '../accounts/one-time-password.ts'
import { addAccount } from '../auth/store.ts'
import type { Deps, ImageStore, Picture } from '../deps.ts'
import {
  claimKey,
  findOutcome,
  type IdempotencyKey,
  releaseKey,
  saveOutcome,
} from '../http/idempotency.ts'
import type { Uploads } from '../http/uploads.ts'
import { type ConsentInput, recordConsents } from './record-consents.ts'
import { addStudent, isEmailTaken } from './store.ts'

type Refused = Refusal<
  'registration-faulty' | 'email-taken' | 'image-faulty' | 'sent-before' | 'too-many-for-email'
>

type Registration = {
  readonly draft: RegistrationDraft
  readonly consents: ConsentInput
  readonly uploads: Uploads
  readonly sentOnce: IdempotencyKey | null
}

/**
 * The first password is made here, mailed, and good for one thing: setting another. The same form
 * sent again is no refusal, and makes nobody anew.
 */
export async function registerStudent(
  deps: Deps,
  { draft, consents, uploads, sentOnce }: Registration,
): Promise<null | Refused> {
  const { db, now, newId, images, mail, limits } = deps
  const before = await findAnswer(deps, sentOnce)
  if (before) return before.answer
  const today = todayOf(now())
  const faults = validateRegistration(draft, today)
  if (Object.keys(faults).length > 0) return refuse('registration-faulty', faults)
  const given = normalizeRegistration(draft)
  const email = (given.email ?? '').toLowerCase()
  if (await isEmailTaken(db.read, email, '')) {
    // The same form, sent twice at once, may have taken it just now.
    const meanwhile = await findAnswer(deps, sentOnce)
    return meanwhile ? meanwhile.answer : refuseTaken()
  }

  const pictures = await decodeBoth(deps, uploads)
  if (isRefusal(pictures)) return pictures
  // Each registration that comes this far writes a letter to that address.
  const limited = await limits.take('registered-mailbox', email)
  if (limited) return { refused: 'too-many-for-email', ...limited }
  const kept = await keepBoth(deps, pictures)
  const { password, hash } = makeOneTimePassword(deps)

  const outcome = await db.write(async (tx) => {
    const at = now()
    const claimed = sentOnce && (await claimKey(tx, sentOnce, at))
    if (claimed) return claimed === 'other-body' ? 'sent-before' : 'done-before'
    const id = newId()
    const expiresAt = at + oneTimePasswordLifetimeMs
    const name = given.name ?? ''
    const account = { id, role: 'student', email, name, oneTime: { hash, expiresAt } } as const
    if (!(await addAccount(tx, account, at))) {
      if (sentOnce) await releaseKey(tx, sentOnce)
      return 'email-taken'
    }
    if (sentOnce) await saveOutcome(tx, sentOnce, { account_id: id })
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
      ...recordConsents(
        consents,
        {
          dob: given.dob ?? '',
          guardianName: given.fname ?? '',
          hasPictures: Object.keys(kept).length > 0,
        },
        { today, at },
      ),
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
    return 'added'
  })
  if (outcome === 'added') {
    mail.wake()
    return null
  }
  await removeAll(images, Object.values(kept))
  if (outcome === 'done-before') return null
  if (outcome === 'sent-before') return refuse('sent-before')
  return refuseTaken()
}

/** What this form was answered before, if it was. */
async function findAnswer({ db, now }: Deps, sentOnce: IdempotencyKey | null) {
  const before = sentOnce && (await findOutcome(db.read, sentOnce, now()))
  if (!before) return null
  return { answer: before === 'other-body' ? refuse('sent-before') : null }
}

const sides = ['aadharFront', 'aadharBack'] as const
type Side = (typeof sides)[number]

/** Both, before one is kept: a refused one leaves nothing of the other. */
async function decodeBoth({ images }: Deps, uploads: Uploads) {
  const pictures: [Side, Picture][] = []
  for (const side of sides) {
    const file = uploads[side]
    if (!file) continue
    const picture = await images.decode(file.bytes, 'identity')
    if (isRefusal(picture)) {
      return refuse('image-faulty', { [side]: imageErrors[picture.refused] })
    }
    pictures.push([side, picture])
  }
  return pictures
}

/** The ids of those that were kept. On a fault nothing stays. */
async function keepBoth({ images, newId }: Deps, pictures: readonly [Side, Picture][]) {
  const kept: Partial<Record<Side, string>> = {}
  try {
    for (const [side, { png }] of pictures) {
      const id = newId()
      kept[side] = id
      await images.saveEncrypted(id, png)
    }
    return kept
  } catch (fault) {
    await removeAll(images, Object.values(kept))
    throw fault
  }
}

async function removeAll(images: ImageStore, ids: readonly string[]) {
  for (const id of ids) await images.remove(id)
}

function refuseTaken() {
  return refuse('email-taken', { email: 'An account with this email already exists.' })
}

/** The day it is at the institute. */
function todayOf(at: number): CalendarDate {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone })
    .format(at)
    .split('-')
    .map(Number) as [number, number, number]
  return { year, month, day }
}
