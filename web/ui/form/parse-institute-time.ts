import { getWallClock } from '#contract/institute-clock.ts'
import { findInstant } from '#core/exam-windows/wall-clock.ts'

/** The moment at which the clock at the institute shows this: "2026-11-21", "10:02". */
export function parseInstituteTime(day: string, time: string): number {
  return findInstant(Date.parse(`${day}T${time}Z`), getWallClock)
}
