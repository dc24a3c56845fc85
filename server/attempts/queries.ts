import type { Selectable } from 'kysely'
import { type Db, toBatches } from '../database/database.ts'
import { cachedQuery, castToText, preparedQuery } from '../database/prepared-query.ts'
import type { AttemptRow } from '../database/tables.ts'
import { attachAnswers } from './answer-queries.ts'
import { type AttemptRecord, type AttemptWithAnswers, toAttemptRecord } from './attempt-record.ts'

export type OwnAttemptKey = { readonly studentId: string; readonly attemptId: string }

/** From memory, since a page in sight asks for its clock and sends answers again and again. */
const ownAttempt = cachedQuery<OwnAttemptKey, Selectable<AttemptRow>>(
  (row) => row.student_id,
  (db, param) =>
    db
      .selectFrom('attempts')
      .innerJoin('exams', 'exams.id', 'attempts.exam_id')
      .selectAll('attempts')
      .where('attempts.id', '=', castToText(param('attemptId')))
      .where('attempts.student_id', '=', param('studentId'))
      .where('exams.deleted_at', 'is', null),
)

const lockedOwnAttempt = preparedQuery<OwnAttemptKey, Selectable<AttemptRow>>((db, param) =>
  db
    .updateTable('attempts')
    .from('exams')
    .set((eb) => ({ seed: eb.ref('attempts.seed') }))
    .whereRef('exams.id', '=', 'attempts.exam_id')
    .where('attempts.id', '=', param('attemptId'))
    .where('attempts.student_id', '=', param('studentId'))
    .where('exams.deleted_at', 'is', null)
    .returningAll('attempts'),
)

const closeAttemptRow = preparedQuery<
  Pick<AttemptWithAnswers, 'id' | 'finishedAt' | 'finishReason'> & { readonly score: number },
  never
>(
  (db, param) =>
    db
      .updateTable('attempts')
      .set({
        finished_at: param('finishedAt'),
        finish_reason: param('finishReason'),
        score: param('score'),
      })
      .where('id', '=', param('id')) as never,
)

export async function findAttempt(
  db: Db,
  studentId: string,
  attemptId: string,
): Promise<AttemptRecord | undefined> {
  const [row] = await ownAttempt(db, { studentId, attemptId })
  return row && toAttemptRecord(row)
}

/**
 * Only the student's own attempt: someone else's is as good as missing. On PostgreSQL nobody else
 * changes it until the transaction ends.
 */
export async function findRecordForUpdate(
  tx: Db,
  engine: 'sqlite' | 'postgres',
  key: OwnAttemptKey,
): Promise<AttemptRecord | undefined> {
  const [row] = await (engine === 'postgres' ? lockedOwnAttempt : ownAttempt)(tx, key)
  return row && toAttemptRecord(row)
}

/** The same with all its answers. */
export async function findAttemptForUpdate(
  tx: Db,
  engine: 'sqlite' | 'postgres',
  key: OwnAttemptKey,
): Promise<AttemptWithAnswers | undefined> {
  const record = await findRecordForUpdate(tx, engine, key)
  return record && attachAnswers(tx, record)
}

const attemptsAtExam = preparedQuery<{ studentId: string; examId: string }, Selectable<AttemptRow>>(
  (db, param) =>
    db
      .selectFrom('attempts')
      .selectAll()
      .where('student_id', '=', param('studentId'))
      .where('exam_id', '=', param('examId')),
)

/** The student's attempts at the exam: how many there are, and the one that runs. */
export async function findAttemptsAtExam(
  tx: Db,
  studentId: string,
  examId: string,
): Promise<{ count: number; running: AttemptWithAnswers | undefined }> {
  const rows = await attemptsAtExam(tx, { studentId, examId })
  const running = rows.find((row) => row.finished_at === null)
  return {
    count: rows.length,
    running: running && (await attachAnswers(tx, toAttemptRecord(running))),
  }
}

export async function findRunningAttempt(
  db: Db,
  studentId: string,
  examId: string,
): Promise<AttemptWithAnswers | undefined> {
  return (await findAttemptsAtExam(db, studentId, examId)).running
}

const ownAttempts = preparedQuery<{ studentId: string }, Selectable<AttemptRow>>((db, param) =>
  db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .selectAll('attempts')
    .where('student_id', '=', castToText(param('studentId')))
    .where('exams.deleted_at', 'is', null)
    .orderBy('started_at', 'desc'),
)

/** One student's attempts, newest first, without those at deleted exams. */
export async function listAttempts(db: Db, studentId: string): Promise<AttemptRecord[]> {
  return (await ownAttempts(db, { studentId })).map(toAttemptRecord)
}

const newAttempt = preparedQuery<
  AttemptWithAnswers & { readonly shufflesAt: number | null; readonly acknowledges: number },
  { id: string }
>((db, param) =>
  db
    .insertInto('attempts')
    .values({
      id: param('id'),
      exam_id: param('examId'),
      revision_id: param('revisionId'),
      student_id: param('studentId'),
      seed: param('seed'),
      shuffles_options_at: param('shufflesAt'),
      started_at: param('startedAt'),
      ends_at: param('endsAt'),
      closes_at: param('closesAt'),
      acknowledges_warnings: param('acknowledges'),
    })
    .onConflict((clash) =>
      clash.columns(['student_id', 'exam_id']).where('finished_at', 'is', null).doNothing(),
    )
    .returning('id'),
)

/** Returns false if one is already running; a unique index decides. */
export async function addAttempt(tx: Db, attempt: AttemptWithAnswers): Promise<boolean> {
  const added = await newAttempt(tx, {
    ...attempt,
    shufflesAt: attempt.shuffleOptions ? attempt.startedAt : null,
    acknowledges: attempt.acknowledgesWarnings ? 1 : 0,
  })
  return added.length > 0
}

export async function saveClosedAttempt(
  tx: Db,
  { id, finishedAt, finishReason }: Pick<AttemptWithAnswers, 'id' | 'finishedAt' | 'finishReason'>,
  score: number,
) {
  await closeAttemptRow(tx, { id, finishedAt, finishReason, score })
}

/** Revisions whose pictures this student may load: of running attempts and of visible results. */
export async function listVisibleRevisions(db: Db, studentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.revision_id', 'attempts.exam_id', 'finished_at', 'results_released_at'])
    .where('student_id', '=', studentId)
    .where('exams.deleted_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
  const running = new Set(rows.filter((row) => row.finished_at === null).map((row) => row.exam_id))
  const visible = rows.filter(
    (row) =>
      row.finished_at === null || (row.results_released_at !== null && !running.has(row.exam_id)),
  )
  return [...new Set(visible.map((row) => row.revision_id))]
}

const marksPerStatement = 500

/** One mark up or down for each of these attempts. */
export async function addMarks(tx: Db, attemptIds: readonly string[], marks: 1 | -1) {
  for (const ids of toBatches(attemptIds, marksPerStatement)) {
    await tx
      .updateTable('attempts')
      .set((eb) => ({ score: eb('score', '+', marks) }))
      .where('id', 'in', ids)
      .execute()
  }
}
