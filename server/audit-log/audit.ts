import { PostgresAdapter, sql } from 'kysely'
import type { AuditAction, AuditDetail, AuditValue } from '#contract/audit-log.ts'
import { buildSearchKey } from '#core/text.ts'
import { canonicalJson, hashEntry, hashValue } from '../database/audit-hash.ts'
import { type Db, runBeforeCommit } from '../database/database.ts'
import type { AuditRow, AuditValueRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { type AuditHead, emptyHead } from './audit-chain.ts'

/** The server itself, by one of its jobs. */
export const systemActor: Actor = { id: null, email: 'system', address: '' }

export type AuditEvent = {
  readonly actor: Actor
  readonly action: AuditAction
  /** The id of whom or what it is about. */
  readonly subject?: string
  /** Ids, codes, field names and counts: this stays for ever. */
  readonly detail?: AuditDetail
  /** Reasons, old and new values, addresses: these are erased with the person, or in time. */
  readonly values?: Readonly<Record<string, AuditValue | undefined>>
  /** The id of the account whose data it is about, where that is not the subject. */
  readonly person?: string
}

/**
 * Adds an entry, in the transaction of the action that it records, linked to the entry before it.
 * @throws when the detail contains free text: that belongs to the values
 */
export async function audit(
  tx: Db,
  { newId }: Pick<Deps, 'newId'>,
  event: AuditEvent,
  at: number,
): Promise<void> {
  assertCodesOnly(event.detail ?? {})
  await runBeforeCommit(tx, async () => {
    const { entry, values } = linkEntry(event, { head: await lockAuditHead(tx), newId, at })
    await tx.insertInto('audit').values(entry).execute()
    if (values.length > 0) await tx.insertInto('audit_values').values(values).execute()
  })
}

type LinkOptions = { readonly head: AuditHead; readonly newId: () => string; readonly at: number }

/** The rows of an entry that follows the head. */
export function linkEntry(
  { actor, action, subject, detail = {}, values = {}, person }: AuditEvent,
  { head, newId, at }: LinkOptions,
): { entry: AuditRow; values: AuditValueRow[] } {
  const sequence = head.sequence + 1
  const owner = person ?? subject ?? actor.id
  const rows = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [toValueRow({ sequence, name, value, at }, newId(), owner)],
  )
  if (actor.address) {
    const address = { sequence, name: 'address', value: actor.address, at }
    rows.push(toValueRow(address, newId(), actor.id))
  }
  const hashes = rows.map(({ name, salt, value }) => [name, hashValue(salt, value)] as const)
  const entry = {
    sequence,
    id: newId(),
    at,
    actor_id: actor.id,
    action,
    subject: subject ?? null,
    detail: canonicalJson({ ...detail, person }),
    value_hashes: canonicalJson(Object.fromEntries(hashes)),
    previous_hash: head.hash,
  }
  return { entry: { ...entry, hash: hashEntry(entry) }, values: rows }
}

type NamedValue = { sequence: number; name: string; value: AuditValue; at: number }

function toValueRow(
  { sequence, name, value, at }: NamedValue,
  salt: string,
  person: string | null,
): AuditValueRow {
  return {
    sequence,
    name,
    value: JSON.stringify(value),
    salt,
    person_id: person,
    at,
    search_key: buildSearchKey(toSearchText(value)).slice(0, 500),
  }
}

function toSearchText(value: AuditValue): string {
  if (value === null) return ''
  return typeof value === 'object' ? `${value.from ?? ''} ${value.to ?? ''}` : String(value)
}

/** Own to the audit log of one schema. */
const lockKey = 7_302_512

/** The newest entry; on PostgreSQL nobody else adds one until the transaction ends. */
async function lockAuditHead(tx: Db): Promise<AuditHead> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`SELECT pg_advisory_xact_lock(${lockKey}, hashtext(current_schema()))`.execute(tx)
  }
  return readAuditHead(tx)
}

export async function readAuditHead(db: Db): Promise<AuditHead> {
  const head = await db
    .selectFrom('audit')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? emptyHead
}

/** An id, a code or the name of a field. */
const code = /^[\w.:-]{1,64}$/

function assertCodesOnly(detail: AuditDetail): void {
  for (const [name, value] of Object.entries(detail)) {
    const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
    if (!code.test(name) || !texts.every((text) => code.test(text))) {
      throw new Error(`The detail "${name}" of an audit entry is no id and no code.`)
    }
  }
}

/**
 * Erases the values about these people beside the log's entries; the entries and their hashes stay.
 */
export async function eraseAuditValues(tx: Db, accountIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('audit_values').where('person_id', 'in', accountIds).execute()
  // A failed login has no actor: the account that was meant is its subject.
  const failedLogins = tx
    .selectFrom('audit')
    .select('sequence')
    .where('subject', 'in', accountIds)
    .where('actor_id', 'is', null)
  await tx.deleteFrom('audit_values').where('sequence', 'in', failedLogins).execute()
}

/** Those written up to this time, about anyone. */
export async function eraseOldAuditValues(tx: Db, until: number): Promise<void> {
  await tx.deleteFrom('audit_values').where('at', '<=', until).execute()
}
