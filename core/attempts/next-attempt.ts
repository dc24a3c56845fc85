import { findEntryRefusal, resolveAccess, type WindowTimes } from '../exam-windows/window.ts'
import { countAttemptsLeft, isExtraAttempt } from './attempt.ts'

/** The next attempt of a student who has taken an exam; times are milliseconds since 1970. */
export type NextAttempt = {
  /** How many attempts are left; null without a limit. */
  readonly left: number | null
} & (
  | {
      readonly state: 'open'
      /** The last moment to start the next one; null where nothing ends that. */
      readonly startUntil: number | null
    }
  | { readonly state: 'coming'; readonly opensAt: number }
  | { readonly state: 'closed' }
)

type NextAttemptInput = {
  readonly taken: number
  readonly allowed: number
  readonly granted: number
  /** Whether students may start it at all. */
  readonly isReleased: boolean
  /** Those of this student; null where the exam has none. */
  readonly windows: readonly WindowTimes[] | null
}

/** By the same rules as a start; null where no attempt is left. */
export function findNextAttempt(
  { taken, allowed, granted, isReleased, windows }: NextAttemptInput,
  now: number,
): NextAttempt | null {
  const left = countAttemptsLeft(taken, allowed, granted)
  if (left === 0) return null
  if (!isReleased) return { left, state: 'closed' }
  if (windows === null) return { left, state: 'open', startUntil: null }
  const access = resolveAccess(windows, now)
  if (!access) return { left, state: 'closed' }
  if (access.phase === 'coming') return { left, state: 'coming', opensAt: access.opensAt }
  const isExtra = isExtraAttempt(taken, allowed)
  if (findEntryRefusal(access, { isExtraAttempt: isExtra })) return { left, state: 'closed' }
  const startUntil = isExtra ? null : (access.latestEntryAt ?? access.closesAt)
  return { left, state: 'open', startUntil }
}
