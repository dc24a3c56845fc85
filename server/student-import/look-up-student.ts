import type { ReplyOf } from '#contract/endpoint.ts'
import type { lookUpStudent as contract } from '#contract/student-import.ts'
import { normalizeEmail } from '#core/accounts/email.ts'
import { findAccountsByEmails } from '../accounts/queries.ts'
import { listBatchNames } from '../batches/member-queries.ts'
import type { Db } from '../database/database.ts'
import { findStudentByName } from '../students/namesake-identifier.ts'
import { findStudentsByIds } from '../students/queries.ts'
import { findRollNumberOwners } from '../students/roll-number-queries.ts'

type Typed = {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly rollNumber?: string | undefined
}

/** Finds the owners of these values; a deleted student has none of them any more. */
export async function lookUpStudent(
  db: Db,
  { name = '', email = '', rollNumber = '' }: Typed,
): Promise<ReplyOf<typeof contract>> {
  const [account] = email.trim() ? await findAccountsByEmails(db, [normalizeEmail(email)]) : []
  const [owner] = await findRollNumberOwners(db, [rollNumber])
  const namesake = name.trim() ? await findStudentByName(db, name) : undefined
  const student = account?.role === 'student' ? account : undefined
  const ids = [student?.id, owner?.id, namesake?.id].flatMap((id) => id ?? [])
  const found = ids.length > 0 ? await findStudentsByIds(db, ids) : []
  const batches = await listBatchNames(db, ids)
  const serialize = (id: string | undefined) => {
    const row = found.find((one) => one.id === id)
    if (!row) return null
    const identifier = row.roll_number ?? row.email
    return { _id: row.id, name: row.name, identifier, batches: [...(batches.get(row.id) ?? [])] }
  }
  return {
    email: account && !student ? 'staff' : serialize(student?.id),
    rollNumber: serialize(owner?.id),
    name: serialize(namesake?.id),
  }
}
