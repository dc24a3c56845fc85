import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { formatInstant, formatTimeZone } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { WindowNotice } from '#core/exam-windows/window-email.ts'
import { site } from '#site'
import type { CalendarFile, Email } from './email.ts'
import { toHeaderText } from './email-layout.ts'
import { formatPlace } from './window-email.ts'

/**
 * The calendar entry that goes with an email; undefined for most. A REQUEST that wants no answer is what
 * Gmail and Outlook enter, move and remove by themselves; neither does so with a PUBLISH.
 */
export function renderCalendar(email: Email, publicUrl: string): CalendarFile | undefined {
  if (!('calendar' in email) || !email.calendar) return undefined
  const { windowId, sequence, writtenAt } = email.calendar
  const window: WindowNotice = 'window' in email ? email.window : { ...email, seat: null }
  const isCancelled = email.kind === 'window-cancellation'
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const link = new URL(pagePaths.studentPanel, publicUrl).href
  const calendar = ical({ method, scale: 'gregorian', prodId: '//Exam windows//EN' })
  calendar.createEvent({
    sequence,
    // No address of the site in it: it stays the same when the institute moves to another one.
    id: `exam-window-${windowId}`,
    stamp: new Date(writtenAt),
    start: new Date(window.opensAt),
    end: new Date(window.closesAt),
    summary: toHeaderText(window.title),
    ...(window.seat && { location: formatPlace(window.seat) }),
    description: describe(window, link),
    url: link,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
    organizer: { name: toHeaderText(site.product), email: site.email },
    attendees: [
      {
        // Not every calendar reads RFC 6868, which escapes these in a parameter.
        name: toHeaderText(email.to.name).replace(/["\\^]/g, '’'),
        email: toHeaderText(email.to.address),
        type: ICalAttendeeType.INDIVIDUAL,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      },
    ],
  })
  return { method, content: calendar.toString() }
}

function describe({ opensAt, latestEntryAt, closesAt }: WindowNotice, link: string): string {
  const start = formatInstant(toClosingMinute(latestEntryAt ?? closesAt))
  return `Start by ${start} (${formatTimeZone(opensAt)}), in your panel: ${link}`
}
