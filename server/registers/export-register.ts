import { excuseReasonNames, registerStateNames } from '#contract/register-words.ts'
import { formatSeat } from '#contract/seat-words.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { RegisterState } from '#core/registers/register.ts'
import { audit } from '../audit-log/audit.ts'
import { listBatchNames } from '../batches/member-queries.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  createSpreadsheet,
  type SpreadsheetColumn,
  type SpreadsheetFile,
} from '../platform/spreadsheet.ts'
import { hasRollNumbers } from '../students/roll-number-queries.ts'
import { findRegisterOfWindow, type RegisteredStudent } from './get-register.ts'

type ExportedStudent = RegisteredStudent & { readonly batches: readonly string[] }
type Column = SpreadsheetColumn<ExportedStudent>

const rollNumberColumn: Column = ['Roll number', ({ rollNumber }) => rollNumber]
const nameColumns: readonly Column[] = [
  ['Student', ({ name }) => name],
  ['Email', ({ email }) => email],
]
const seatColumn: Column = ['Seat', ({ seat }) => seat && formatSeat(seat)]
const phoneColumn: Column = ['Phone', ({ phone }) => phone]
const stateColumns: readonly Column[] = [
  ['Batches', ({ batches }) => batches.join('; ')],
  ['State', ({ state }) => registerStateNames[state]],
  ['Since', ({ since: at }) => (at === null ? null : { at })],
  ['Excuse', ({ excuse }) => excuse && excuseReasonNames[excuse.reason]],
  ['Excused at', ({ excuse }) => excuse && { at: excuse.at }],
  ['Excused by', ({ excuse }) => excuse && (excuse.by ?? 'An erased account')],
]

type ExportInput = {
  readonly windowId: string
  readonly query: {
    readonly state?: RegisterState | undefined
    readonly format: 'csv' | 'xlsx'
  }
  readonly actor: Actor
  readonly permissions: readonly Permission[]
}

/** In the order of the screen; phones only for who may export them from the list of students, too. */
export async function exportRegister(
  deps: Deps,
  { windowId, query, actor, permissions }: ExportInput,
): Promise<SpreadsheetFile | Refusal<'window-not-found'>> {
  const { db, now } = deps
  const at = now()
  const register = await findRegisterOfWindow(db.read, windowId, at)
  if (!register) return refuse('window-not-found')
  const { window } = register
  const students = register.students.filter(
    ({ state }) => query.state === undefined || state === query.state,
  )
  const batches = await listBatchNames(
    db.read,
    students.map(({ id }) => id),
  )
  const detail = { windowId, count: students.length, format: query.format }
  const event = { actor, action: 'register.exported', subject: window.examId, detail } as const
  await db.write((tx) => audit(tx, deps, event, at))
  const columns = [
    ...((await hasRollNumbers(db.read)) ? [rollNumberColumn] : []),
    ...nameColumns,
    ...(window.rooms.length > 0 ? [seatColumn] : []),
    ...(permissions.includes('students.export') ? [phoneColumn] : []),
    ...stateColumns,
  ]
  const title = `register-${window.examTitle}`
  const table = { title, sheet: 'Register', columns, chunks: listStudents() }
  return createSpreadsheet(table, query.format, at)

  async function* listStudents() {
    yield students.map((student) => ({ ...student, batches: batches.get(student.id) ?? [] }))
  }
}
