import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff } from '#core/students/retention.ts'
import { buildRollNumberKey } from '#core/students/roll-number.ts'
import { isTypedAsShown } from '#core/text.ts'
import { eraseAccounts, findUsedEmails } from '../accounts/deletion-queries.ts'
import { audit, eraseAuditValues, systemActor } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import type { SeatingDeps } from './delete-students.ts'
import {
  type DeletedStudent,
  expireRestorePeriod,
  findDeletedStudents,
  listStudentsToErase,
  restoreDeletedStudents,
  type StudentToErase,
} from './deletion-queries.ts'
import { findRollNumberOwners } from './roll-number-queries.ts'

type RestoreStudentsInput = { readonly ids: readonly string[]; readonly actor: Actor }

/** All or nobody, so that what an admin ticked is never half done. Restoring twice is no error. */
export async function restoreStudents(
  deps: Deps & SeatingDeps,
  { ids, actor }: RestoreStudentsInput,
): Promise<number | Refusal<'address-in-use' | 'roll-number-in-use'>> {
  return deps.db.write(async (tx) => {
    const at = deps.now()
    const deleted = await findDeletedStudents(tx, [...new Set(ids)], getRestorableCutoff(at))
    const emails = deleted.map(({ email }) => email)
    const used = new Set(await findUsedEmails(tx, emails))
    const conflicts = deleted.filter(
      ({ email }) => used.has(email) || emails.indexOf(email) !== emails.lastIndexOf(email),
    )
    if (conflicts.length > 0) {
      return refuse(
        'address-in-use',
        Object.fromEntries(conflicts.map(({ id, name, email }) => [id, `${name}, ${email}`])),
      )
    }

    const taken = await findTakenRollNumbers(tx, deleted)
    if (taken.length > 0) {
      return refuse(
        'roll-number-in-use',
        Object.fromEntries(
          taken.map(({ id, name, roll_number }) => [id, `${name}, ${roll_number}`]),
        ),
      )
    }

    const restoredIds = deleted.map(({ id }) => id)
    await restoreDeletedStudents(tx, restoredIds)
    await deps.seatStudents(tx, restoredIds, at)
    const detail = { ids: restoredIds }
    const event = { actor, action: 'students.restored', detail } as const
    if (deleted.length > 0) await audit(tx, deps, event, at)
    return deleted.length
  })
}

/** Those whose roll number a student has by now, or another of them. */
async function findTakenRollNumbers(tx: Db, deleted: readonly DeletedStudent[]) {
  const toKey = ({ roll_number }: DeletedStudent) => buildRollNumberKey(roll_number ?? '')
  const keys = deleted.map(toKey)
  const owners = await findRollNumberOwners(tx, keys)
  const used = new Set(owners.map(({ rollNumber }) => buildRollNumberKey(rollNumber)))
  return deleted.filter((student) => {
    const key = toKey(student)
    return key !== '' && (used.has(key) || keys.indexOf(key) !== keys.lastIndexOf(key))
  })
}

/**
 * Small, since each student takes their attempts and answers along, and other students' answers
 * wait during the transaction.
 */
const batchSize = 20

export type ErasureDeps = Deps & {
  /** Words of staff that were also about others, which go with no row of these students. */
  readonly eraseSharedWords: (tx: Db, studentIds: readonly string[]) => Promise<void>
}

/** Erases students who were deleted 30 days ago: rows, images, sessions, emails. */
export async function eraseDeletedStudents(deps: ErasureDeps): Promise<void> {
  for (;;) {
    const due = await listStudentsToErase(deps.db.read, getRestorableCutoff(deps.now()), batchSize)
    if (due.length === 0) return
    await erasePermanently(deps, due)
  }
}

type EraseStudentInput = {
  readonly id: string
  /** The name as the admin typed it, so that nobody is erased by mistake. */
  readonly name: string
  readonly actor: Actor
}

/**
 * Erases a deleted student at once instead of after 30 days. Their 30 days are ended first, so that
 * nobody can restore them, and the next sweep finishes what a killed process started.
 */
export async function eraseStudent(
  deps: ErasureDeps,
  { id, name, actor }: EraseStudentInput,
): Promise<string | Refusal<'student-not-found' | 'invalid-input'>> {
  const erased = await deps.db.write(async (tx) => {
    const at = deps.now()
    const [student] = await findDeletedStudents(tx, [id], getRestorableCutoff(at))
    if (!student) return refuse('student-not-found')
    if (!isTypedAsShown(name, student.name)) {
      return refuse('invalid-input', { name: 'Type the name exactly as it is shown' })
    }
    await expireRestorePeriod(tx, id, getRestorableCutoff(at))
    await audit(tx, deps, { actor, action: 'student.erasure-ordered', subject: id }, at)
    return student.name
  })
  if (!isRefusal(erased)) await eraseDeletedStudents(deps)
  return erased
}

async function erasePermanently(deps: ErasureDeps, students: readonly StudentToErase[]) {
  const { db, now, images, mail } = deps
  const ids = students.map(({ id }) => id)
  // Files first: killed in between, we find the rows again and nothing is left behind.
  for (const { front_image_id, back_image_id } of students) {
    if (front_image_id) await images.remove(front_image_id)
    if (back_image_id) await images.remove(back_image_id)
  }
  await mail.eraseFiles(await mail.listEmailIds(db.read, { accountIds: ids }))
  const emailIds = await db.erase(async (tx) => {
    const ownEmailIds = await mail.listEmailIds(tx, { accountIds: ids })
    await deps.eraseSharedWords(tx, ids)
    await eraseAccounts(tx, ids)
    await eraseAuditValues(tx, ids)
    const detail = { ids }
    await audit(tx, deps, { actor: systemActor, action: 'students.erased', detail }, now())
    return ownEmailIds
  })
  // Those that came into the folder a moment ago.
  await mail.eraseFiles(emailIds)
}
