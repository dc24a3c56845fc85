import type Sqlite from 'better-sqlite3'
import { enquiryCourses } from '#contract/enquiries.ts'
import { buildSearchKey } from '#core/text/search-key.ts'
import { hour } from '../calendar.ts'
import type { Random } from '../random.ts'
import { createPhone } from '../students.ts'
import type { CohortMember } from './cohort.ts'
import { createInserter } from './create-inserter.ts'

/** Of one in five, some hours before they registered; the last hundred wait for a call. */
export function addEnquiries(
  sqlite: Sqlite.Database,
  members: readonly CohortMember[],
  { random, newId }: { random: Random; newId: () => string },
) {
  const addEnquiry = createInserter(sqlite, 'enquiries')
  const enquirers = members.filter((_, index) => index % 5 === 0)
  for (const [index, { name, email, registeredAt }] of enquirers.entries()) {
    const createdAt = registeredAt - random.between(2, 90) * hour
    addEnquiry({
      id: newId(),
      name,
      name_key: buildSearchKey(name),
      email,
      contact: createPhone(random),
      course: random.pick(enquiryCourses),
      created_at: createdAt,
      handled_at: index < enquirers.length - 100 ? createdAt + hour : null,
    })
  }
}
