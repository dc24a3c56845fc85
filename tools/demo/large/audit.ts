import type Sqlite from 'better-sqlite3'
import type { DeedName } from '#contract/audit.ts'
import { nameKey } from '#core/name-key.ts'
import { day, hour, minute } from '../calendar.ts'
import type { Dice } from '../dice.ts'
import { adminEmail } from '../logins.ts'
import type { Member } from './crowd.ts'
import type { LargeExam } from './exams.ts'
import { rowsOf } from './rows.ts'

type Given = { readonly dice: Dice; readonly newId: () => string; readonly now: number }
export type Sat = { readonly member: Member; readonly at: number }
type Deed = {
  readonly at: number
  readonly by: { readonly id: string | null; readonly email: string }
  readonly action: DeedName
  readonly subject?: string
  readonly detail?: string
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
  const add = rowsOf(sqlite, 'audit')
  const admin = { id: null, email: adminEmail }
  const deeds: Deed[] = did.sat.map(({ member, at }) => ({
    at: at - dice.between(1, 9) * minute,
    by: member,
    action: 'signed in',
  }))
  for (const { id, registeredAt } of did.members) {
    const at = registeredAt + dice.between(2, 60) * hour
    deeds.push({
      at,
      by: admin,
      action: 'updated a student',
      subject: id,
      detail: 'fees, start date',
    })
  }
  for (const { id, paper, heldAt, resultsReleasedAt } of did.exams) {
    const about = { by: admin, subject: id, detail: paper.title }
    deeds.push({ ...about, at: heldAt - 4 * day, action: 'created a test' })
    deeds.push({ ...about, at: heldAt - 3 * day, action: 'released a test' })
    if (resultsReleasedAt)
      deeds.push({ ...about, at: resultsReleasedAt, action: 'released results' })
  }
  deeds.sort((one, other) => one.at - other.at)
  for (const { at, by, action, subject = null, detail = null } of deeds) {
    const address = `10.0.${dice.between(0, 3)}.${dice.between(2, 250)}`
    const words = [by.email, action, address, detail ?? ''].join(' ')
    add({
      id: newId(),
      at: Math.min(at, now),
      actor_id: by.id,
      actor: by.email,
      action,
      subject,
      detail,
      address,
      search_key: nameKey(words).slice(0, 500),
    })
  }
}
