import type { Selectable } from 'kysely'
import type { FinishReason } from '#core/attempts/attempt.ts'
import { getIntegrityMode } from '#core/exams/exam.ts'
import type { ClusterMember } from '#core/proctoring/incident-clusters.ts'
import { incidentEventKinds, isExpectedEnd } from '#core/proctoring/incident-kinds.ts'
import {
  type IncidentAttempt,
  isDecided,
  type Outcome,
} from '#core/proctoring/incident-outcomes.ts'
import {
  type Incident,
  type IncidentEnd,
  type IncidentEvent,
  listIncidents,
} from '#core/proctoring/incidents.ts'
import { type AttemptRecord, toAttemptRecord } from '../attempts/attempt-record.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { AttemptEventRow, IncidentDecisionRow } from '../database/tables.ts'
import { getPapers } from '../exams/queries.ts'
import { namesakeIdentifier } from '../students/namesake-identifier.ts'
import { reverted } from './decision-queries.ts'

type IncidentDecision = {
  readonly id: string
  readonly groupId: string
  readonly outcome: Outcome
  readonly why: string
  readonly at: number
  /** The name of who decided; null once that account is erased. */
  readonly by: string | null
  readonly givenMs: number | null
  readonly together: number
  readonly isDismissed: boolean
}

export type IncidentRecord = ClusterMember & {
  readonly incident: Incident
  readonly attempt: AttemptRecord & IncidentAttempt
  readonly studentName: string
  /** Set for a student with a namesake. */
  readonly studentIdentifier: string | null
  readonly examTitle: string
  readonly statement: { readonly text: string; readonly at: number } | null
  readonly decision: IncidentDecision | null
}

/** Staff should look at it; at an expected end only once there is a statement or a decision. */
export function needsReview({ incident, statement, decision }: IncidentRecord): boolean {
  return !isExpectedEnd(incident.kind) || statement !== null || decision !== null
}

const batchSize = 1_000

/** Every incident of these attempts, without those of deleted students or exams. */
export async function loadIncidents(
  db: Db,
  attemptIds: readonly string[],
): Promise<IncidentRecord[]> {
  const records: IncidentRecord[] = []
  for (const ids of toBatches(attemptIds, batchSize)) {
    const attempts = await loadAttempts(db, ids)
    const running = await listRunning(db, ids)
    const papers = await getPapers(
      db,
      attempts.map(({ attempt }) => attempt.revisionId),
    )
    const events = Map.groupBy(await listIncidentEvents(db, ids), (row) => row.attempt_id)
    const undone = Map.groupBy(await listUndoneEnds(db, ids), (row) => row.attempt_id)
    const decisions = await listDecisions(db, ids)
    const statements = await listStatements(db, ids)
    for (const { attempt, examMode, ...names } of attempts) {
      const paper = papers.get(attempt.revisionId) ?? {}
      const mode = getIntegrityMode(paper, { integrityMode: examMode })
      const own = running.get(`${attempt.studentId} ${attempt.examId}`)
      const incidents = listIncidents(
        {
          id: attempt.id,
          events: (events.get(attempt.id) ?? []).map(toIncidentEvent),
          ends: listEnds(attempt, undone.get(attempt.id) ?? []),
        },
        mode,
      )
      for (const incident of incidents) {
        const { id, kind, at, receivedAt } = incident
        const row = findFirst(incident, decisions)
        const decision = row && isDecided(incident, row.decided_at) ? toDecision(row) : null
        const statement = findFirst(incident, statements)
        records.push({
          id,
          kind,
          at,
          receivedAt,
          incident,
          decision,
          ...names,
          examId: attempt.examId,
          attemptId: attempt.id,
          decidedWith: decision?.groupId ?? null,
          isPassing: incident.isBrief && !decision && !statement,
          statement: statement ? { text: statement.text, at: statement.written_at } : null,
          attempt: {
            ...attempt,
            answers: {},
            isAnotherRunning: own !== undefined && own !== attempt.id,
          },
        })
      }
    }
  }
  return records
}

async function loadAttempts(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .selectAll('attempts')
    .select(['students.name', namesakeIdentifier])
    .select(['exams.title', 'exams.integrity_mode'])
    .where('attempts.id', 'in', ids)
    .where('exams.deleted_at', 'is', null)
    .where('students.deleted_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    attempt: toAttemptRecord(row),
    studentName: row.name,
    studentIdentifier: row.identifier,
    examTitle: row.title,
    examMode: row.integrity_mode,
  }))
}

function listIncidentEvents(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('attempt_events')
    .selectAll()
    .where('attempt_id', 'in', ids)
    .where('kind', 'in', [...incidentEventKinds, 'pause', 'resume'])
    .execute()
}

function listUndoneEnds(db: Db, ids: readonly string[]) {
  return db.selectFrom('undone_ends').selectAll().where('attempt_id', 'in', ids).execute()
}

function listEnds(
  { finishedAt, finishReason }: AttemptRecord,
  undone: readonly { readonly finished_at: number; readonly finish_reason: string }[],
): IncidentEnd[] {
  const ends = undone.map((row) => ({
    at: row.finished_at,
    reason: row.finish_reason as FinishReason,
  }))
  if (finishedAt !== null && finishReason !== null)
    ends.push({ at: finishedAt, reason: finishReason })
  return ends.filter(({ reason }) => reason !== 'Completed')
}

/** By student and exam: the running attempts of the students of these. */
async function listRunning(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'student_id', 'exam_id'])
    .where('finished_at', 'is', null)
    .where('student_id', 'in', (of) =>
      of.selectFrom('attempts as own').select('own.student_id').where('own.id', 'in', ids),
    )
    .execute()
  return new Map(rows.map((row) => [`${row.student_id} ${row.exam_id}`, row.id]))
}

type DecisionRow = Selectable<IncidentDecisionRow> & {
  readonly name: string | null
  readonly together: number | null
}

async function listDecisions(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('incident_decisions')
    .leftJoin('accounts', 'accounts.id', 'incident_decisions.decided_by')
    .selectAll('incident_decisions')
    .select('accounts.name')
    .select((eb) =>
      eb
        .selectFrom('incident_decisions as same')
        .select((own) => own.fn.countAll<number>().as('count'))
        .whereRef('same.decision_id', '=', 'incident_decisions.decision_id')
        .where('same.outcome', '!=', reverted)
        .as('together'),
    )
    .where('attempt_id', 'in', ids)
    .where('outcome', '!=', reverted)
    .execute()
  return new Map(rows.map((row) => [row.incident_id, row]))
}

async function listStatements(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('incident_statements')
    .selectAll()
    .where('attempt_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.incident_id, row]))
}

/** A late event may have become part of another incident. */
function findFirst<Row>({ ids }: Incident, rows: ReadonlyMap<string, Row>): Row | undefined {
  const id = ids.find((one) => rows.has(one))
  return id === undefined ? undefined : rows.get(id)
}

function toDecision(row: DecisionRow): IncidentDecision {
  return {
    id: row.decision_id,
    groupId: row.group_id,
    outcome: row.outcome as Outcome,
    why: row.why,
    at: row.decided_at,
    by: row.name,
    givenMs: row.given_ms,
    together: Number(row.together),
    isDismissed: row.dismissed_at !== null,
  }
}

function toIncidentEvent({
  id,
  kind,
  at,
  received_at,
  duration_ms,
  told_at,
}: AttemptEventRow): IncidentEvent {
  return { id, kind, at, receivedAt: received_at, durationMs: duration_ms, reportedAt: told_at }
}
