import { type Refusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff } from '#core/students/retention.ts'
import { findUsedEmails } from '../accounts/deletion-queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { findDeletedStudents, restoreDeletedStudents } from './deletion-queries.ts'

type RestoreStudentsInput = { readonly ids: readonly string[]; readonly actor: Actor }

/** All or nobody, so that what an admin ticked is never half done. Restoring twice is no error. */
export async function restoreStudents(
  deps: Deps,
  { ids, actor }: RestoreStudentsInput,
): Promise<number | Refusal<'address-in-use'>> {
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

    await restoreDeletedStudents(
      tx,
      deleted.map(({ id }) => id),
    )
    const detail = { ids: deleted.map(({ id }) => id) }
    await audit(tx, deps, { actor, action: 'students.restored', detail }, at)
    return deleted.length
  })
}
