import type Sqlite from 'better-sqlite3'
import { type Actor, type AuditEvent, linkEntry } from '#server/audit-log/audit.ts'
import { emptyHead } from '#server/audit-log/audit-chain.ts'
import { day, hour, minute } from '../calendar.ts'
import type { Dice } from '../dice.ts'
import { adminEmail } from '../logins.ts'
import type { Member } from './crowd.ts'
import type { LargeExam } from './exams.ts'
import { rowsOf } from './rows.ts'

type Given = { readonly dice: Dice; readonly newId: () => string; readonly now: number }
export type Sat = { readonly member: Member; readonly at: number }
type Done = Omit<AuditEvent, 'actor'> & {
  readonly at: number
  readonly by: Pick<Actor, 'id' | 'email'>
}

/** Whoever sat had signed in; the admin keeps each student and test. */
export function addAudit(
  sqlite: Sqlite.Database,
  did: {
    readonly members: readonly Member[]
    readonly exams: readonly LargeExam[]
    readonly sat: readonly Sat[]
  },
  { dice, newId, now }: Given,
) {
  const admin = { id: idOf(sqlite, adminEmail), email: adminEmail }
  const done: Done[] = did.sat.map(({ member, at }) => ({
    at: at - dice.between(1, 9) * minute,
    by: member,
    action: 'session.started',
  }))
  for (const { id, registeredAt } of did.members) {
    const at = registeredAt + dice.between(2, 60) * hour
    const detail = { fields: ['fees', 'startDate'] }
    done.push({ at, by: admin, action: 'student.updated', subject: id, detail })
  }
  for (const { id, heldAt, resultsReleasedAt } of did.exams) {
    const about = { by: admin, subject: id }
    done.push({ ...about, at: heldAt - 4 * day, action: 'exam.created' })
    done.push({ ...about, at: heldAt - 3 * day, action: 'exam.released' })
    if (resultsReleasedAt)
      done.push({ ...about, at: resultsReleasedAt, action: 'results.released' })
  }
  done.sort((one, other) => one.at - other.at)
  const addEntry = rowsOf(sqlite, 'audit')
  const addValue = rowsOf(sqlite, 'audit_values')
  let head = emptyHead
  for (const { by, at, ...event } of done) {
    const address = `10.0.${dice.between(0, 3)}.${dice.between(2, 250)}`
    const link = { head, newId, at: Math.min(at, now) }
    const { entry, values } = linkEntry({ ...event, actor: { ...by, address } }, link)
    addEntry(entry)
    for (const value of values) addValue(value)
    head = entry
  }
}

function idOf(sqlite: Sqlite.Database, email: string): string {
  return sqlite.prepare('SELECT id FROM accounts WHERE email = ?').pluck().get(email) as string
}
