import { isOver, isWaiting } from '#core/attempts/attempt.ts'
import { getIntegrityMode } from '#core/exams/exam.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { findExam, getPaper } from '../exams/queries.ts'
import { addEvent, listEvents } from './event-queries.ts'
import {
  countSinceReopening,
  type ProctoringOutcome,
  toOutcome,
  toWarningEvent,
} from './proctoring-outcome.ts'
import { findAttemptForUpdate } from './queries.ts'

type AcknowledgeWarningInput = {
  readonly studentId: string
  readonly attemptId: string
  readonly number: number
  /** By the server's clock as the browser knew it, as the events have it. */
  readonly readAt: number
}

/** Acknowledging a warning twice, or in two windows, counts once. */
export function acknowledgeWarning(
  { db, now, newId }: Deps,
  input: AcknowledgeWarningInput,
): Promise<ProctoringOutcome | Refusal<'attempt-not-found'>> {
  return db.write(async (tx) => {
    const attempt = await findAttemptForUpdate(tx, db.engine, input)
    const exam = attempt && (await findExam(tx, attempt.examId))
    if (!attempt || !exam) return refuse('attempt-not-found')
    const mode = getIntegrityMode(await getPaper(tx, attempt.revisionId), exam)
    const recorded = await listEvents(tx, attempt.id)
    const events = recorded.map(toWarningEvent)

    const at = now()
    const wasOver = isOver(attempt, at) || isWaiting(attempt, at)
    const before = countSinceReopening(attempt, events, mode)
    const isNext = before.warning?.number === input.number
    const isRepeated = recorded.some(
      ({ kind, told_at }) => kind === 'warning-read' && told_at === input.readAt,
    )
    if (wasOver || !isNext || isRepeated) return toOutcome(before, wasOver)

    // After what it is about: the clock of the browser may be behind.
    const seen = events.filter(({ kind }) => kind !== 'pause')
    const readAt = Math.max(Math.min(input.readAt, at), ...seen.map((event) => event.at))
    const read = { kind: 'warning-read', at: readAt, durationMs: null, receivedAt: at } as const
    await addEvent(tx, {
      id: newId(),
      attempt_id: attempt.id,
      kind: read.kind,
      at: readAt,
      received_at: at,
      told_at: input.readAt,
      duration_ms: null,
    })
    return toOutcome(countSinceReopening(attempt, [...events, read], mode), false)
  })
}
