import type { AuditRow } from '../database/tables.ts'
import type { Db } from '../deps.ts'
import { type AuditHead, emptyHead, hashEntry, hashValue } from './audit-chain.ts'

export type ChainReport =
  | { readonly isWhole: true; readonly count: number; readonly head: AuditHead }
  | { readonly isWhole: false; readonly brokenAt: number; readonly why: string }

const pageSize = 1_000
const mostEntries = 2 ** 31 - 1

/**
 * Follows the audit log from its first entry. A value may be missing, since values are erased; one
 * that is there must be the one that was written. Entries cut off at the end are found only
 * against a head that was kept elsewhere: in a backup or in the daily log.
 */
export async function verifyChain(db: Db, keptHead?: AuditHead): Promise<ChainReport> {
  let head = emptyHead
  for (;;) {
    const page = await db
      .selectFrom('audit')
      .selectAll()
      .where('sequence', '>', head.sequence)
      .orderBy('sequence')
      .limit(pageSize)
      .execute()
    const values = await valuesFrom(db, head.sequence, page.at(-1)?.sequence ?? 0)
    for (const entry of page) {
      const brokenAt = head.sequence + 1
      const fault = faultOf(entry, head, values.get(entry.sequence) ?? [])
      if (fault) return { isWhole: false, brokenAt, why: fault }
      if (entry.sequence === keptHead?.sequence && entry.hash !== keptHead.hash) {
        return { isWhole: false, brokenAt, why: 'it is not the entry that the kept head names' }
      }
      head = { sequence: entry.sequence, hash: entry.hash }
    }
    if (page.length < pageSize) break
  }
  const brokenAt = head.sequence + 1
  if (keptHead && keptHead.sequence > head.sequence) {
    const why = `the log ends here, but the kept head is entry ${keptHead.sequence}`
    return { isWhole: false, brokenAt, why }
  }
  if ((await valuesFrom(db, head.sequence, mostEntries)).size > 0) {
    return { isWhole: false, brokenAt, why: 'it is missing, but values of it are there' }
  }
  return { isWhole: true, count: head.sequence, head }
}

type StoredValue = { readonly name: string; readonly value: string; readonly salt: string }

async function valuesFrom(db: Db, after: number, to: number): Promise<Map<number, StoredValue[]>> {
  const rows = await db
    .selectFrom('audit_values')
    .select(['sequence', 'name', 'value', 'salt'])
    .where('sequence', '>', after)
    .where('sequence', '<=', to)
    .execute()
  return Map.groupBy(rows, ({ sequence }) => sequence)
}

function faultOf(entry: AuditRow, before: AuditHead, values: readonly StoredValue[]) {
  if (entry.sequence !== before.sequence + 1) return 'it is missing'
  if (entry.previous_hash !== before.hash) return 'it does not follow the entry before'
  if (entry.hash !== hashEntry(entry)) return 'it was changed'
  const hashes: Readonly<Record<string, string>> = JSON.parse(entry.value_hashes ?? '{}')
  const changed = values.find(({ name, value, salt }) => hashes[name] !== hashValue(salt, value))
  return changed ? `its value "${changed.name}" was changed` : null
}
