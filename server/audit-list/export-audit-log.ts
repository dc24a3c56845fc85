import type { z } from 'zod'
import { auditLabels, toActorLabel, toOriginLabel } from '#contract/audit-labels.ts'
import type { AuditEntry, exportAuditEntries } from '#contract/audit-log.ts'
import { describeEntry, describeOthers } from '#contract/describe-audit-entry.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  createSpreadsheet,
  rowsPerChunk,
  type SpreadsheetColumn,
  type SpreadsheetFile,
} from '../platform/spreadsheet.ts'
import { countEntries, findLastSequence, listEntries } from './queries.ts'
import { toAuditEntries } from './serialize.ts'

const columns: readonly SpreadsheetColumn<AuditEntry>[] = [
  ['When', ({ at }) => ({ at: Date.parse(at) })],
  ['What', ({ action }) => auditLabels[action]],
  ['Whom or what', toSubjectText],
  ['Details', (entry) => describeEntry(entry).join('; ')],
  ['Who', toActorLabel],
  ['From where', toOriginLabel],
]

function toSubjectText(entry: AuditEntry): string {
  return `${entry.about.map(({ name }) => name).join(', ')}${describeOthers(entry)}`
}

type ExportInput = {
  readonly query: z.output<typeof exportAuditEntries.query>
  readonly actor: Actor
}

/** The list as it is at this moment: the export’s own entry, and later ones, are not in it. */
export async function exportAuditLog(
  deps: Deps,
  { query: { format, ...query }, actor }: ExportInput,
): Promise<SpreadsheetFile> {
  const { db, now } = deps
  const filters = { ...query, upTo: await findLastSequence(db.read) }
  const count = await countEntries(db.read, filters)
  const at = now()
  const event = { actor, action: 'audit-log.exported', detail: { count, format } } as const
  await db.write((tx) => audit(tx, deps, event, at))
  const table = { title: 'audit-log', sheet: 'Audit log', columns, chunks: loadEntries() }
  return createSpreadsheet(table, format, at)

  async function* loadEntries() {
    for (let offset = 0; offset < count; offset += rowsPerChunk) {
      const { rows } = await listEntries(db.read, { ...filters, offset, limit: rowsPerChunk })
      yield toAuditEntries(db.read, rows)
    }
  }
}
