import { pluralize } from '#contract/format.ts'
import type { TodayWindow } from '#contract/registers.ts'
import { nameRooms } from '#contract/seat-words.ts'
import type { TodaySection } from '#core/registers/today.ts'

type Named = {
  readonly audience: TodayWindow['audience']
  /** Null where it is for everyone. */
  readonly expected: number | null
}

/** "Morning B12", "4 named students", "Everyone" */
export function nameAudience({ audience, expected }: Named): string {
  if (audience.kind === 'everyone') return 'Everyone'
  if (audience.kind === 'batch') return audience.batchName ?? 'A batch'
  return pluralize(expected ?? 0, 'named student')
}

/** "Morning B12, Lab 1 and Lab 2" */
export function nameAudienceAndRooms({
  rooms,
  ...window
}: Named & Pick<TodayWindow, 'rooms'>): string {
  return rooms ? `${nameAudience(window)}, ${nameRooms(rooms)}` : nameAudience(window)
}

export function countExpected({ counts }: Pick<TodayWindow, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const minuteMs = 60_000
const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** "26 min", "3 h 26 min", "2 days": by the minute, and never less than one. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minuteMs))
  if (minutes >= dayMinutes) return pluralize(Math.floor(minutes / dayMinutes), 'day')
  const [hours, rest] = [Math.floor(minutes / hourMinutes), minutes % hourMinutes]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

export function getSection({ phase }: Pick<TodayWindow, 'phase'>): TodaySection {
  if (phase === 'coming') return 'coming'
  return phase === 'closed' ? 'over' : 'running'
}

/** "4 windows, 162 students expected." */
export function summarizeDay(windows: readonly TodayWindow[]): string {
  if (windows.length === 0) return 'No windows.'
  const expected = windows.reduce((sum, window) => sum + countExpected(window), 0)
  return `${pluralize(windows.length, 'window')}, ${pluralize(expected, 'student')} expected.`
}
