import { incidentKindNames, outcomeNames } from '#contract/incident-labels.ts'
import type { IncidentGroup, IncidentMember } from '#contract/incidents.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { audit } from '../audit-log/audit.ts'
import { toBatches } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  type Cell,
  createSpreadsheet,
  type SpreadsheetColumn,
  type SpreadsheetFile,
} from '../platform/spreadsheet.ts'
import { findIncidentGroups, type IncidentFilters, serializeGroups } from './list-incidents.ts'

type ExportRow = { readonly group: IncidentGroup; readonly member: IncidentMember }

const statusNames: Readonly<Record<IncidentMember['status'], string>> = {
  running: 'Running',
  ended: 'Ended',
  void: 'Void, not counted',
}

const columns: readonly SpreadsheetColumn<ExportRow>[] = [
  ['Test', ({ group }) => group.testTitle],
  ['Incident', ({ group }) => incidentKindNames[group.kind]],
  ['Students in it', ({ group }) => new Set(group.members.map((one) => one.attemptId)).size],
  ['Student', ({ member }) => toStudentLabel(member)],
  ['From', ({ member }) => toMoment(member.at)],
  ['For (s)', ({ member }) => toSeconds(member.durationMs)],
  ['Ended at', ({ member }) => toMoment(member.ended?.at)],
  ['Finish reason', ({ member }) => member.ended?.reason ?? null],
  ['Attempt now', ({ member }) => statusNames[member.status]],
  ['Answered', ({ member }) => member.answered],
  ['Questions', ({ member }) => member.totalQuestions],
  ['What the student wrote', ({ member }) => member.statement?.text ?? null],
  ['Written at', ({ member }) => toMoment(member.statement?.at)],
  ['Decision', ({ member: { decision } }) => decision && outcomeNames[decision.outcome]],
  ['Why', ({ member }) => member.decision?.why ?? null],
  ['Given back (s)', ({ member }) => toSeconds(member.decision?.givenMs ?? null)],
  ['Decided at', ({ member }) => toMoment(member.decision?.at)],
  ['Decided by', ({ member: { decision } }) => decision && (decision.by ?? 'An erased account')],
]

const groupsPerChunk = 100

type ExportIncidentsInput = {
  readonly query: IncidentFilters & { readonly format: 'csv' | 'xlsx' }
  readonly actor: Actor
}

/** One row a student, in the order of the list. */
export async function exportIncidents(
  deps: Deps,
  { query, actor }: ExportIncidentsInput,
): Promise<SpreadsheetFile> {
  const at = deps.now()
  const groups = await findIncidentGroups(deps, query, at)
  const count = groups.reduce((sum, { members }) => sum + members.length, 0)
  const detail = { count, format: query.format }
  await deps.db.write((tx) => audit(tx, deps, { actor, action: 'incidents.exported', detail }, at))
  const table = { title: 'incidents', sheet: 'Incidents', columns, chunks: loadRows() }
  return createSpreadsheet(table, query.format, at)

  async function* loadRows() {
    for (const batch of toBatches(groups, groupsPerChunk)) {
      const found = await serializeGroups(deps.db.read, batch, at)
      yield found.flatMap((group) => group.members.map((member) => ({ group, member })))
    }
  }
}

function toMoment(instant: string | undefined): Cell {
  return instant === undefined ? null : { at: Date.parse(instant) }
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1000)
}
