import type { KeyReveal } from '#contract/key-guard.ts'
import type { WindowTimes } from '#core/exam-windows/window.ts'
import type { KeyAct } from '#core/grading/key-guard.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { GuardedExam } from '../exams/key-guard.ts'
import type { ListedWindow } from './queries.ts'

/** Whom a window is for. */
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

export type GuardedDeps = Deps & { readonly findKeyReveal: FindKeyReveal }

export type SavedWindow = Pick<KeyReveal, 'wouldReveal'> & { readonly windowId: string }
