import { type Selectable, sql } from 'kysely'
import type { Seat } from '#core/exam-windows/seats.ts'
import { countUnpausedViolations } from '#core/proctoring/late-events.ts'
import { eventKinds, isViolation } from '#core/proctoring/policy.ts'
import { type AttemptRecord, toAttemptRecord } from '../attempts/attempt-record.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { AttemptRow } from '../database/tables.ts'
import { listLiveSeats } from '../exam-windows/seat-queries.ts'
import { namesakeIdentifier } from '../students/namesake-identifier.ts'

const rowsPerStatement = 500

export type LiveAttempt = AttemptRecord & {
  readonly studentName: string
  /** Set for a student with a namesake. */
  readonly studentIdentifier: string | null
  readonly seat: Seat | null
  readonly answered: number
  /** Differs after each event that is written, and after each that gets longer. */
  readonly eventsKey: string
}

type NamedRow = Selectable<AttemptRow> & {
  readonly student_name: string
  readonly identifier: string | null
  readonly answered: number | null
  readonly events_key: string | null
}

/**
 * Running ones, and those that ended from this moment on; of each student the one that runs, which
 * may be an older one that was reopened, else the newest.
 */
export async function listLiveAttempts(
  db: Db,
  examId: string,
  { endedSince, at }: { readonly endedSince: number; readonly at: number },
): Promise<LiveAttempt[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .selectAll('attempts')
    .select(['students.name as student_name', namesakeIdentifier])
    .select(({ selectFrom, fn }) => [
      selectFrom('answers')
        .whereRef('attempt_id', '=', 'attempts.id')
        .select(fn.countAll<number>().as('count'))
        .as('answered'),
      selectFrom('attempt_events')
        .whereRef('attempt_id', '=', 'attempts.id')
        .select(sql<string>`count(*) || ' ' || coalesce(sum(duration_ms), 0)`.as('key'))
        .as('events_key'),
    ])
    .where('exam_id', '=', examId)
    .where('students.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', endedSince)]))
    .orderBy('started_at')
    .execute()
  const seats = await listLiveSeats(db, examId, at)
  const shown = new Map<string, NamedRow>()
  for (const row of rows) {
    const isOtherRunning = shown.get(row.student_id)?.finished_at === null
    if (!isOtherRunning) shown.set(row.student_id, row)
  }
  return [...shown.values()].map((row) => ({
    ...toAttemptRecord(row),
    studentName: row.student_name,
    studentIdentifier: row.identifier,
    seat: seats.get(row.student_id) ?? null,
    answered: Number(row.answered),
    eventsKey: row.events_key ?? '',
  }))
}

export async function listExamsWithRunningAttempts(
  db: Db,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('exams')
    .select(['id', 'title'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', (of) =>
      of.selectFrom('attempts').select('exam_id').where('finished_at', 'is', null),
    )
    .orderBy('title_key')
    .orderBy('id')
    .execute()
}

const countedKinds = [...eventKinds.filter((kind) => isViolation(kind, 'strict')), 'pause'] as const

/** By attempt; one without violations is missing. */
export async function countViolationsByAttempt(
  db: Db,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const ids of toBatches(attemptIds, rowsPerStatement)) {
    const rows = await db
      .selectFrom('attempt_events')
      .select(['attempt_id', 'kind', 'at', 'duration_ms as durationMs'])
      .where('attempt_id', 'in', ids)
      .where('kind', 'in', countedKinds)
      .execute()
    for (const [id, events] of Map.groupBy(rows, (row) => row.attempt_id))
      counts.set(id, countUnpausedViolations(events))
  }
  return counts
}
