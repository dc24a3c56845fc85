import type { RunningTest } from '#contract/students.ts'
import type { Refusal } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { lockStudents, markStudentsDeleted } from './deletion-queries.ts'

/** Seats are a slice to the right, so the app passes in who gives them. */
export type SeatingDeps = {
  readonly seatStudents: (tx: Db, studentIds: readonly string[], at: number) => Promise<void>
}

export type DeletionDeps = Deps & {
  readonly listRunningTests: (
    tx: Db,
    studentIds: readonly string[],
    at: number,
  ) => Promise<readonly RunningTest[]>
} & SeatingDeps

type DeleteStudentsInput = { readonly ids: readonly string[]; readonly actor: Actor }

/** All or nobody. @returns how many were there to delete */
export async function deleteStudents(
  deps: DeletionDeps,
  { ids, actor }: DeleteStudentsInput,
): Promise<number | Refusal<'attempt-running'>> {
  return deps.db.write(async (tx) => {
    const at = deps.now()
    // A start waits for this lock, or is seen behind it.
    const present = await lockStudents(tx, ids)
    const running = await deps.listRunningTests(tx, present, at)
    const [first] = running
    if (first) {
      const { test, endsAt } = first
      return { refused: 'attempt-running', details: { test, endsAt, running } }
    }
    await markStudentsDeleted(tx, present, at)
    await deps.seatStudents(tx, present, at)
    const event = { actor, action: 'students.deleted', detail: { ids: present } } as const
    if (present.length > 0) await audit(tx, deps, event, at)
    return present.length
  })
}
