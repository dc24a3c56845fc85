import { hashEntry, hashValue } from '../database/audit-hash.ts'
import type { Db } from '../database/database.ts'
import type { AuditRow } from '../database/tables.ts'

export type AuditHead = { readonly sequence: number; readonly hash: string }

/** "1204:mT3…", as it is logged, kept in backups and given to `npm run verify-audit`. */
export function formatHead({ sequence, hash }: AuditHead): string {
  return `${sequence}:${hash}`
}

/** Null for a text that is no head. */
export function parseHead(text: string): AuditHead | null {
  const [, sequence, hash = ''] = /^(\d{1,15}):([\w-]{43})?$/.exec(text.trim()) ?? []
  return sequence === undefined ? null : { sequence: Number(sequence), hash }
}

/** The link of the first entry. */
export const emptyHead: AuditHead = { sequence: 0, hash: '' }

type ChainReport =
  | { readonly isIntact: true; readonly count: number; readonly head: AuditHead }
  | { readonly isIntact: false; readonly brokenAt: number; readonly reason: string }

const pageSize = 1_000
const maxSequence = 2 ** 31 - 1

/**
 * Follows the audit log from its first entry. A value may be missing, since values are erased; one
 * that is there must be the one that was written. Entries cut off at the end are found only
 * against a head that was kept elsewhere: in a backup or in the daily log.
 */
export async function verifyAuditChain(db: Db, trustedHead?: AuditHead): Promise<ChainReport> {
  let head = emptyHead
  for (;;) {
    const page = await db
      .selectFrom('audit')
      .selectAll()
      .where('sequence', '>', head.sequence)
      .orderBy('sequence')
      .limit(pageSize)
      .execute()
    const values = await listValues(db, head.sequence, page.at(-1)?.sequence ?? 0)
    for (const entry of page) {
      const brokenAt = head.sequence + 1
      const tampering = findTampering(entry, head, values.get(entry.sequence) ?? [])
      if (tampering) return { isIntact: false, brokenAt, reason: tampering }
      if (entry.sequence === trustedHead?.sequence && entry.hash !== trustedHead.hash) {
        return { isIntact: false, brokenAt, reason: 'it is not the entry that the kept head names' }
      }
      head = { sequence: entry.sequence, hash: entry.hash }
    }
    if (page.length < pageSize) break
  }
  const brokenAt = head.sequence + 1
  if (trustedHead && trustedHead.sequence > head.sequence) {
    const reason = `the log ends here, but the kept head is entry ${trustedHead.sequence}`
    return { isIntact: false, brokenAt, reason }
  }
  if ((await listValues(db, head.sequence, maxSequence)).size > 0) {
    return { isIntact: false, brokenAt, reason: 'it is missing, but values of it are there' }
  }
  return { isIntact: true, count: head.sequence, head }
}

type StoredValue = { readonly name: string; readonly value: string; readonly salt: string }

async function listValues(db: Db, after: number, to: number): Promise<Map<number, StoredValue[]>> {
  const rows = await db
    .selectFrom('audit_values')
    .select(['sequence', 'name', 'value', 'salt'])
    .where('sequence', '>', after)
    .where('sequence', '<=', to)
    .execute()
  return Map.groupBy(rows, ({ sequence }) => sequence)
}

function findTampering(entry: AuditRow, previousHead: AuditHead, values: readonly StoredValue[]) {
  if (entry.sequence !== previousHead.sequence + 1) return 'it is missing'
  if (entry.previous_hash !== previousHead.hash) return 'it does not follow the entry before'
  if (entry.hash !== hashEntry(entry)) return 'it was changed'
  const hashes: Readonly<Record<string, string>> = JSON.parse(entry.value_hashes ?? '{}')
  const changed = values.find(({ name, value, salt }) => hashes[name] !== hashValue(salt, value))
  return changed ? `its value "${changed.name}" was changed` : null
}
