import type { RetentionRule } from './retention.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** "72 hours", "30 days", "1 year". */
export function describeDuration(ms: number): string {
  const days = Math.round(ms / day)
  if (days < 7) return describeCount(Math.round(ms / hour), 'hour')
  return days % 365 === 0 ? describeCount(days / 365, 'year') : describeCount(days, 'day')
}

function describeCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** "30 days after it was deleted", or the event that ends it. */
export function describeTerm({ keptMs, after }: RetentionRule): string {
  return keptMs === null ? after : `${describeDuration(keptMs)} ${after}`
}
