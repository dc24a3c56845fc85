import { type Refusal, refuse } from '#core/refusal.ts'
import { type Db, toBatches } from '../database/database.ts'
import { type Exam, lockExam } from '../exams/queries.ts'
import { type IncidentRecord, loadIncidents } from './incident-queries.ts'

export type ChosenIncidents = {
  /** Those that wait for a decision. */
  readonly records: readonly IncidentRecord[]
  /** Single ones that somebody else was faster with. */
  readonly decidedBefore: readonly IncidentRecord[]
}

type Choice = {
  readonly incidents: readonly { readonly _id: string; readonly attemptId: string }[]
  readonly groupId?: string | undefined
}

const batchSize = 1_000

/** Nobody starts, reopens or decides at the same time; in one order, so that no two wait for ever. */
export async function lockExamsOf(tx: Db, attemptIds: readonly string[]): Promise<readonly Exam[]> {
  const examIds = new Set<string>()
  for (const ids of toBatches(attemptIds, batchSize)) {
    const rows = await tx
      .selectFrom('attempts')
      .select('exam_id')
      .distinct()
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) examIds.add(row.exam_id)
  }
  const exams: Exam[] = []
  for (const id of [...examIds].toSorted()) {
    const exam = await lockExam(tx, id)
    if (exam) exams.push(exam)
  }
  return exams
}

/** A cluster is of one exam, and is decided by one person. */
export async function findChosenIncidents(
  tx: Db,
  exams: readonly Exam[],
  { incidents, groupId }: Choice,
): Promise<ChosenIncidents | Refusal<'incident-not-found' | 'incident-decided'>> {
  if (exams.length === 0 || (groupId !== undefined && exams.length > 1))
    return refuse('incident-not-found')
  const all = await loadIncidents(tx, [...new Set(incidents.map(({ attemptId }) => attemptId))])
  const byIncident = new Map(
    all.flatMap((record) => record.incident.ids.map((id) => [`${record.attemptId} ${id}`, record])),
  )
  const found = new Set<IncidentRecord>()
  for (const { _id, attemptId } of incidents) {
    const record = byIncident.get(`${attemptId} ${_id}`)
    if (!record) return refuse('incident-not-found')
    found.add(record)
  }
  const [decidedBefore, records] = [true, false].map((isDecided) =>
    [...found].filter(({ decision }) => (decision !== null) === isDecided),
  ) as [IncidentRecord[], IncidentRecord[]]
  if (groupId !== undefined && decidedBefore.length > 0) return refuse('incident-decided')
  return { records, decidedBefore }
}
