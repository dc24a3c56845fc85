import type { Identity } from '#contract/identity.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { getRetentionCutoff, retention } from '#core/students/retention.ts'
import { findAccountName } from '../accounts/queries.ts'
import { audit, systemActor } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import type { Actor } from '../http/session.ts'
import {
  type CardSide,
  clearPictures,
  listPicturesToErase,
  markIdentity,
} from './identity-queries.ts'
import { findStudent, type StudentRecord } from './queries.ts'

const batchSize = 50

export async function readIdentity(
  { db, images }: Deps,
  student: StudentRecord,
  read: Db = db.read,
): Promise<Identity> {
  const { front_image_id, back_image_id, identity_checked_at: checkedAt } = student
  const getPictureState = async (id: string | null) => {
    if (id === null) return 'none'
    return (await images.hasEncrypted(id)) ? 'kept' : 'missing'
  }
  const hasPictures = front_image_id !== null || back_image_id !== null
  return {
    front: await getPictureState(front_image_id),
    back: await getPictureState(back_image_id),
    isShownAtDesk: student.desk_identity_at !== null,
    checkedAt: toInstantOrNull(checkedAt),
    checkedBy: await findAccountName(read, student.identity_checked_by),
    erasedOn: hasPictures ? toInstant(getPicturesExpiry(student)) : null,
    erasedAt: toInstantOrNull(student.identity_erased_at),
  }
}

type PictureTimes = Pick<StudentRecord, 'identity_checked_at' | 'created_at'>

function getPicturesExpiry({ identity_checked_at: checkedAt, created_at: sentAt }: PictureTimes) {
  return checkedAt === null
    ? sentAt + retention['identity-pictures-unchecked'].keptMs
    : checkedAt + retention['identity-pictures-checked'].keptMs
}

type CheckIdentityInput = { readonly id: string; readonly checked: boolean; readonly actor: Actor }

/** Ticked twice keeps the first time; unticked, the pictures stay for as long as unchecked ones. */
export async function checkIdentity(
  deps: Deps,
  { id, checked, actor }: CheckIdentityInput,
): Promise<Identity | Refusal<'student-not-found'>> {
  const marked = await deps.db.write(async (tx) => {
    const student = await findStudent(tx, id)
    if (!student) return null
    if ((student.identity_checked_at !== null) === checked) return student
    const at = deps.now()
    await markIdentity(tx, id, checked ? { at, by: actor.id } : null)
    const action = checked ? 'identity.checked' : 'identity.unchecked'
    await audit(tx, deps, { actor, action, subject: id }, at)
    return (await findStudent(tx, id)) ?? null
  })
  return marked ? readIdentity(deps, marked) : refuse('student-not-found')
}

type IdentityImageInput = {
  readonly id: string
  readonly side: CardSide
  readonly actor: Actor
}

/** Each view is written to the audit log, before the picture is shown. */
export async function viewIdentityImage(
  deps: Deps,
  { id, side, actor }: IdentityImageInput,
): Promise<Buffer | Refusal<'student-not-found' | 'image-not-found'>> {
  const { db, images, now } = deps
  const student = await findStudent(db.read, id)
  if (!student) return refuse('student-not-found')
  const imageId = student[`${side}_image_id`]
  if (!imageId) return refuse('image-not-found')
  const event = { actor, action: 'identity.viewed', subject: student.id, detail: { side } } as const
  await db.write((tx) => audit(tx, deps, event, now()))
  return (await images.loadEncrypted(imageId)) ?? refuse('image-not-found')
}

export async function eraseIdentityImage(
  deps: Deps,
  { id, side, actor }: IdentityImageInput,
): Promise<Identity | Refusal<'student-not-found'>> {
  const { db, images, now } = deps
  const student = await findStudent(db.read, id)
  if (!student) return refuse('student-not-found')
  const imageId = student[`${side}_image_id`]
  if (imageId === null) return readIdentity(deps, student)
  // The file first: killed in between, the row still names it, and erasing again ends it.
  await images.remove(imageId)
  const erased = await db.erase(async (tx) => {
    const at = now()
    await clearPictures(tx, [id], { sides: [side], at })
    const event = { actor, action: 'identity.erased', subject: id, detail: { side } } as const
    await audit(tx, deps, event, at)
    return findStudent(tx, id)
  })
  return erased ? readIdentity(deps, erased) : refuse('student-not-found')
}

/** Erases pictures that were checked, or sent and never checked, long enough ago. */
export async function eraseOldPictures(deps: Deps): Promise<void> {
  const { db, images, now } = deps
  for (;;) {
    const at = now()
    const due = await listPicturesToErase(db.read, {
      checkedUntil: getRetentionCutoff('identity-pictures-checked', at),
      sentUntil: getRetentionCutoff('identity-pictures-unchecked', at),
      limit: batchSize,
    })
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    for (const { front_image_id, back_image_id } of due) {
      if (front_image_id) await images.remove(front_image_id)
      if (back_image_id) await images.remove(back_image_id)
    }
    await db.erase(async (tx) => {
      await clearPictures(tx, ids, { sides: ['front', 'back'], at })
      const event = { actor: systemActor, action: 'identity.expired', detail: { ids } } as const
      await audit(tx, deps, event, at)
    })
  }
}
