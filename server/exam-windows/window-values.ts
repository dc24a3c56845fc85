import type { AuditValue } from '#contract/audit-log.ts'
import { formatInstant, pluralize } from '#contract/format.ts'
import { describeRooms } from '#contract/seat-words.ts'
import type { ListedWindow } from './queries.ts'

type AuditedWindow = Pick<
  ListedWindow,
  'kind' | 'batchName' | 'opensAt' | 'closesAt' | 'latestEntryAt' | 'endsAtClosing' | 'rooms'
> & {
  /** How many it names. */
  readonly students: number
}

/** For the audit log: what a window is or, beside an earlier one, what has changed of it. */
export function collectWindowValues(
  before: AuditedWindow | null,
  after: AuditedWindow,
): Record<string, AuditValue> {
  const from = before && toValues(before)
  const changed = Object.entries(toValues(after)).filter(([field, value]) => {
    return from === null ? value !== null : from[field] !== value
  })
  return Object.fromEntries(
    changed.map(([field, value]) => [
      field,
      from ? { from: from[field] ?? null, to: value } : value,
    ]),
  )
}

function toValues(window: AuditedWindow): Readonly<Record<string, string | boolean | null>> {
  return {
    audience: describeAudience(window),
    opensAt: formatInstant(window.opensAt),
    closesAt: formatInstant(window.closesAt),
    latestEntryAt: window.latestEntryAt === null ? null : formatInstant(window.latestEntryAt),
    endsAtClosing: window.endsAtClosing,
    rooms: window.rooms.length === 0 ? null : describeRooms(window.rooms),
  }
}

function describeAudience({ kind, batchName, students }: AuditedWindow): string {
  if (kind === 'everyone') return 'Everyone'
  return kind === 'batch' ? `Batch ${batchName}` : pluralize(students, 'student')
}
