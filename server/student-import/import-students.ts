import { randomUUID } from 'node:crypto'
import { getInstituteDay } from '#contract/institute-clock.ts'
import type { Slip } from '#contract/login-details.ts'
import { normalizeEmail } from '#core/accounts/email.ts'
import { oneTimePasswordLifetimeMs, printedPasswordLifetimeMs } from '#core/accounts/password.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import {
  type CheckedRow,
  checkImport,
  type NumberedAccount,
} from '#core/students/import/check-import.ts'
import {
  type ImportRow,
  type ImportValues,
  normalizeValues,
} from '#core/students/import/import-rows.ts'
import { buildSearchKey } from '#core/text.ts'
import { type Account, addStudentAccounts, findAccountsByEmails } from '../accounts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import { addBatchStudents } from '../batches/member-queries.ts'
import { findBatch, listNamedBatches } from '../batches/queries.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { claimKey, type IdempotencyKey, releaseKey, saveOutcome } from '../http/idempotency.ts'
import type { Actor } from '../http/session.ts'
import { addStudents } from '../students/queries.ts'
import { findRollNumberOwners } from '../students/roll-number-queries.ts'
import { deriveOneTimePasswords, type ToOneTimePassword } from './imported-passwords.ts'
import { toNewStudent, toSlip } from './new-student.ts'
import { takeOverRollNumbers } from './take-over-roll-numbers.ts'

/** Seats are a slice to the right, so the app passes in who gives them. */
export type ImportDeps = Deps & {
  readonly seatBatches: (tx: Db, batchIds: readonly string[], at: number) => Promise<void>
}

type ImportStudentsInput = {
  readonly rows: readonly ImportRow[]
  readonly batchId: string | null
  readonly deliver: 'mail' | 'slips'
  readonly actor: Actor
  readonly sentOnce: IdempotencyKey | null
  /** The client's own words for this import; random where it has none. */
  readonly key: string | undefined
  /** Refuses a student who already has an account. */
  readonly isOnlyNew?: boolean
}

export type ImportResult = {
  readonly added: number
  readonly found: number
  /** Students and the passwords that open their accounts. */
  readonly slips: readonly Slip[]
  readonly expiresAt: number
}

type ImportRefusal = Refusal<'import-faulty' | 'import-sent-before' | 'batch-not-found'>

/**
 * Adds all of these students or nobody, in one transaction. The rows were right when the browser
 * looked; addresses that were taken in between are found here.
 */
export async function importStudents(
  deps: ImportDeps,
  input: ImportStudentsInput,
): Promise<ImportResult | ImportRefusal> {
  const { db, mail } = deps
  const rows = input.rows.map(({ line, values }) => ({ line, values: normalizeValues(values) }))
  const key = `${input.actor.id} ${input.key ?? randomUUID()}`
  const emails = rows.map(({ values }) => normalizeEmail(values.email ?? ''))
  const toOneTime = await deriveOneTimePasswords(deps, { key, emails })
  const imported = await db.write((tx) => importRows(tx, deps, { ...input, rows, toOneTime }))
  if (!isRefusal(imported)) mail.wake()
  return imported
}

/** The error for an address of somebody who must be new. */
export const takenError = {
  field: 'email',
  kind: 'shared',
  message: 'An account with this email already exists.',
} as const

type ImportRowsInput = ImportStudentsInput & { readonly toOneTime: ToOneTimePassword }

async function importRows(
  tx: Db,
  deps: ImportDeps,
  { rows, batchId, deliver, actor, sentOnce, toOneTime, isOnlyNew = false }: ImportRowsInput,
): Promise<ImportResult | ImportRefusal> {
  const { now, newId, mail } = deps
  const at = now()
  const emails = rows.map(({ values }) => normalizeEmail(values.email ?? ''))
  const earlier = sentOnce && (await claimKey(tx, sentOnce, at))
  if (earlier === 'other-body') return refuse('import-sent-before')
  const accounts = await findAccountsByEmails(tx, [...new Set(emails)])
  if (earlier) {
    return {
      added: earlier.students_added ?? 0,
      found: earlier.students_found ?? 0,
      slips: deliver === 'slips' ? toOpenSlips({ rows, accounts, toOneTime }) : [],
      expiresAt: Math.max(at, ...accounts.map(({ oneTime }) => oneTime?.expiresAt ?? 0)),
    }
  }

  const numbers = rows.map(({ values }) => values.rollNumber ?? '')
  const owners = await findRollNumberOwners(tx, numbers)
  const numbered = owners.map(({ name: studentName, ...owner }) => ({ ...owner, studentName }))
  const batches = await listNamedBatches(tx)
  const checked = checkRows(rows, { accounts, numbered, batches, at }).map((row) =>
    isOnlyNew && row.isHere ? { ...row, errors: [...row.errors, takenError] } : row,
  )
  const isBatchMissing = batchId !== null && !(await findBatch(tx, batchId))
  const refused = isBatchMissing ? refuse('batch-not-found') : findErrors(checked)
  if (refused) {
    if (sentOnce) await releaseKey(tx, sentOnce)
    return refused
  }
  const expiresAt =
    at + (deliver === 'slips' ? printedPasswordLifetimeMs : oneTimePasswordLifetimeMs)
  const added = checked
    .filter(({ isHere }) => !isHere)
    .map(({ values }) => {
      const student = toNewStudent(values, { id: newId(), at })
      const { password, hash: oneTimeHash } = toOneTime(student.email)
      return { student, password, oneTimeHash }
    })
  const found = accounts.map(({ id }) => id)

  await addStudentAccounts(
    tx,
    added.map(({ student: { id, email, name }, oneTimeHash }) => ({
      id,
      email,
      name,
      oneTimeHash,
    })),
    { at, expiresAt },
  )
  await addStudents(
    tx,
    added.map(({ student }) => student),
  )
  const addedIds = added.map(({ student }) => student.id)
  const idsByEmail = new Map([
    ...added.map(({ student }) => [student.email, student.id] as const),
    ...accounts.map(({ email, id }) => [email, id] as const),
  ])
  const placed = checked.flatMap(({ values, isHere }) => {
    const id = idsByEmail.get(normalizeEmail(values.email ?? ''))
    return id === undefined ? [] : [{ id, values, isHere }]
  })
  const toBatchId = ({ batch }: ImportValues) =>
    batch ? (batches.get(buildSearchKey(batch))?.id ?? null) : batchId
  for (const [id, rowsOfBatch] of Map.groupBy(placed, ({ values }) => toBatchId(values))) {
    const members = rowsOfBatch.map((row) => ({ id: row.id, addedAt: at }))
    if (id !== null) await addBatchStudents(tx, id, members)
  }
  const numberedHere = placed.filter(({ values, isHere }) => isHere && values.rollNumber)
  await takeOverRollNumbers(tx, deps, {
    rollNumbers: new Map(numberedHere.map(({ id, values }) => [id, values.rollNumber ?? ''])),
    actor,
    at,
  })
  const batchIds = new Set(placed.map(({ values }) => toBatchId(values)))
  await deps.seatBatches(
    tx,
    [...batchIds].filter((id) => id !== null),
    at,
  )
  if (deliver === 'mail') {
    const emailsToSend = added.map(({ student, password }) => ({
      kind: 'student-added' as const,
      to: { name: student.name, address: student.email },
      accountId: student.id,
      role: 'student' as const,
      password,
      expiresAt,
    }))
    await mail.queue(tx, emailsToSend, at)
  }
  if (sentOnce)
    await saveOutcome(tx, sentOnce, { students_added: added.length, students_found: found.length })
  const counts = { added: added.length, found: found.length }
  const detail = { ids: addedIds, ...counts, deliver, ...(batchId && { batch: batchId }) }
  await audit(tx, deps, { actor, action: 'students.imported', detail }, at)
  return {
    ...counts,
    slips:
      deliver === 'slips'
        ? added.map(({ student: { roll_number: rollNumber, ...student }, password }) =>
            toSlip({ ...student, rollNumber }, password),
          )
        : [],
    expiresAt,
  }
}

type CheckRowsOptions = {
  readonly accounts: readonly Account[]
  readonly numbered: readonly NumberedAccount[]
  /** By the key of the name. */
  readonly batches: ReadonlyMap<string, { readonly name: string }>
  readonly at: number
}

/** Misspelt addresses were shown, and are right where they come here. */
function checkRows(
  rows: readonly ImportRow[],
  { accounts, numbered, batches, at }: CheckRowsOptions,
) {
  const known = accounts.map(({ email, role, name }) => ({
    email,
    studentName: role === 'student' ? name : null,
  }))
  const confirmedLines = new Set(rows.map(({ line }) => line))
  const batchNames = [...batches.values()].map(({ name }) => name)
  const options = { known, numbered, batches: batchNames, confirmedLines }
  return checkImport(rows, { ...options, today: getInstituteDay(at) })
}

function findErrors(rows: readonly CheckedRow[]): Refusal<'import-faulty'> | null {
  const errors = rows.flatMap(({ line, errors: found }) =>
    found.map(({ field, message }) => [`rows.${line}.${field}`, message] as const),
  )
  return errors.length > 0 ? refuse('import-faulty', Object.fromEntries(errors)) : null
}

type OpenSlipsInput = {
  readonly rows: readonly ImportRow[]
  readonly accounts: readonly Account[]
  readonly toOneTime: ToOneTimePassword
}

/** Selects the passwords from this import that nobody has used or replaced; in its order. */
function toOpenSlips({ rows, accounts, toOneTime }: OpenSlipsInput): ImportResult['slips'] {
  const accountsByEmail = new Map(accounts.map((account) => [account.email, account]))
  return rows.flatMap(({ values }) => {
    const email = normalizeEmail(values.email ?? '')
    const { rollNumber } = values
    const { name = '', oneTime } = accountsByEmail.get(email) ?? {}
    const { password, hash } = toOneTime(email)
    return oneTime?.hash === hash ? [toSlip({ name, email, rollNumber }, password)] : []
  })
}
