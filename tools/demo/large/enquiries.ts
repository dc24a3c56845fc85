import type Sqlite from 'better-sqlite3'
import { enquiryCourses } from '#contract/enquiries.ts'
import { buildSearchKey } from '#core/text/search-key.ts'
import { hour } from '../calendar.ts'
import type { Dice } from '../dice.ts'
import { phone } from '../students.ts'
import type { Member } from './crowd.ts'
import { rowsOf } from './rows.ts'

/** Of one in five, some hours before they registered; the last hundred wait for a call. */
export function addEnquiries(
  sqlite: Sqlite.Database,
  members: readonly Member[],
  { dice, newId }: { dice: Dice; newId: () => string },
) {
  const addEnquiry = rowsOf(sqlite, 'enquiries')
  const askers = members.filter((_, place) => place % 5 === 0)
  for (const [place, { name, email, registeredAt }] of askers.entries()) {
    const createdAt = registeredAt - dice.between(2, 90) * hour
    addEnquiry({
      id: newId(),
      name,
      name_key: buildSearchKey(name),
      email,
      contact: phone(dice),
      course: dice.pick(enquiryCourses),
      created_at: createdAt,
      handled_at: place < askers.length - 100 ? createdAt + hour : null,
    })
  }
}
