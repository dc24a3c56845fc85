import { courseLabels, genderLabels, labelOf, roleLabels } from '#contract/registration-labels.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { canReadField } from '#core/students/student-fields.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  type Cell,
  createSpreadsheet,
  loadInChunks,
  type SpreadsheetColumn,
  type SpreadsheetFile,
} from '../platform/spreadsheet.ts'
import { type BatchDeps, toMemberQuery } from './batch-deps.ts'
import {
  findStudentsByIds,
  listStudentIds,
  type StudentQuery,
  type StudentRecord,
} from './queries.ts'
import { hasRollNumbers } from './roll-number-queries.ts'

type ExportedStudent = StudentRecord & { readonly batches: readonly string[] }

type Column = SpreadsheetColumn<ExportedStudent>
const columns: readonly Column[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Date of birth', ({ dob }) => toDay(dob)],
  ['Gender', ({ gender }) => labelOf(genderLabels, gender)],
  ['Role', ({ role }) => labelOf(roleLabels, role)],
  ['Parent/guardian name', ({ fname }) => fname],
  ['Parent/guardian phone', ({ fphone }) => fphone],
  ['Local address', ({ laddress }) => laddress],
  ['Permanent address', ({ paddress }) => paddress],
  ['Qualification', ({ qualification }) => qualification],
  ['Year', ({ qualification_year }) => qualification_year],
  ['College', ({ college }) => college],
  ['Designation', ({ designation }) => designation],
  ['Company', ({ company }) => company],
  ['Course', ({ course }) => labelOf(courseLabels, course)],
  ['Other course', ({ other_course }) => other_course],
  ['Referral', ({ referral }) => referral],
  ["Friend's name", ({ friend_name }) => friend_name],
  ['Registered', ({ created_at: at }) => ({ at })],
  ['Terms accepted', ({ terms_accepted_at: at }) => (at ? { at } : null)],
  ['Terms version', ({ terms_version }) => terms_version],
  ['Privacy notice agreed to', ({ consent_notice_version }) => consent_notice_version],
  ['Agreed on', ({ consent_at: at }) => (at === null ? null : { at })],
  ['Guardian who agreed', ({ guardian_consent_name }) => guardian_consent_name],
  ['Fees', ({ fees }) => fees],
  ['Start Date', ({ start_date: day }) => (day === null ? null : { day })],
  ['Remarks', ({ remarks }) => remarks],
]
/** Behind the phone, only in an institute that has such numbers. */
const rollNumberColumn: Column = ['Roll number', ({ roll_number }) => roll_number]
/** At the end, only in an institute that has batches. */
const batchesColumn: Column = ['Batches', ({ batches }) => batches.join('; ')]
const accommodationColumns: readonly Column[] = [
  ['Extra time in %', ({ extra_time_percent: percent }) => percent],
  ['Assistive tools', ({ assistive_tools }) => (assistive_tools === 1 ? 'yes' : '')],
]

export type ExportDeps = Deps & BatchDeps

type ExportStudentsInput = {
  readonly query: Omit<StudentQuery, 'findsParents' | 'isMember'> & {
    readonly batch?: string | undefined
    readonly format: 'csv' | 'xlsx'
  }
  readonly actor: Actor
  readonly permissions: readonly Permission[]
}

/** Everybody that the list would show; identity images stay where they are. */
export async function exportStudents(
  deps: ExportDeps,
  { query, actor, permissions }: ExportStudentsInput,
): Promise<SpreadsheetFile> {
  const { db, now, hasBatches, listBatchNames } = deps
  const findsParents = canReadField('fname', permissions)
  const ids = await listStudentIds(db.read, {
    ...query,
    ...toMemberQuery(deps, query.batch),
    findsParents,
  })
  const at = now()
  const detail = { count: ids.length, format: query.format }
  await db.write((tx) => audit(tx, deps, { actor, action: 'students.exported', detail }, at))
  const canSeeExtraTime = canReadField('extraTimePercent', permissions)
  const shown = [
    ...columns.slice(0, 3),
    ...((await hasRollNumbers(db.read)) ? [rollNumberColumn] : []),
    ...columns.slice(3),
    ...((await hasBatches(db.read)) ? [batchesColumn] : []),
    ...(canSeeExtraTime ? accommodationColumns : []),
  ]
  const load = async (chunk: readonly string[]): Promise<ExportedStudent[]> => {
    const found = await findStudentsByIds(db.read, chunk)
    const names = await listBatchNames(db.read, chunk)
    return found.map((student) => ({ ...student, batches: names.get(student.id) ?? [] }))
  }
  const chunks = loadInChunks(ids, load)
  const table = { title: 'students', sheet: 'Students', columns: shown, chunks }
  return createSpreadsheet(table, query.format, at)
}

/** Workbooks count days from here on. */
const firstDay = '1900-03-01'

/** Converts a day like 21-11-2004; an earlier one stays text. */
function toDay(dob: string): Cell {
  const day = dob.split('-').reverse().join('-')
  return day < firstDay ? day : { day }
}
