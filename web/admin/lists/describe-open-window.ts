import type { ExamWindow } from '#contract/exam-windows.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { formatTimeNear } from '../../ui/format-moment.ts'

/** "Batch Morning B12", "Priya Nair, Aditya Banerjee and 2 more", "Everyone" */
export function nameAudience({ audience, expected }: Pick<ExamWindow, 'audience' | 'expected'>) {
  if (audience.kind === 'everyone') return 'Everyone'
  if (audience.kind === 'batch') return audience.names[0] ?? 'A batch'
  const others = (expected ?? audience.names.length) - audience.names.length
  return others > 0 ? `${audience.names.join(', ')} and ${others} more` : audience.names.join(', ')
}

type OpenWindow = Pick<
  ExamWindow,
  'audience' | 'expected' | 'opensAt' | 'closesAt' | 'latestEntryAt'
>

/** "Morning B12, opened 10:00 am, latest entry 10:15 am", or until when it is open. */
export function describeOpenWindow(window: OpenWindow, now: number): string {
  const { opensAt, closesAt, latestEntryAt } = window
  const opened = `opened ${formatTimeNear(Date.parse(opensAt), now)}`
  const last =
    latestEntryAt === null
      ? `closes ${formatTimeNear(toClosingMinute(Date.parse(closesAt)), now)}`
      : `latest entry ${formatTimeNear(toClosingMinute(Date.parse(latestEntryAt)), now)}`
  return `${nameAudience(window)}, ${opened}, ${last}`
}
