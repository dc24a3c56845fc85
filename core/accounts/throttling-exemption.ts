export type LocalTime = { readonly hour: number; readonly minute: number; readonly second: number }

const minute = 60_000
const day = 24 * 60 * minute

/**
 * When a network's exemption from login throttling ends.
 * @param localTime the time of day at the institute
 */
export function getExemptionEnd(
  period: 'quarter-hour' | 'hour' | 'today',
  at: number,
  localTime: LocalTime,
): number {
  if (period === 'quarter-hour') return at + 15 * minute
  if (period === 'hour') return at + 60 * minute
  const sinceMidnight = (localTime.hour * 60 + localTime.minute) * minute + localTime.second * 1000
  return at - (at % 1000) + (day - sinceMidnight)
}
