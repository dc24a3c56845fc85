import { getInstituteDay } from '#contract/institute-clock.ts'
import { normalizeEmail } from '#core/accounts/email.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { imageErrors } from '#core/images/image-limits.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import {
  normalizeRegistration,
  type RegistrationDraft,
  validateRegistration,
} from '#core/students/registration.ts'
import { makeOneTimePassword } from '../accounts/one-time-password.ts'
import { addAccount, isEmailTaken } from '../accounts/queries.ts'
import type { Deps } from '../deps.ts'
import {
  claimKey,
  findOutcome,
  type IdempotencyKey,
  releaseKey,
  saveOutcome,
} from '../http/idempotency.ts'
import type { Uploads } from '../http/uploads.ts'
import type { Picture } from '../platform/images/decode.ts'
import { findIdentifier } from './namesake-identifier.ts'
import { addStudent } from './queries.ts'
import { type ConsentInput, recordConsents } from './record-consents.ts'

type RegisterStudentRefusal = Refusal<
  'registration-faulty' | 'email-taken' | 'image-faulty' | 'sent-before' | 'too-many-for-email'
>

type RegisterStudentInput = {
  readonly draft: RegistrationDraft
  readonly consents: ConsentInput
  readonly uploads: Uploads
  readonly sentOnce: IdempotencyKey | null
}

/**
 * The first password is made here, mailed, and good for one thing: setting another. A repeated form
 * is not refused, and creates no second account.
 */
export async function registerStudent(
  deps: Deps,
  { draft, consents, uploads, sentOnce }: RegisterStudentInput,
): Promise<null | RegisterStudentRefusal> {
  const { db, now, newId, images, mail, limits } = deps
  const earlier = await findEarlierReply(deps, sentOnce)
  if (earlier) return earlier.reply
  const today = getInstituteDay(now())
  const errors = validateRegistration(draft, today)
  if (Object.keys(errors).length > 0) return refuse('registration-faulty', errors)
  const answers = normalizeRegistration(draft)
  const email = normalizeEmail(answers.email ?? '')
  if (await isEmailTaken(db.read, email, '')) {
    // The same form, sent twice at once, may have taken it just now.
    const concurrent = await findEarlierReply(deps, sentOnce)
    return concurrent ? concurrent.reply : refuseTakenEmail()
  }

  const pictures = await decodePictures(deps, uploads)
  if (isRefusal(pictures)) return pictures
  // Each registration that comes this far writes an email to that address.
  const limited = await limits.take('registered-mailbox', email)
  if (limited) return { refused: 'too-many-for-email', ...limited }
  // A form that waits for the pictures' place is sent again by itself, and takes no further turn.
  const pictureIds = await storePictures(deps, pictures).catch(async (error) => {
    await limits.refund('registered-mailbox', email)
    throw error
  })
  const { password, hash } = makeOneTimePassword(deps)

  const outcome = await db.write(async (tx) => {
    const at = now()
    const claimed = sentOnce && (await claimKey(tx, sentOnce, at))
    if (claimed) return claimed === 'other-body' ? 'sent-before' : 'done-before'
    const id = newId()
    const expiresAt = at + oneTimePasswordLifetimeMs
    const name = answers.name ?? ''
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
      phone: answers.phone ?? '',
      dob: answers.dob ?? '',
      gender: answers.gender ?? '',
      role: answers.role ?? '',
      fname: answers.fname ?? '',
      fphone: answers.fphone ?? '',
      laddress: answers.laddress ?? '',
      paddress: answers.paddress ?? '',
      qualification: answers.qualification ?? null,
      qualification_year: answers.qualificationYear ?? null,
      college: answers.college ?? null,
      designation: answers.designation ?? null,
      company: answers.company ?? null,
      course: answers.course ?? '',
      other_course: answers.otherCourse ?? null,
      referral: answers.referral ?? '',
      friend_name: answers.friendName ?? null,
      fees: null,
      start_date: null,
      remarks: null,
      extra_time_percent: 0,
      front_image_id: pictureIds.aadharFront ?? null,
      back_image_id: pictureIds.aadharBack ?? null,
      ...recordConsents(
        consents,
        {
          dob: answers.dob ?? '',
          guardianName: answers.fname ?? '',
          hasPictures: Object.keys(pictureIds).length > 0,
        },
        { today, at },
      ),
      created_at: at,
    })
    const to = { name, address: email }
    const studentName = toPersonLabel({ name, identifier: await findIdentifier(tx, id) })
    const course = answers.otherCourse ?? answers.course ?? ''
    await mail.queue(
      tx,
      [
        { kind: 'one-time-password', to, accountId: id, role: 'student', password, expiresAt },
        { kind: 'registration', studentId: id, studentName, course },
      ],
      at,
    )
    return 'added'
  })
  if (outcome === 'added') {
    mail.wake()
    return null
  }
  await images.discard(Object.values(pictureIds))
  if (outcome === 'done-before') return null
  if (outcome === 'sent-before') return refuse('sent-before')
  return refuseTakenEmail()
}

/** Finds the reply to an earlier copy of this form, if there was one. */
async function findEarlierReply({ db, now }: Deps, sentOnce: IdempotencyKey | null) {
  const earlier = sentOnce && (await findOutcome(db.read, sentOnce, now()))
  if (!earlier) return null
  return { reply: earlier === 'other-body' ? refuse('sent-before') : null }
}

const pictureFields = ['aadharFront', 'aadharBack'] as const
type PictureField = (typeof pictureFields)[number]

/** Both, before one is kept: a refused one leaves nothing of the other. */
async function decodePictures({ images }: Deps, uploads: Uploads) {
  const pictures: [PictureField, Picture][] = []
  for (const field of pictureFields) {
    const file = uploads[field]
    if (!file) continue
    const picture = await images.decode(file.bytes, 'identity')
    if (isRefusal(picture)) {
      return refuse('image-faulty', { [field]: imageErrors[picture.refused] })
    }
    pictures.push([field, picture])
  }
  return pictures
}

/** The ids of those that were kept. On a fault nothing stays. */
async function storePictures(
  { images, newId }: Deps,
  pictures: readonly [PictureField, Picture][],
) {
  const pictureIds: Partial<Record<PictureField, string>> = {}
  try {
    for (const [field, { png }] of pictures) {
      const id = newId()
      pictureIds[field] = id
      await images.saveEncrypted(id, png)
    }
    return pictureIds
  } catch (error) {
    await images.discard(Object.values(pictureIds))
    throw error
  }
}

function refuseTakenEmail() {
  return refuse('email-taken', { email: 'An account with this email already exists.' })
}
