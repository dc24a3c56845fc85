import type * as contract from '#contract/attempts.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { leaveOutPauses, listCountedEvents, listPauses } from '#core/proctoring/late-events.ts'
import { countRemainingWarnings } from '#core/proctoring/policy.ts'
import {
  countForAttempt,
  type ProctoringCount,
  type Warning,
  type WarningEvent,
} from '#core/proctoring/warnings.ts'
import type { AttemptEventRow } from '../database/tables.ts'
import { toInstant } from '../http/serialize.ts'
import type { AttemptRecord } from './attempt-record.ts'

export type ProctoringOutcome = {
  readonly violations: number
  /** Null if none ends the attempt. */
  readonly remaining: number | null
  readonly finished: boolean
  readonly warning?: contract.Warning | null
}

export function toOutcome(count: ProctoringCount, finished: boolean): ProctoringOutcome {
  const { violations, warning } = count
  const remaining = countRemainingWarnings(count)
  const outcome = { violations, remaining, finished }
  return warning === undefined
    ? outcome
    : { ...outcome, warning: warning && toWireWarning(warning) }
}

export function toWireWarning(warning: Warning): contract.Warning {
  return { ...warning, at: toInstant(warning.at) }
}

type StoredEvent = WarningEvent & { readonly receivedAt: number }

/** Reopening resets the count; not everything counts that arrives late, and nothing in a pause. */
export function countSinceReopening(
  { reopenedAt, clockStartsAt, acknowledgesWarnings: acknowledges }: AttemptRecord,
  events: readonly StoredEvent[],
  mode: IntegrityMode,
): ProctoringCount {
  const resumedAt = events.flatMap(({ kind, at }) => (kind === 'resume' ? [at] : []))
  const pauses = listPauses(events)
  const moments = { reopenedAt, clockStartsAt, resumedAt, acknowledges, pauses }
  const counted = leaveOutPauses(listCountedEvents(events, moments, mode), pauses)
  const hasNoReloadPrompt = lacksReloadPrompt(events)
  return countForAttempt(counted, { mode, acknowledges, hasNoReloadPrompt })
}

/** As the browser said when it opened the attempt; reopening takes nothing of it back. */
export function lacksReloadPrompt(events: readonly Pick<StoredEvent, 'kind'>[]): boolean {
  return events.some(({ kind }) => kind === 'no-reload-prompt')
}

export function toWarningEvent({
  kind,
  at,
  duration_ms,
  received_at,
}: AttemptEventRow): StoredEvent {
  return { kind, at, durationMs: duration_ms, receivedAt: received_at }
}
