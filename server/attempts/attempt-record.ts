import type { Selectable } from 'kysely'
import type { Attempt, FinishReason } from '#core/attempts/attempt.ts'
import type { AttemptRow } from '../database/tables.ts'

/** An attempt without its answers. */
export type AttemptRecord = Omit<Attempt, 'answers'> & {
  readonly id: string
  readonly examId: string
  readonly revisionId: string
  readonly studentId: string
  /** Computed when the attempt ended; answers and key remain the source. */
  readonly score: number | null
  readonly reopenedAt: number | null
  /** The client that started it shows warnings until they are acknowledged. */
  readonly acknowledgesWarnings: boolean
  /** Kept, and counted nowhere. */
  readonly isVoid: boolean
  /** How often its deadline was moved in a way that a device cannot tell by which is later. */
  readonly timeChanges: number
  /** Messages that its student has not put away. */
  readonly openMessages: number
}

export type AttemptWithAnswers = AttemptRecord & Pick<Attempt, 'answers'>

export function toAttemptRecord(row: Selectable<AttemptRow>): AttemptRecord {
  return {
    id: row.id,
    examId: row.exam_id,
    revisionId: row.revision_id,
    studentId: row.student_id,
    seed: row.seed,
    shuffleOptions: row.shuffles_options_at !== null,
    startedAt: row.started_at,
    clockStartsAt: row.clock_starts_at ?? row.reopened_at,
    pausedAt: row.paused_at,
    pausedMs: row.paused_ms,
    endsAt: row.ends_at,
    closesAt: row.closes_at,
    finishedAt: row.finished_at,
    finishReason: row.finish_reason as FinishReason | null,
    score: row.score,
    reopenedAt: row.reopened_at,
    acknowledgesWarnings: row.acknowledges_warnings === 1,
    isVoid: row.voided_at !== null,
    timeChanges: row.time_changes,
    openMessages: row.open_messages,
  }
}
