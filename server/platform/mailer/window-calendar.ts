import { formatInstant, formatTimeZone } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { toCalendarFile } from '#core/exam-windows/calendar-entry.ts'
import type { WindowNotice } from '#core/exam-windows/window-email.ts'
import { site } from '#site'
import type { CalendarFile, Email } from './email.ts'
import { toHeaderText } from './email-layout.ts'

/** The calendar entry that goes with an email; undefined for most. */
export function renderCalendar(email: Email, publicUrl: string): CalendarFile | undefined {
  if (!('calendar' in email) || !email.calendar) return undefined
  const { windowId, sequence, writtenAt } = email.calendar
  const window: WindowNotice = 'window' in email ? email.window : email
  const method = email.kind === 'window-cancellation' ? 'CANCEL' : 'REQUEST'
  const link = new URL(pagePaths.studentPanel, publicUrl).href
  const content = toCalendarFile({
    ...{ method, sequence, writtenAt, link },
    // No address of the site in it: it stays the same when the institute moves to another one.
    uid: `exam-window-${windowId}`,
    startsAt: window.opensAt,
    endsAt: window.closesAt,
    title: toHeaderText(window.title),
    description: describe(window, link),
    organizer: { name: site.product, address: site.email },
    attendee: { name: toHeaderText(email.to.name), address: email.to.address },
  })
  return { method, content }
}

function describe({ opensAt, latestEntryAt, closesAt }: WindowNotice, link: string): string {
  const start = formatInstant(toClosingMinute(latestEntryAt ?? closesAt))
  return `Start by ${start} (${formatTimeZone(opensAt)}), in your panel: ${link}`
}
