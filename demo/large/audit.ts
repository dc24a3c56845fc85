import type Sqlite from 'better-sqlite3'
import { type AuditEvent, linkEntry } from '#server/audit-log/audit.ts'
import { emptyHead } from '#server/audit-log/audit-chain.ts'
import type { Actor } from '#server/http/session.ts'
import { day, hour, minute } from '../calendar.ts'
import { adminEmail } from '../logins.ts'
import type { Random } from '../random.ts'
import type { CohortMember } from './cohort.ts'
import { createInserter } from './create-inserter.ts'
import type { LargeExam } from './exams.ts'

type AddAuditInput = { readonly random: Random; readonly newId: () => string; readonly now: number }
export type PastAttempt = { readonly member: CohortMember; readonly at: number }
type TimedEvent = Omit<AuditEvent, 'actor'> & {
  readonly at: number
  readonly by: Pick<Actor, 'id' | 'email'>
}

/**
 * Every attempt has a login before it, and the admin has updated each student and written each
 * test.
 */
export function addAudit(
  sqlite: Sqlite.Database,
  history: {
    readonly members: readonly CohortMember[]
    readonly exams: readonly LargeExam[]
    readonly attempts: readonly PastAttempt[]
  },
  { random, newId, now }: AddAuditInput,
) {
  const admin = { id: getAccountId(sqlite, adminEmail), email: adminEmail }
  const events: TimedEvent[] = history.attempts.map(({ member, at }) => ({
    at: at - random.between(1, 9) * minute,
    by: member,
    action: 'session.started',
  }))
  for (const { id, registeredAt } of history.members) {
    const at = registeredAt + random.between(2, 60) * hour
    const detail = { fields: ['fees', 'startDate'] }
    events.push({ at, by: admin, action: 'student.updated', subject: id, detail })
  }
  for (const { id, heldAt, resultsReleasedAt } of history.exams) {
    const base = { by: admin, subject: id }
    events.push({ ...base, at: heldAt - 4 * day, action: 'exam.created' })
    events.push({ ...base, at: heldAt - 3 * day, action: 'exam.released' })
    if (resultsReleasedAt)
      events.push({ ...base, at: resultsReleasedAt, action: 'results.released' })
  }
  events.sort((one, other) => one.at - other.at)
  const addEntry = createInserter(sqlite, 'audit')
  const addValue = createInserter(sqlite, 'audit_values')
  let head = emptyHead
  for (const { by, at, ...event } of events) {
    const address = `10.0.${random.between(0, 3)}.${random.between(2, 250)}`
    const link = { head, newId, at: Math.min(at, now) }
    const { entry, values } = linkEntry({ ...event, actor: { ...by, address } }, link)
    addEntry(entry)
    for (const value of values) addValue(value)
    head = entry
  }
}

function getAccountId(sqlite: Sqlite.Database, email: string): string {
  return sqlite.prepare('SELECT id FROM accounts WHERE email = ?').pluck().get(email) as string
}
