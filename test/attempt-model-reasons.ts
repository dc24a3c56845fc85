/** The reasons of an end that the server gives, by what was observed. */
const reasons: Readonly<Record<string, string>> = {
  devtools: 'Developer tools opened',
  refresh: 'Page refreshed or closed',
  back: 'User pressed back button',
  blur: 'Auto submission',
  hidden: 'Auto submission',
}
const acceptedReasons = ['Auto submission', ...Object.values(reasons)]

export function toForcedReason(kind: string): string {
  return reasons[kind] ?? 'Auto submission'
}

export function toFinishReason(reportedReason: string | undefined, isTimeOver: boolean): string {
  if (reportedReason !== undefined && acceptedReasons.includes(reportedReason))
    return reportedReason
  if (isTimeOver) return 'Time expired'
  return reportedReason === undefined || reportedReason === 'Completed'
    ? 'Completed'
    : 'Auto submission'
}
