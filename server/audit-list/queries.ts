import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import {
  type AuditDetail,
  type AuditValue,
  auditActions,
  type listAuditEntries as contract,
} from '#contract/audit-log.ts'
import { getWallClock } from '#contract/institute-clock.ts'
import { findInstant } from '#core/exam-windows/wall-clock.ts'
import { buildSearchKey, toAddressKey } from '#core/text.ts'
import type { Db } from '../database/database.ts'
import {
  type CountedPage,
  containsAddress,
  containsText,
  containsWords,
  countRows,
  paginate,
  withoutApostrophes,
} from '../database/pagination.ts'
import type { AuditRow } from '../database/tables.ts'
import { findErasedStaff } from './subject-names.ts'
import { addSharedWords } from './words-about-several.ts'

type AuditLogQuery = z.output<typeof contract.query> & {
  /** Leaves out what was written after this entry. */
  readonly upTo?: number
}

export type AuditLogEntry = Pick<AuditRow, 'id' | 'at' | 'actor_id' | 'action' | 'subject'> & {
  readonly actorEmail: string | null
  readonly detail: AuditDetail
  readonly values: Readonly<Record<string, AuditValue>>
}

/** The ids are found in indexes alone; only the rows of one page are read. */
export async function listEntries(
  db: Db,
  query: AuditLogQuery,
): Promise<CountedPage<AuditLogEntry>> {
  return paginate(query, {
    matching: matchEntries(db, query, await findMatches(db, query)),
    columns: { time: ['sequence'] },
    async load(page, inOrder) {
      const entries = db.selectFrom('audit').leftJoin('accounts', 'accounts.id', 'audit.actor_id')
      const rows = await inOrder(entries)
        .select(['sequence', 'audit.id', 'at', 'actor_id', 'action', 'subject', 'detail', 'email'])
        .where('sequence', 'in', page.select('sequence'))
        .execute()
      const values = await listValues(
        db,
        rows.map(({ sequence }) => sequence),
      )
      const found = rows.map(({ sequence, detail, email, ...row }) => ({
        ...row,
        actorEmail: email,
        detail: detail === null ? {} : (JSON.parse(detail) as AuditDetail),
        values: values.get(sequence) ?? {},
      }))
      return addSharedWords(db, found)
    },
  })
}

/** How many the query finds, whatever range it asks for. */
export async function countEntries(db: Db, query: AuditLogQuery): Promise<number> {
  return countRows(matchEntries(db, query, await findMatches(db, query)))
}

/** The newest entry’s number; 0 in an empty log. */
export async function findLastSequence(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

function matchEntries(db: Db, query: AuditLogQuery, matches: SearchMatches) {
  const { erasedStaff } = matches
  return filterEntries(db, query, matches)
    .$if(query.upTo !== undefined, (audit) => audit.where('sequence', '<=', query.upTo ?? 0))
    .$if(query.from !== undefined, (audit) =>
      audit.where('at', '>=', findDayStart(query.from ?? '')),
    )
    .$if(query.to !== undefined, (audit) => audit.where('at', '<', findDayStart(query.to ?? '', 1)))
    .$if(query.by === 'staff', (audit) =>
      audit.where((eb) =>
        eb.or([
          eb('actor_id', 'in', db.selectFrom('accounts').select('id').where('role', '=', 'admin')),
          ...(erasedStaff.length > 0 ? [eb('actor_id', 'in', erasedStaff)] : []),
        ]),
      ),
    )
    .$if(query.by !== undefined && query.by !== 'staff', (audit) =>
      audit.where('actor_id', '=', query.by ?? ''),
    )
}

/** Midnight at the institute, at the start of the day or of one that many days later. */
function findDayStart(day: string, daysLater = 0): number {
  return findInstant(Date.parse(`${day}T00:00Z`) + daysLater * dayMs, getWallClock)
}

const dayMs = 24 * 60 * 60_000

const chunkSize = 500

async function listValues(db: Db, sequences: readonly number[]) {
  const values = new Map<number, Record<string, AuditValue>>()
  for (let from = 0; from < sequences.length; from += chunkSize) {
    const rows = await db
      .selectFrom('audit_values')
      .select(['sequence', 'name', 'value'])
      .where('sequence', 'in', sequences.slice(from, from + chunkSize))
      .execute()
    for (const { sequence, name, value } of rows) {
      values.set(sequence, { ...values.get(sequence), [name]: JSON.parse(value) })
    }
  }
  return values
}

function filterEntries(
  db: Db,
  { search, action, labelled }: AuditLogQuery,
  { values, actors, subjects }: SearchMatches,
) {
  const keys = toSearchKeys(search)
  const labelledCodes = labelled?.split(',') ?? []
  const actions = auditActions.filter(
    (code) => code.includes(keys.key) || labelledCodes.includes(code),
  )
  return db
    .selectFrom('audit')
    .$if(action !== undefined, (audit) => audit.where('action', '=', action ?? 'legacy.other'))
    .$if(keys.key !== '', (audit) =>
      audit.where((eb) =>
        eb.or([
          ...(values === null
            ? [eb('sequence', 'in', selectValuesLike(db, keys.key))]
            : values.length > 0
              ? [eb('sequence', 'in', values)]
              : []),
          ...(actors === null
            ? [eb('actor_id', 'in', selectAccountsLike(db, keys))]
            : actors.length > 0
              ? [eb('actor_id', 'in', actors)]
              : []),
          ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
          ...(subjects.length > 0 ? [eb('subject', 'in', subjects)] : []),
        ]),
      ),
    )
}

const toSearchKeys = (search = '') => ({
  key: buildSearchKey(search),
  address: toAddressKey(search),
})
type SearchKeys = ReturnType<typeof toSearchKeys>

type SearchMatches = {
  /** Null where they are too many to be named. */
  readonly values: number[] | null
  readonly actors: string[] | null
  readonly subjects: readonly string[]
  /** Accounts of staff that are no longer there, where only staff is asked for. */
  readonly erasedStaff: readonly string[]
}

/** Looks up the search words, once for the page and for the count. */
async function findMatches(db: Db, { search, by }: AuditLogQuery): Promise<SearchMatches> {
  const keys = toSearchKeys(search)
  const erasedStaff = by === 'staff' ? await findErasedStaff(db) : []
  if (!keys.key) return { values: [], actors: [], subjects: [], erasedStaff }
  const [values, actors, subjects] = await Promise.all([
    selectValuesLike(db, keys.key)
      .limit(maxMatches + 1)
      .execute(),
    selectAccountsLike(db, keys)
      .limit(maxMatches + 1)
      .execute(),
    findSubjectsLike(db, keys),
  ])
  return {
    values: values.length > maxMatches ? null : values.map(({ sequence }) => sequence),
    actors: actors.length > maxMatches ? null : actors.map(({ id }) => id),
    subjects,
    erasedStaff,
  }
}

/** Nearly all values are IPv4 addresses, and few words can be part of one. */
const addressPart = /^[\d.]+$/
const isNoIpv4Address = sql<SqlBool>`(name <> 'address' or search_key like '%:%')`

function selectValuesLike(db: Db, key: string) {
  const values = db
    .selectFrom('audit_values')
    .select('sequence')
    .where((eb) => containsText(eb.ref('search_key'), key))
  return addressPart.test(key) ? values : values.where(isNoIpv4Address)
}

function selectAccountsLike(db: Db, { key, address }: SearchKeys) {
  return db
    .selectFrom('accounts')
    .select('id')
    .where((eb) =>
      eb.or([
        containsAddress(eb.ref('email'), [key, address]),
        containsWords(withoutApostrophes(eb.fn('lower', ['name'])), key),
      ]),
    )
}

const maxMatches = 500

/** The ids of students, tests and attempts that the words name. */
async function findSubjectsLike(db: Db, { key, address }: SearchKeys): Promise<string[]> {
  const students = await db
    .selectFrom('students')
    .select('id')
    .where((eb) =>
      eb.or([
        containsWords(eb.ref('name_key'), key),
        containsAddress(eb.ref('email'), [key, address]),
      ]),
    )
    .limit(maxMatches)
    .execute()
  const exams = await db
    .selectFrom('exams')
    .select('id')
    .where((eb) => containsWords(eb.ref('title_key'), key))
    .limit(maxMatches)
    .execute()
  const studentIds = students.map(({ id }) => id)
  const attempts =
    studentIds.length === 0
      ? []
      : await db
          .selectFrom('attempts')
          .select('id')
          .where('student_id', 'in', studentIds)
          .limit(maxMatches)
          .execute()
  return [...students, ...exams, ...attempts].map(({ id }) => id)
}
