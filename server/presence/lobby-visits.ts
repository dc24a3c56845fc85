import type { Db } from '../database/database.ts'
import { awaitMinorWrite } from '../database/minor-write.ts'
import type { Deps } from '../deps.ts'

/** A page in sight calls in time, also over a slow line. */
const slackMs = 30_000
const writtenAfterMs = 2_000
/** A row has five values, and an engine takes only so many in one statement. */
const rowsPerStatement = 200

type Call = {
  readonly examId: string
  readonly studentId: string
  readonly at: number
  readonly pollAfterSeconds: number
}

type Visit = {
  readonly exam_id: string
  readonly student_id: string
  readonly since_at: number
  readonly seen_at: number
  readonly until_at: number
}

/** Notes who waits in a lobby: the calls of some seconds in one go, so that a class costs little. */
export function createLobbyLog({ db, log }: Pick<Deps, 'db' | 'log'>) {
  const received = new Map<string, Visit>()

  async function write() {
    const visits = [...received.values()]
    received.clear()
    for (let from = 0; from < visits.length; from += rowsPerStatement) {
      const some = visits.slice(from, from + rowsPerStatement)
      await awaitMinorWrite(
        db.write((tx) => saveVisits(tx, some)),
        log,
      )
    }
  }

  return {
    note({ examId, studentId, at, pollAfterSeconds }: Call): void {
      if (received.size === 0) setTimeout(() => void write(), writtenAfterMs).unref()
      const until = at + pollAfterSeconds * 1000 + slackMs
      received.set(`${examId} ${studentId}`, {
        exam_id: examId,
        student_id: studentId,
        since_at: at,
        seen_at: at,
        until_at: until,
      })
    },
  }
}

/** A call in time goes on with the stay, a later one begins another. */
async function saveVisits(tx: Db, visits: readonly Visit[]): Promise<void> {
  // In one order, so that two processes never wait for each other.
  const rows = visits.toSorted((one, other) => (one.student_id < other.student_id ? -1 : 1))
  const present = await tx
    .selectFrom('students')
    .select('id')
    .where(
      'id',
      'in',
      rows.map((row) => row.student_id),
    )
    .execute()
  const ids = new Set(present.map(({ id }) => id))
  const values = rows.filter((row) => ids.has(row.student_id))
  if (values.length === 0) return
  await tx
    .insertInto('lobby_visits')
    .values(values)
    .onConflict((clash) =>
      clash.columns(['exam_id', 'student_id']).doUpdateSet((eb) => ({
        since_at: eb
          .case()
          .when('excluded.seen_at', '<=', eb.ref('lobby_visits.until_at'))
          .then(eb.ref('lobby_visits.since_at'))
          .else(eb.ref('excluded.since_at'))
          .end(),
        seen_at: eb.ref('excluded.seen_at'),
        until_at: eb.ref('excluded.until_at'),
      })),
    )
    .execute()
}

export type LobbyVisit = {
  readonly since: number
  readonly seenAt: number
  readonly until: number
}

/** The last stay in the lobby of an exam, by student. */
export async function listLobbyVisits(
  db: Db,
  examId: string,
): Promise<ReadonlyMap<string, LobbyVisit>> {
  const rows = await db
    .selectFrom('lobby_visits')
    .selectAll()
    .where('exam_id', '=', examId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.student_id,
      { since: row.since_at, seenAt: row.seen_at, until: row.until_at },
    ]),
  )
}
