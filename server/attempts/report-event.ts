import { finish, isOver, isWaiting } from '#core/attempts/attempt.ts'
import { getIntegrityMode, type IntegrityMode } from '#core/exams/exam.ts'
import {
  type EventKind,
  getForcedFinishReason,
  isAllowanceExceeded,
  isViolation,
  type TimedEvent,
} from '#core/proctoring/policy.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { findExam, getPaper } from '../exams/queries.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { closeAttempt } from './close-attempt.ts'
import { addEvent, listEvents, saveEventDuration } from './event-queries.ts'
import type { SubmittedAnswer } from './parse-answer.ts'
import {
  countSinceReopening,
  type ProctoringOutcome,
  toOutcome,
  toWarningEvent,
} from './proctoring-outcome.ts'
import { findAttemptForUpdate } from './queries.ts'
import { takeAnswers } from './take-answers.ts'

/** More than any student makes in a day; reading them all is still quick. */
const maxEventsPerGroup = 1_000

type ReportEventInput = {
  readonly studentId: string
  readonly attemptId: string
  readonly kind: EventKind
  /** By the server's clock as the browser knew it; clamped to the attempt. */
  readonly happenedAt: number
  readonly durationMs: number | undefined
  readonly answers: readonly SubmittedAnswer[]
}

type ReportedEvent = Pick<AttemptRecord, 'clockStartsAt'> & { readonly outcome: ProctoringOutcome }

/** The event that uses up the allowance ends the attempt in the same transaction. */
export async function reportEvent(
  deps: Deps,
  input: ReportEventInput,
): Promise<ReportedEvent | Refusal<'attempt-not-found' | 'unknown-question' | 'unknown-option'>> {
  const { db, now, newId, mail } = deps
  const reported = await db.write(async (tx) => {
    const attempt = await findAttemptForUpdate(tx, db.engine, input)
    const exam = attempt && (await findExam(tx, attempt.examId))
    if (!attempt || !exam) return refuse('attempt-not-found')
    const paper = await getPaper(tx, attempt.revisionId)
    const recorded = await listEvents(tx, attempt.id)

    const at = now()
    const mode = getIntegrityMode(paper, exam)
    const wasOver = isOver(attempt, at) || isWaiting(attempt, at)
    const event = {
      kind: input.kind,
      receivedAt: at,
      at: Math.max(attempt.startedAt, Math.min(input.happenedAt, at)),
      durationMs: input.durationMs ?? null,
    }
    // A duplicate, the end of an event already reported, or a client that floods the list.
    const duplicate = recorded.find(
      (one) => one.kind === event.kind && (one.told_at === input.happenedAt || one.at === event.at),
    )
    const isStored = !duplicate && filterSameGroup(recorded, event, mode).length < maxEventsPerGroup
    const isLonger = duplicate && (event.durationMs ?? 0) > (duplicate.duration_ms ?? 0)
    const others = recorded.filter((one) => one !== duplicate).map(toWarningEvent)
    const known = duplicate && toWarningEvent(duplicate)
    const current = known ? { ...known, ...(isLonger && { durationMs: event.durationMs }) } : event
    const count = countSinceReopening(attempt, [...others, current], mode)
    const isEnding = !wasOver && attempt.pausedAt === null && isAllowanceExceeded(count)
    const answered = isEnding ? await takeAnswers(tx, attempt, paper, input.answers, at) : attempt
    if (isRefusal(answered)) return answered

    if (isStored) {
      await addEvent(tx, {
        id: newId(),
        attempt_id: attempt.id,
        kind: event.kind,
        at: event.at,
        received_at: at,
        told_at: input.happenedAt,
        duration_ms: event.durationMs,
      })
    } else if (isLonger) {
      await saveEventDuration(tx, duplicate.id, event.durationMs ?? 0)
    }
    if (isEnding) {
      const ended = finish(answered, getForcedFinishReason(input.kind), at)
      await closeAttempt(tx, deps, { ...attempt, ...ended }, at)
    }
    const outcome = toOutcome(count, isEnding || wasOver)
    return { outcome, clockStartsAt: attempt.clockStartsAt }
  })
  mail.wake()
  return reported
}

/** Harmless events are capped apart, so that they cannot crowd out the ones that count. */
function filterSameGroup(
  recorded: readonly TimedEvent[],
  { kind }: TimedEvent,
  mode: IntegrityMode,
): readonly TimedEvent[] {
  return recorded.filter((one) => isViolation(one.kind, mode) === isViolation(kind, mode))
}
