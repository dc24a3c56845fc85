import type { BodyOf } from '#contract/endpoint.ts'
import type { printSlips as contract, Slip } from '#contract/login-details.ts'
import { printedPasswordLifetimeMs } from '#core/accounts/password.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { makeOneTimePassword } from '../accounts/one-time-password.ts'
import { setOneTimePassword } from '../accounts/password-queries.ts'
import { findAccountsByEmails } from '../accounts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import { listMemberIds } from '../batches/member-queries.ts'
import { findBatch } from '../batches/queries.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { listContacts } from '../students/queries.ts'
import { toSlip } from './new-student.ts'

type PrintSlipsInput = BodyOf<typeof contract> & { readonly actor: Actor }
type PrintedSlips = { readonly slips: readonly Slip[]; readonly expiresAt: number }

/** By name. What a student has now works until the new one is used. */
export async function printSlips(
  deps: Deps,
  { of, onlyWaiting, actor }: PrintSlipsInput,
): Promise<PrintedSlips | Refusal<'batch-not-found'>> {
  const { db, now } = deps
  return db.write(async (tx) => {
    if ('batchId' in of && !(await findBatch(tx, of.batchId))) return refuse('batch-not-found')
    const ids = 'batchId' in of ? await listMemberIds(tx, of.batchId) : of.ids
    const students = await listRecipients(tx, { ids, onlyWaiting })
    const at = now()
    const expiresAt = at + printedPasswordLifetimeMs
    const slips: Slip[] = []
    for (const student of students) {
      const { password, hash } = makeOneTimePassword(deps)
      await setOneTimePassword(tx, student.id, { hash, expiresAt })
      const event = { actor, action: 'login-details.shown', subject: student.id } as const
      await audit(tx, deps, event, at)
      slips.push(toSlip(student, password))
    }
    return { slips, expiresAt }
  })
}

type RecipientsQuery = { readonly ids: readonly string[]; readonly onlyWaiting: boolean }

async function listRecipients(tx: Db, { ids, onlyWaiting }: RecipientsQuery) {
  const students = await listContacts(tx, ids)
  if (!onlyWaiting) return students
  const accounts = await findAccountsByEmails(
    tx,
    students.map(({ email }) => email),
  )
  const waiting = new Set(accounts.flatMap((one) => (one.mustChangePassword ? one.id : [])))
  return students.filter(({ id }) => waiting.has(id))
}
