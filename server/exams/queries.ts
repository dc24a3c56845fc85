import type { Selectable } from 'kysely'
import type { ImageSizes } from '#contract/questions/question-fields.ts'
import { type IntegrityMode, listImages, type Navigation, type Paper } from '#core/exams/exam.ts'
import type { CountingRule } from '#core/grading/counted-attempt.ts'
import { buildSearchKey } from '#core/text.ts'
import { type Db, lockRow } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { ExamRow } from '../database/tables.ts'
import { toImageUrl } from '../http/serialize.ts'

export type Exam = {
  readonly id: string
  readonly revisionId: string
  readonly title: string
  readonly durationMinutes: number
  readonly questionCount: number
  readonly integrityMode: IntegrityMode
  readonly attemptsAllowed: number
  readonly shuffleOptions: boolean
  readonly navigation: Navigation
  readonly countedAttempt: CountingRule
  readonly releasedAt: number | null
  readonly resultsReleasedAt: number | null
  readonly createdAt: number
}

/** The version that an editor has seen: the paper and its rules, but not whether it is released. */
export function toVersion(exam: Exam): string {
  const { revisionId, integrityMode, attemptsAllowed, shuffleOptions, countedAttempt } = exam
  const counting = countedAttempt === 'last' ? [] : [countedAttempt]
  return [revisionId, integrityMode, attemptsAllowed, shuffleOptions, ...counting].join(' ')
}

const allExams = preparedQuery<Record<string, never>, Selectable<ExamRow>>((db) =>
  db
    .selectFrom('exams')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
)

/** Newest first. */
export async function listExams(db: Db): Promise<Exam[]> {
  return (await allExams(db, {})).map(toExam)
}

export async function isAnyExamReleased(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('exams')
    .select('id')
    .where('released_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const examQuery = preparedQuery<{ id: string }, Selectable<ExamRow>>((db, param) =>
  db.selectFrom('exams').selectAll().where('id', '=', param('id')).where('deleted_at', 'is', null),
)

export async function findExam(db: Db, id: string): Promise<Exam | undefined> {
  const [row] = await examQuery(db, { id })
  return row && toExam(row)
}

/** Locks the row until the transaction ends. */
export async function lockExam(tx: Db, id: string): Promise<Exam | undefined> {
  const row = await tx
    .selectFrom('exams')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$call(lockRow(tx))
    .executeTakeFirst()
  return row && toExam(row)
}

/**
 * Locks the exam as shared: nobody changes it until the transaction ends, but others may take the
 * same lock.
 */
export async function lockExamShared(tx: Db, id: string): Promise<Exam | undefined> {
  const [row] = await examLockedShared(tx, { id })
  return row && toExam(row)
}

const examLockedShared = preparedQuery<{ id: string }, Selectable<ExamRow>>((tx, param) =>
  tx
    .selectFrom('exams')
    .selectAll()
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null)
    .$call(lockRow(tx, 'shared')),
)

export async function saveExam(tx: Db, exam: Exam) {
  const row = {
    revision_id: exam.revisionId,
    title: exam.title,
    title_key: buildSearchKey(exam.title),
    duration_minutes: exam.durationMinutes,
    question_count: exam.questionCount,
    integrity_mode: exam.integrityMode,
    attempts_allowed: exam.attemptsAllowed,
    shuffles_options_at: exam.shuffleOptions ? exam.createdAt : null,
    navigation: exam.navigation,
    counted_attempt: exam.countedAttempt,
    released_at: exam.releasedAt,
    results_released_at: exam.resultsReleasedAt,
  }
  await tx
    .insertInto('exams')
    .values({ id: exam.id, created_at: exam.createdAt, deleted_at: null, ...row })
    .onConflict((clash) => clash.column('id').doUpdateSet(row))
    .execute()
}

/** The ids of an exam's papers, the newest first. */
export async function listRevisions(db: Db, examId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('revisions')
    .select('id')
    .where('exam_id', '=', examId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function addRevision(
  tx: Db,
  revision: { id: string; examId: string; paper: Paper },
  at: number,
) {
  await tx
    .insertInto('revisions')
    .values({
      id: revision.id,
      exam_id: revision.examId,
      paper: JSON.stringify(revision.paper),
      created_at: at,
    })
    .execute()
}

export async function addImage(
  tx: Db,
  image: { id: string; width: number; height: number },
  at: number,
) {
  await tx
    .insertInto('images')
    .values({ ...image, created_at: at })
    .execute()
}

export async function listImageRows(db: Db, paper: Paper) {
  const ids = listImages(paper)
  if (ids.length === 0) return []
  return db.selectFrom('images').select(['id', 'width', 'height']).where('id', 'in', ids).execute()
}

/** By the address on the wire; undefined where the paper has no picture. */
export async function getImageSizes(db: Db, paper: Paper): Promise<ImageSizes> {
  if (listImages(paper).length === 0) return undefined
  const rows = await listImageRows(db, paper)
  return Object.fromEntries(
    rows.map(({ id, width, height }) => [`${toImageUrl(id)}`, { width, height }]),
  )
}

export function toExam(row: Selectable<ExamRow>): Exam {
  return {
    id: row.id,
    revisionId: row.revision_id,
    title: row.title,
    durationMinutes: row.duration_minutes,
    questionCount: row.question_count,
    integrityMode: row.integrity_mode,
    attemptsAllowed: row.attempts_allowed,
    shuffleOptions: row.shuffles_options_at !== null,
    navigation: row.navigation,
    countedAttempt: row.counted_attempt,
    releasedAt: row.released_at,
    resultsReleasedAt: row.results_released_at,
    createdAt: row.created_at,
  }
}

const maxCachedPapers = 500
const papers = new WeakMap<object, Map<string, Paper>>()

/** A revision never changes, so it is read from the database once. */
export async function getPaper(db: Db, revisionId: string): Promise<Paper> {
  const cache = getCache(db)
  const cached = cache.get(revisionId)
  if (cached) return cached
  const paper = await readPaper(db, revisionId)
  if (cache.size >= maxCachedPapers) cache.delete(cache.keys().next().value as string)
  cache.set(revisionId, paper)
  return paper
}

export async function readPaper(db: Db, revisionId: string): Promise<Paper> {
  const { paper } = await db
    .selectFrom('revisions')
    .select('paper')
    .where('id', '=', revisionId)
    .executeTakeFirstOrThrow()
  return JSON.parse(paper) as Paper
}

export async function getPapers(
  db: Db,
  revisionIds: Iterable<string>,
): Promise<ReadonlyMap<string, Paper>> {
  const found = new Map<string, Paper>()
  for (const id of new Set(revisionIds)) found.set(id, await getPaper(db, id))
  return found
}

function getCache(db: Db): Map<string, Paper> {
  const engine = db.getExecutor().adapter
  const cached = papers.get(engine)
  if (cached) return cached
  const created = new Map<string, Paper>()
  papers.set(engine, created)
  return created
}
