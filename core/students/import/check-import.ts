import { normalizeEmail } from '../../accounts/email.ts'
import { suggestEmail } from '../../accounts/suggest-email.ts'
import { buildSearchKey } from '../../text.ts'
import type { CalendarDate } from '../calendar-date.ts'
import { toThirdPerson } from '../correct-registration.ts'
import { buildRollNumberKey } from '../roll-number.ts'
import { validateCell } from './import-cells.ts'
import { type ImportField, type ImportRow, importFields, neededFields } from './import-rows.ts'
import { isSamePerson, suggestOwnAddress } from './same-person.ts'

/** An account that has one of the addresses. Names of staff are not given. */
export type KnownAccount = { readonly email: string; readonly studentName: string | null }

/** A student who has one of the roll numbers. */
export type NumberedAccount = {
  readonly rollNumber: string
  readonly email: string
  readonly studentName: string
}

export const errorKinds = [
  'name',
  'email',
  'misspelt',
  'shared',
  'course',
  'phone',
  'other',
] as const
export type ErrorKind = (typeof errorKinds)[number]

export type RowError = {
  readonly field: ImportField
  readonly kind: ErrorKind
  readonly message: string
  /** A value that would mend it. */
  readonly suggestion?: string
}

export type CheckedRow = ImportRow & {
  readonly errors: readonly RowError[]
  /** Has an account, and is only added to the batch. */
  readonly isHere: boolean
}

type CheckOptions = {
  readonly known: readonly KnownAccount[]
  readonly today: CalendarDate
  /** Students who have one of the roll numbers. */
  readonly numbered?: readonly NumberedAccount[]
  /** Lines whose address looks misspelt and is right. */
  readonly confirmedLines?: ReadonlySet<number>
  /** The names of all batches; left out while they are not known. */
  readonly batches?: readonly string[] | undefined
}

/**
 * Every fault of every row. An address is a login, so of rows that share one only the first is
 * ready; rows that are left out are not passed here, and count for nothing.
 */
export function checkImport(
  rows: readonly ImportRow[],
  { known, today, numbered = [], confirmedLines = new Set(), batches }: CheckOptions,
): CheckedRow[] {
  const accounts = new Map(known.map((account) => [normalizeEmail(account.email), account]))
  const firstRows = new Map<string, ImportRow>()
  const checkRollNumber = createRollNumberCheck(numbered)
  const batchKeys = batches && new Set(batches.map(buildSearchKey))
  return rows.map((row) => {
    const errors = [
      ...checkFields(row, today),
      ...checkRollNumber(row),
      ...checkBatch(row, batchKeys),
    ]
    const email = normalizeEmail(row.values.email ?? '')
    if (email === '' || errors.some(({ field }) => field === 'email'))
      return { ...row, errors, isHere: false }
    const first = firstRows.get(email)
    if (!first) firstRows.set(email, row)
    const account = accounts.get(email)
    const meant = confirmedLines.has(row.line) || account ? null : suggestEmail(email)
    const fault = first
      ? describeSharedRow(row, first)
      : account
        ? describeOtherAccount(row, account)
        : meant
          ? describeMisspelt(meant)
          : null
    return fault
      ? { ...row, errors: [...errors, fault], isHere: false }
      : { ...row, errors, isHere: account !== undefined }
  })
}

function checkFields({ values }: ImportRow, today: CalendarDate): RowError[] {
  return importFields.flatMap((field) => {
    const text = values[field]?.trim() ?? ''
    if (text === '' && !neededFields.includes(field)) return []
    const error = validateCell(field, text, today)
    if (!error) return []
    const isUnknownCourse = field === 'course' && text !== ''
    const message = isUnknownCourse
      ? 'This is none of our courses. Choose one'
      : toThirdPerson(error)
    return [{ field, kind: kinds[field] ?? 'other', message }]
  })
}

const kinds: Readonly<Partial<Record<ImportField, ErrorKind>>> = {
  name: 'name',
  email: 'email',
  course: 'course',
  phone: 'phone',
  fphone: 'phone',
}

/** The first row with a roll number is ready, later ones are not; a student's own is no fault. */
function createRollNumberCheck(numbered: readonly NumberedAccount[]) {
  const owners = new Map(numbered.map((one) => [buildRollNumberKey(one.rollNumber), one]))
  const firstLines = new Map<string, number>()
  return ({ line, values }: ImportRow): RowError[] => {
    const key = buildRollNumberKey(values.rollNumber ?? '')
    if (key === '') return []
    const fault = { field: 'rollNumber', kind: 'other' } as const
    const owner = owners.get(key)
    if (owner && owner.email !== normalizeEmail(values.email ?? ''))
      return [{ ...fault, message: `${owner.studentName} has this roll number (${owner.email})` }]
    const first = firstLines.get(key)
    if (first !== undefined) return [{ ...fault, message: `Row ${first} has this roll number` }]
    firstLines.set(key, line)
    return []
  }
}

function checkBatch(
  { values: { batch } }: ImportRow,
  known: ReadonlySet<string> | undefined,
): RowError[] {
  if (!batch || !known || known.has(buildSearchKey(batch))) return []
  const message = 'There is no batch of this name. Correct it, leave it empty, or create the batch'
  return [{ field: 'batch', kind: 'other', message }]
}

function describeSharedRow({ values }: ImportRow, first: ImportRow): RowError {
  const fault = { field: 'email', kind: 'shared' } as const
  if (isSamePerson(values.name ?? '', first.values.name ?? ''))
    return { ...fault, message: `Also in row ${first.line}, same person? Then leave this row out` }
  return {
    ...fault,
    message: `Row ${first.line} has this address. It is the login: enter one of their own`,
    ...suggestOwnAddress(values),
  }
}

/** Null for the student's own account. */
function describeOtherAccount({ values }: ImportRow, account: KnownAccount): RowError | null {
  const fault = { field: 'email', kind: 'shared' } as const
  const { studentName } = account
  if (studentName === null)
    return { ...fault, message: 'A member of staff has this address. Enter the student’s own' }
  // A row without a name is faulty by itself.
  if (!values.name || isSamePerson(values.name, studentName)) return null
  return {
    ...fault,
    message: `This is the login of ${studentName}. Enter an address of their own`,
    ...suggestOwnAddress(values),
  }
}

function describeMisspelt(meant: string): RowError {
  const host = meant.slice(meant.lastIndexOf('@') + 1)
  return { field: 'email', kind: 'misspelt', message: `Did you mean ${host}?`, suggestion: meant }
}
