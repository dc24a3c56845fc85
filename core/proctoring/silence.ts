import type { IntegrityMode } from '../exams/exam.ts'
import { isViolation, type RecordedKind, type TimedEvent } from './policy.ts'

/**
 * A page in sight asks for the clock every 5 to 26 s unless it has just been answered, and one
 * without an answer every 40 s.
 */
export const silenceMs = 60_000

/** A shorter one of one student alone is no incident where the same page goes on. */
export const briefSilenceMs = 3 * 60_000
/** A page that is loaded again asks for its paper within this. */
const reloadMs = 60_000

export type Silence = { readonly at: number; readonly durationMs: number }

/** Contacts of the attempt that other processes have received. */
type OtherContacts = {
  /** The last contact that they have shared; null if none has. */
  readonly at: number | null
  /** How long they may keep a contact to themselves. */
  readonly lagMs: number
}

/**
 * A silence that one of several processes noticed, shortened by the contacts of the others; null if
 * one of them may have had a contact that it has not shared yet.
 */
export function confirmSilence(noticed: Silence, others: OtherContacts): Silence | null {
  const endedAt = noticed.at + noticed.durationMs
  const at = Math.max(noticed.at, others.at ?? noticed.at)
  const durationMs = endedAt - at
  return durationMs > silenceMs + others.lagMs ? { at, durationMs } : null
}

/** Nothing came of it: it was short, and the page that fell silent made contact again. */
export function isBriefSilence(
  { at, durationMs, pausedMs }: Silence & { readonly pausedMs: number },
  /** When the page was loaded again, left or closed. */
  lostPages: readonly number[],
): boolean {
  const isPageLost = lostPages.some(
    (lostAt) => lostAt >= at && lostAt <= at + durationMs + reloadMs,
  )
  return durationMs - pausedMs < briefSilenceMs && !isPageLost
}

/** When the page was loaded again, left or closed, as far as that counts in this mode. */
export function listLostPages(
  events: readonly TimedEvent[],
  mode: IntegrityMode,
): readonly number[] {
  const lost = events.filter(({ kind }) => {
    const counts = mode !== 'observe' && isViolation(kind, mode)
    return kind === 'resume' || (isLostPage(kind) && counts)
  })
  return lost.map(({ at }) => at)
}

/** A lost line makes some browsers reload or give up the page. */
export function isLostPage(kind: RecordedKind): boolean {
  return kind === 'refresh' || kind === 'hidden' || kind === 'blur'
}
