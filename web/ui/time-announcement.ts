/** A call comes late by less than this, or not at all: "5 minutes left" must be true. */
const maxDelaySeconds = 10

/**
 * What is spoken when the time left goes from `before` to `now`; null for nothing new. Each call is
 * heard once, also where minutes are added after it.
 */
export function getTimeAnnouncement(
  { before, now, totalSeconds }: { before: number; now: number; totalSeconds: number },
  spoken: ReadonlySet<string>,
): string | null {
  const announcements = [
    [60, '1 minute left.'],
    [300, '5 minutes left.'],
    [600, '10 minutes left.'],
    [Math.round(totalSeconds / 2), 'Half of the time is left.'],
  ] as const
  const due = announcements.find(([at]) => before > at && now <= at && at - now < maxDelaySeconds)
  return due && !spoken.has(due[1]) ? due[1] : null
}
