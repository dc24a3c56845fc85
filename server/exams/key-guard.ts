import type { KeyReveal } from '#contract/key-guard.ts'
import type { KeyAct } from '#core/grading/key-guard.ts'
import type { Refusal } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { Exam } from './queries.ts'

export type GuardedExam = Pick<Exam, 'id' | 'attemptsAllowed' | 'releasedAt' | 'resultsReleasedAt'>

/** Attempts are a slice to the right, so the app passes in what is asked of them. */
export type FindRulesReveal = (
  db: Db,
  exam: GuardedExam,
  act: Extract<KeyAct, { readonly kind: 'change-rules' }>,
  at: number,
) => Promise<KeyReveal>

/** Only where the client asks first. */
export function refuseUnconfirmed(
  reveal: KeyReveal,
  confirm: boolean | undefined,
): Refusal<'key-still-needed'> | null {
  if (confirm !== false || reveal.wouldReveal === null) return null
  return { refused: 'key-still-needed', details: reveal }
}
