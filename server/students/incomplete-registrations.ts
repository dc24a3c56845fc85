import type { z } from 'zod'
import type { listIncompleteRegistrations } from '#contract/incomplete-registrations.ts'
import { postponementMs } from '#core/students/registration-due.ts'
import { setRegistrationDue } from '../accounts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import { type CountedPage, paginate, type SortColumns } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  matchesStudent,
  type StudentQuery,
  type StudentRecord,
  type StudentSort,
} from './queries.ts'

type ListQuery = z.output<typeof listIncompleteRegistrations.query> &
  Pick<StudentQuery, 'findsParents'>

export type IncompleteRegistration = Pick<
  StudentRecord,
  'id' | 'name' | 'roll_number' | 'email' | 'phone'
> & { readonly registration_due_at: number | null }

const sortColumns: SortColumns<StudentSort> = {
  name: ['name_key', 'id'],
  time: ['created_at', 'id'],
}

/** The students, none of them deleted, who have yet to give the rest of their registration. */
export function listIncomplete(
  db: Db,
  query: ListQuery,
): Promise<CountedPage<IncompleteRegistration>> {
  const incomplete = db
    .selectFrom('accounts')
    .select('id')
    .where('registration_due_at', 'is not', null)
  return paginate(query, {
    matching: db
      .selectFrom('students')
      .where('deleted_at', 'is', null)
      .where('id', 'in', incomplete)
      .where(matchesStudent(query)),
    columns: sortColumns,
    load: (page, inOrder) =>
      inOrder(db.selectFrom('students'))
        .select(['id', 'name', 'roll_number', 'email', 'phone'])
        .select((eb) =>
          eb
            .selectFrom('accounts')
            .select('registration_due_at')
            .whereRef('accounts.id', '=', 'students.id')
            .as('registration_due_at'),
        )
        .where('id', 'in', page.select('id'))
        .execute(),
  })
}

type PostponeInput = {
  readonly ids: readonly string[]
  readonly isPostponed: boolean
  readonly actor: Actor
}

/** @returns those of them who have yet to give it; the others stay as they are */
export function postponeRegistrations(
  deps: Deps,
  { ids, isPostponed, actor }: PostponeInput,
): Promise<string[]> {
  return deps.db.write(async (tx) => {
    const at = deps.now()
    const dueAt = isPostponed ? at + postponementMs : at
    const changed = await setRegistrationDue(tx, ids, dueAt)
    const action = isPostponed ? 'registrations.postponed' : 'registrations.due'
    if (changed.length > 0) await audit(tx, deps, { actor, action, detail: { ids: changed } }, at)
    return changed
  })
}
