import { forcedReasons } from '#core/attempts/attempt.ts'
import { type ClusterMember, clusterWindowMs } from '#core/proctoring/incident-clusters.ts'
import { incidentEventKinds } from '#core/proctoring/incident-kinds.ts'
import type { Db } from '../database/database.ts'

type IncidentScope = { readonly since: number; readonly examId?: string | undefined }

/** The attempts to which something has happened since; also those of deleted students. */
export async function findAttemptsWithIncidents(
  db: Db,
  { since, examId }: IncidentScope,
): Promise<readonly string[]> {
  const events = await db
    .selectFrom('attempt_events')
    .select('attempt_id as id')
    .distinct()
    .where('at', '>=', since)
    .where('kind', 'in', incidentEventKinds)
    .$if(examId !== undefined, (only) =>
      only.where('attempt_id', 'in', (of) =>
        of
          .selectFrom('attempts')
          .select('id')
          .where('exam_id', '=', examId ?? ''),
      ),
    )
    .execute()
  const ends = await db
    .selectFrom('attempts')
    .select('id')
    .where('finish_reason', 'in', forcedReasons)
    .where('finished_at', '>=', since)
    .$if(examId !== undefined, (only) => only.where('exam_id', '=', examId ?? ''))
    .execute()
  const undone = await db
    .selectFrom('undone_ends')
    .innerJoin('attempts', 'attempts.id', 'undone_ends.attempt_id')
    .select('attempts.id')
    .where('undone_ends.finished_at', '>=', since)
    .where('undone_ends.finish_reason', 'in', forcedReasons)
    .$if(examId !== undefined, (only) => only.where('attempts.exam_id', '=', examId ?? ''))
    .execute()
  const statements = await db
    .selectFrom('incident_statements')
    .innerJoin('attempts', 'attempts.id', 'incident_statements.attempt_id')
    .select('attempts.id')
    .distinct()
    .where('written_at', '>=', since)
    .$if(examId !== undefined, (only) => only.where('attempts.exam_id', '=', examId ?? ''))
    .execute()
  return [...new Set([...events, ...ends, ...undone, ...statements].map(({ id }) => id))]
}

/** Finds those of these attempts that have an event that can be an incident, or a statement. */
export async function findEventfulAttempts(
  db: Db,
  attemptIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (attemptIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('attempt_events')
    .select('attempt_id')
    .where('attempt_id', 'in', attemptIds)
    .where('kind', 'in', incidentEventKinds)
    .union(
      db
        .selectFrom('incident_statements')
        .select('attempt_id')
        .where('attempt_id', 'in', attemptIds),
    )
    .execute()
  return new Set(rows.map((row) => row.attempt_id))
}

/** How many attempts at the exam ran at that moment. */
export async function countRunningAt(db: Db, examId: string, at: number): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('exam_id', '=', examId)
    .where('started_at', '<=', at)
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', at)]))
    .where('students.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether another student of the exam fell silent or went offline near that moment. */
export async function hasOutageNearby(
  db: Db,
  { examId, attemptId, at }: Pick<ClusterMember, 'examId' | 'attemptId' | 'at'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('attempt_events')
    .innerJoin('attempts', 'attempts.id', 'attempt_events.attempt_id')
    .select('attempts.id')
    .where('attempts.exam_id', '=', examId)
    .where('attempts.id', '!=', attemptId)
    .where('attempt_events.kind', 'in', ['silence', 'offline'])
    .where('attempt_events.at', '>=', at - clusterWindowMs)
    .where('attempt_events.at', '<=', at + clusterWindowMs)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
