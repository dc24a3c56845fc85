import type { EventKind } from '#core/proctoring/policy.ts'
import type { WarningRules } from './attempt-model-warnings.ts'

export type ModelAnswer = {
  readonly question: number
  /** Which of the four answers that the runner knows to it; 0 is the right one. */
  readonly option: number
  readonly sequence: number | undefined
}

/** Everything that a student, a network, an admin and the machine may do, in any order. */
export type Command = { readonly waitMs: number } & (
  | { readonly type: 'start' | 'grant' | 'sweep' | 'restart' | 'release' | 'look' }
  | { readonly type: 'answer'; readonly back: number; readonly chosen: readonly ModelAnswer[] }
  | ({
      readonly type: 'finish'
      readonly back: number
      readonly reportedReason: string | undefined
    } & PendingAnswers)
  | ({
      readonly type: 'event'
      readonly kind: EventKind
      readonly agoMs: number
      readonly durationMs: number | undefined
    } & PendingAnswers)
  | { readonly type: 'acknowledge'; readonly number: number; readonly agoMs: number }
  | { readonly type: 'addMinutes'; readonly minutes: number; readonly toAll: boolean }
  | { readonly type: 'reopen'; readonly back: number; readonly minutes: number }
  | { readonly type: 'pause' | 'resume'; readonly back: number }
)
type PendingAnswers = { readonly answers: readonly ModelAnswer[]; readonly times: number }

export type ExamRules = WarningRules & {
  readonly allowed: number
  readonly minutes: number
  readonly extraTimePercent: number
}
