import type { KeyReveal } from '#contract/key-guard.ts'
import type { WindowTimes } from '#core/exam-windows/window.ts'
import type { KeyAct } from '#core/grading/key-guard.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { GuardedExam } from '../exams/key-guard.ts'
import type { ExamWindow, ListedWindow } from './queries.ts'

/** The students a window is for. */
export type Audience = Pick<ListedWindow, 'kind' | 'batchId' | 'batchName'> & {
  readonly studentIds: readonly string[]
}

export const everyone: Audience = {
  kind: 'everyone',
  batchId: null,
  batchName: null,
  studentIds: [],
}

/** A window by whom it is for: its students are looked up. */
export type GuardedAct =
  | Exclude<KeyAct, { readonly kind: 'open-window' }>
  | {
      readonly kind: 'open-window'
      /** Null for a new one. */
      readonly windowId: string | null
      readonly times: WindowTimes
      readonly audience: Audience
    }

/** Attempts are a slice to the right, so the app passes in what is asked of them. */
export type FindKeyReveal = (
  db: Db,
  exam: GuardedExam,
  act: GuardedAct,
  at: number,
) => Promise<KeyReveal>

/** Registers are another one; the exam must be locked for all of these. */
export type WindowRegisters = {
  /** Before a window is added, changed or taken away. */
  reconcile(tx: Db, examId: string, at: number): Promise<void>
  /** After a change: who was absent may come after all if one may start again. */
  reopen(tx: Db, window: ExamWindow, at: number): Promise<void>
  /** After a window was added or changed: its students have seats. */
  seat(tx: Db, examId: string, at: number): Promise<void>
  /** As a window is taken away: nobody comes any more. */
  close(tx: Db, window: ExamWindow): Promise<void>
}

export type GuardedDeps = Deps & {
  readonly findKeyReveal: FindKeyReveal
  readonly registers: WindowRegisters
}

export type SavedWindow = Pick<KeyReveal, 'wouldReveal'> & { readonly windowId: string }
