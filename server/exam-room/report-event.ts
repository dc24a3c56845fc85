import { type Attempt, finish, isOver } from '#core/attempts/attempt.ts'
import { getIntegrityMode, type IntegrityMode } from '#core/exams/exam.ts'
import {
  countRemainingWarnings,
  countViolations,
  type EventKind,
  getForcedFinishReason,
  isAllowanceExceeded,
  isViolation,
  type TimedEvent,
} from '#core/proctoring/policy.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { AttemptWithAnswers } from '../attempts/attempt-record.ts'
import { closeAttempt } from '../attempts/close-attempt.ts'
import { applyAnswers, type SubmittedAnswer } from '../attempts/parse-answer.ts'
import { attemptToChange, saveAnswer } from '../attempts/store.ts'
import type { Deps } from '../deps.ts'
import { examById, paperOf } from '../exams/store.ts'
import { addEvent, eventsOf, saveDuration } from './store.ts'

/** More than any student makes in a day; reading them all is still quick. */
const mostEachSort = 1_000

type Given = {
  readonly studentId: string
  readonly attemptId: string
  readonly kind: EventKind
  /** As the browser knew the server's clock; within the attempt, whatever it says. */
  readonly happenedAt: number
  readonly durationMs: number | undefined
  readonly answers: readonly SubmittedAnswer[]
}
type Told = {
  readonly violations: number
  readonly remaining: number | null
  readonly finished: boolean
}

/** The event that uses up the allowance ends the attempt in the transaction that writes it down. */
export async function reportEvent(
  deps: Deps,
  given: Given,
): Promise<Told | Refusal<'attempt-not-found' | 'unknown-question' | 'unknown-option'>> {
  const { db, now, newId, mail } = deps
  const told = await db.write(async (tx) => {
    const attempt = await attemptToChange(tx, db.engine, given)
    const exam = attempt && (await examById(tx, attempt.examId))
    if (!attempt || !exam) return refuse('attempt-not-found')
    const paper = await paperOf(tx, attempt.revisionId)
    const kept = await eventsOf(tx, attempt.id)

    const at = now()
    const mode = getIntegrityMode(paper, exam)
    const wasOver = isOver(attempt, at)
    const event = {
      kind: given.kind,
      at: Math.max(attempt.startedAt, Math.min(given.happenedAt, at)),
    }
    // A request that was sent twice, the end of one that was told before, or a script that writes
    // the list full.
    const known = kept.find(
      (one) => one.kind === event.kind && (one.told_at === given.happenedAt || one.at === event.at),
    )
    const isKept = !known && sameSort(kept, event, mode).length < mostEachSort
    const all = known ? kept : [...kept, event]
    const violations = countViolations(sinceReopened(all, attempt), mode)
    const ends = !wasOver && isAllowanceExceeded(violations, mode)
    const answered: Attempt | Refusal<'unknown-question' | 'unknown-option'> = ends
      ? applyAnswers(attempt, paper, given.answers, at)
      : attempt
    if (isRefusal(answered)) return answered

    if (isKept) {
      await addEvent(tx, {
        id: newId(),
        attempt_id: attempt.id,
        kind: event.kind,
        at: event.at,
        received_at: at,
        told_at: given.happenedAt,
        duration_ms: given.durationMs ?? null,
      })
    } else if (known && (given.durationMs ?? 0) > (known.duration_ms ?? 0)) {
      await saveDuration(tx, known.id, given.durationMs ?? 0)
    }
    if (ends) {
      for (const [questionId, answer] of Object.entries(answered.answers)) {
        if (attempt.answers[questionId] === answer) continue
        await saveAnswer(tx, attempt.id, questionId, answer, at)
      }
      const ended = finish(answered, getForcedFinishReason(given.kind), at)
      await closeAttempt(tx, deps, { ...attempt, ...ended }, at)
    }
    return {
      violations,
      remaining: countRemainingWarnings(violations, mode),
      finished: ends || wasOver,
    }
  })
  mail.wake()
  return told
}

/** What ends nothing may come in any number, and must not crowd out what is counted. */
function sameSort(
  kept: readonly TimedEvent[],
  { kind }: TimedEvent,
  mode: IntegrityMode,
): readonly TimedEvent[] {
  return kept.filter((one) => isViolation(one.kind, mode) === isViolation(kind, mode))
}

/** A reopened attempt begins with a clean sheet, also for what arrives late from before. */
function sinceReopened(
  events: readonly TimedEvent[],
  { reopenedAt }: AttemptWithAnswers,
): TimedEvent[] {
  return events.filter(({ at }) => at > (reopenedAt ?? 0))
}
