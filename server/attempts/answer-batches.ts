import { type Selectable, sql } from 'kysely'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { isFree } from '#core/exams/exam.ts'
import { isRefusal } from '#core/refusal.ts'
import { createBatches } from '../database/batches.ts'
import type { Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { AnswerRow, AttemptPlaceRow, AttemptRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import type { PlaceLog } from '../presence/place-log.ts'
import { savePlaces } from '../presence/place-queries.ts'
import { toAnswer } from './answer-queries.ts'
import { type AttemptWithAnswers, toAttemptRecord } from './attempt-record.ts'
import { type AnswerProgress, decideAnswer, type SubmitAnswerInput } from './submit-answer.ts'

/** An attempt as this process has last seen it; the version is PostgreSQL's own of its row. */
type KnownAttempt = { readonly attempt: AttemptWithAnswers; readonly version: string }

type Decision = {
  readonly input: SubmitAnswerInput
  readonly known: KnownAttempt
  /** With the answer that stands from now on. */
  readonly next: AttemptWithAnswers
  readonly total: number
  readonly due: readonly AttemptPlaceRow[]
}

/** More than take an exam at once: about 3 kB each. */
const maxKnown = 20_000
/** The first may decide from what is out of date, the second from what was just read. */
const maxRounds = 2

/**
 * On PostgreSQL, answers that arrive together are saved by one statement, in one transaction. Each
 * is decided from memory by the rules of `core`; the statement saves it only where the attempt and
 * the answer before are still those that the decision was made from.
 * @returns a function that resolves with null for what `submitAnswer` must do alone: refusals, which
 * are never decided from memory, and attempts that somebody else is changing
 */
export function createAnswerBatches(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  places: PlaceLog,
) {
  const known = new Map<string, KnownAttempt>()
  /** Attempts at free papers, whose answers can be cleared: each change is saved by itself. */
  const free = new Set<string>()

  async function submitTogether(
    inputs: readonly SubmitAnswerInput[],
  ): Promise<(AnswerProgress | null)[]> {
    const results = new Map<SubmitAnswerInput, AnswerProgress>()
    try {
      let left = inputs.filter(({ attemptId }) => !free.has(attemptId))
      for (let round = 0; round < maxRounds && left.length > 0; round++) {
        left = await saveRound(left, results)
      }
    } catch (err) {
      // Each is submitted by itself, so that only a faulty one fails.
      log.warn({ err }, 'answers could not be saved together')
      results.clear()
    }
    for (const input of inputs) if (!results.has(input)) known.delete(input.attemptId)
    return inputs.map((input) => results.get(input) ?? null)
  }

  /** @returns those decided from something out of date, which is forgotten */
  async function saveRound(
    inputs: readonly SubmitAnswerInput[],
    results: Map<SubmitAnswerInput, AnswerProgress>,
  ): Promise<SubmitAnswerInput[]> {
    await loadUnknown(inputs)
    const at = now()
    const decisions = await decide(inputs, at)
    const counts = await saveTogether(db, decisions, at)
    return decisions.flatMap(({ input, known: seen, next, total, due }) => {
      const { attemptId, caller } = input
      const answered = counts.get(attemptId)
      if (answered === undefined) {
        known.delete(attemptId)
        return input
      }
      remember({ ...seen, attempt: next })
      places.markWritten(attemptId, caller, at, due)
      const { clockStartsAt } = next
      const endsAt = getDeadlineFrom(next, at)
      results.set(input, { answered, total, endsAt, clockStartsAt, at })
      return []
    })
  }

  async function loadUnknown(inputs: readonly SubmitAnswerInput[]) {
    const ids = inputs.map(({ attemptId }) => attemptId).filter((id) => !known.has(id))
    if (ids.length > 0) for (const one of await loadAttempts(db.read, ids)) remember(one)
  }

  async function decide(inputs: readonly SubmitAnswerInput[], at: number): Promise<Decision[]> {
    const decisions: Decision[] = []
    for (const input of inputs) {
      const { attemptId, studentId, examId, caller } = input
      const seen = known.get(attemptId)
      if (seen?.attempt.studentId !== studentId || seen.attempt.examId !== examId) continue
      const paper = await getPaper(db.read, seen.attempt.revisionId)
      if (isFree(paper)) {
        if (free.size >= maxKnown) free.clear()
        free.add(attemptId)
        continue
      }
      const previous = seen.attempt.answers[input.questionId]
      const answer = decideAnswer(seen.attempt, paper, input, previous, at)
      if (isRefusal(answer)) continue
      const answers = { ...seen.attempt.answers, [input.questionId]: answer }
      const total = paper.questions.length
      const due = places.listDue(attemptId, caller, at)
      decisions.push({ input, known: seen, next: { ...seen.attempt, answers }, total, due })
    }
    return decisions
  }

  /** The attempt that was answered longest ago makes room. */
  function remember(one: KnownAttempt) {
    known.delete(one.attempt.id)
    const [oldest] = known.keys()
    if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest)
    known.set(one.attempt.id, one)
  }

  return createBatches(submitTogether, ({ attemptId }) => attemptId)
}

type VersionedRow = Selectable<AttemptRow> & Pick<KnownAttempt, 'version'>

const versionedAttempts = preparedQuery<{ ids: readonly string[] }, VersionedRow>((db, param) =>
  db
    .selectFrom('attempts')
    .selectAll()
    .select(sql<string>`xmin::text`.as('version'))
    .where('id', '=', sql<string>`ANY (${param('ids')})`),
)

const answersOfAttempts = preparedQuery<{ ids: readonly string[] }, AnswerRow>((db, param) =>
  db
    .selectFrom('answers')
    .selectAll()
    .where('attempt_id', '=', sql<string>`ANY (${param('ids')})`),
)

async function loadAttempts(db: Db, ids: readonly string[]): Promise<KnownAttempt[]> {
  const rows = await versionedAttempts(db, { ids })
  const answers = await answersOfAttempts(db, { ids })
  const byAttempt = Map.groupBy(answers, (row) => row.attempt_id)
  return rows.map((row) => {
    const own = byAttempt.get(row.id) ?? []
    const entries = own.map((answer) => [answer.question_id, toAnswer(answer)])
    const attempt = { ...toAttemptRecord(row), answers: Object.fromEntries(entries) }
    return { attempt, version: row.version }
  })
}

/** How many answers each attempt has now; one that is missing was not saved. */
async function saveTogether(
  { read, write }: Deps['db'],
  decisions: readonly Decision[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  if (decisions.length === 0) return new Map()
  const hasDuePlaces = decisions.some(({ due }) => due.length > 0)
  if (!hasDuePlaces) return saveAnswers(read, decisions, at)
  return write(async (tx) => {
    const counts = await saveAnswers(tx, decisions, at)
    const saved = decisions.filter(({ input }) => counts.has(input.attemptId))
    await savePlaces(
      tx,
      saved.flatMap(({ due }) => due),
    )
    return counts
  })
}

async function saveAnswers(
  db: Db,
  decisions: readonly Decision[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = decisions.map(({ input: { attemptId, questionId }, known, next }) => {
    const earlier = known.attempt.answers[questionId]
    const answer = next.answers[questionId]
    const isNew = answer !== undefined && answer !== earlier
    return {
      attemptId,
      questionId,
      version: known.version,
      earlierSequence: earlier?.sequence ?? null,
      sequence: answer?.sequence ?? null,
      answer: isNew ? JSON.stringify(answer.value) : null,
    }
  })
  const saved = await savedAnswers(db, {
    attemptIds: rows.map(({ attemptId }) => attemptId),
    versions: rows.map(({ version }) => version),
    questionIds: rows.map(({ questionId }) => questionId),
    answers: rows.map(({ answer }) => answer),
    earlierSequences: rows.map(({ earlierSequence }) => earlierSequence),
    sequences: rows.map(({ sequence }) => sequence),
    at,
  })
  return new Map(saved.map((row) => [row.saved_attempt_id, row.answer_count]))
}

type AnswerColumns = {
  readonly attemptIds: readonly string[]
  readonly versions: readonly string[]
  readonly questionIds: readonly string[]
  readonly answers: readonly (string | null)[]
  readonly earlierSequences: readonly (number | null)[]
  readonly sequences: readonly (number | null)[]
  readonly at: number
}

type SavedAnswerRow = { readonly saved_attempt_id: string; readonly answer_count: number }

const savedAnswers = preparedQuery<AnswerColumns, SavedAnswerRow>((db, param) => ({
  compile: () =>
    sql<SavedAnswerRow>`
      SELECT saved_attempt_id, answer_count FROM save_answers(
        ${param('attemptIds')}::text[],
        ${param('versions')}::text[],
        ${param('questionIds')}::text[],
        ${param('answers')}::text[],
        ${param('earlierSequences')}::bigint[],
        ${param('sequences')}::bigint[],
        ${param('at')}::bigint
      )`.compile(db),
}))
