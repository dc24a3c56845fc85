import { type Selectable, sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getAttemptClock } from '#contract/proctoring.ts'
import { isOver, isWaiting } from '#core/attempts/attempt.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { isFree } from '#core/exams/exam.ts'
import { getPollSeconds, usualPollSeconds } from '#core/quiz-session/clock-interval.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { createBatches } from '../database/batches.ts'
import type { Database, Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { AttemptRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import type { ContactLog } from '../presence/contact-log.ts'
import type { Caller } from '../presence/place-log.ts'
import { attachAnswers, listAnsweredQuestions } from './answer-queries.ts'
import { getLiveFields } from './attempt-messages.ts'
import { type AttemptRecord, toAttemptRecord } from './attempt-record.ts'
import { countAllRunningAttempts } from './count-queries.ts'
import { findAttempt, type OwnAttemptKey } from './queries.ts'
import { listWireProgress } from './question-progress.ts'
import { recordNoticed } from './record-noticed.ts'

export type AttemptClock = {
  readonly isRunning: boolean
  readonly endsAt: number
  readonly at: number
  /** Null if no other device has had the attempt open. */
  readonly elsewhere: Elsewhere | null
  /** Null where a page asks as often as it does by itself. */
  readonly pollSeconds: number | null
  readonly live: Awaited<ReturnType<typeof getLiveFields>>
}

type Elsewhere = NonNullable<ReplyOf<typeof getAttemptClock>['elsewhere']>

const countedForMs = 10_000

/** The clock of a page in sight, which asks for it more often than for anything else. */
export function createClock(deps: Deps, contacts: ContactLog) {
  const { db, now } = deps
  const find = createAttemptLookup(db)
  let countedAt = Number.NEGATIVE_INFINITY
  let pollSeconds = usualPollSeconds

  /** Counts in the database, so that several processes agree. */
  async function getInterval(at: number): Promise<number | null> {
    if (at - countedAt >= countedForMs) {
      countedAt = at
      pollSeconds = getPollSeconds(await countAllRunningAttempts(db.read))
    }
    return pollSeconds > usualPollSeconds ? pollSeconds : null
  }

  return async (
    key: OwnAttemptKey,
    caller: Caller,
    /** Answers on the device. */
    waiting: number,
  ): Promise<AttemptClock | Refusal<'attempt-not-found'>> => {
    const attempt = await find(key)
    if (!attempt) return refuse('attempt-not-found')
    const at = now()
    const isRunning = !isOver(attempt, at) && !isWaiting(attempt, at)
    const other = isRunning ? contacts.poll(attempt, caller, at, waiting) : null
    await recordNoticed(deps, contacts, attempt.id)
    return {
      isRunning,
      endsAt: getDeadlineFrom(attempt, at),
      at,
      elsewhere: other && { ...other, ...(await describeAnswers(db.read, attempt)) },
      pollSeconds: isRunning ? await getInterval(at) : null,
      live: isRunning ? await getLiveFields(db.read, attempt) : {},
    }
  }
}

/** By now, from whichever device. */
async function describeAnswers(
  db: Db,
  attempt: AttemptRecord,
): Promise<Omit<Elsewhere, 'isActive'>> {
  const paper = await getPaper(db, attempt.revisionId)
  const answered = await listAnsweredQuestions(db, attempt.id)
  if (!isFree(paper)) return { answered }
  const progress = await listWireProgress(db, await attachAnswers(db, attempt), paper)
  return { answered, progress }
}

/** On PostgreSQL clocks that are asked for together share one query. */
function createAttemptLookup({ engine, read }: Database) {
  if (engine === 'sqlite')
    return ({ studentId, attemptId }: OwnAttemptKey) => findAttempt(read, studentId, attemptId)
  return createBatches(async (keys: readonly OwnAttemptKey[]) => {
    const ids = keys.map(({ attemptId }) => attemptId)
    const rows = await attemptsById(read, { ids })
    const byKey = new Map(rows.map((row) => [toText(row.student_id, row.id), row]))
    return keys.map(({ studentId, attemptId }): AttemptRecord | undefined => {
      const row = byKey.get(toText(studentId, attemptId))
      return row && toAttemptRecord(row)
    })
  })
}

const attemptsById = preparedQuery<{ ids: readonly string[] }, Selectable<AttemptRow>>(
  (db, param) =>
    db
      .selectFrom('attempts')
      .innerJoin('exams', 'exams.id', 'attempts.exam_id')
      .selectAll('attempts')
      .where('attempts.id', '=', sql<string>`ANY (${param('ids')})`)
      .where('exams.deleted_at', 'is', null),
)

const toText = (studentId: string, attemptId: string) => `${studentId} ${attemptId}`
