import { formatInstant, formatTimeZone } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { isSameSeat, type Seat } from '#core/exam-windows/seats.ts'
import type { WindowTimes } from '#core/exam-windows/window.ts'
import type { WindowNotice } from '#core/exam-windows/window-email.ts'
import { site } from '#site'
import type { Email } from './email.ts'
import { composeGreeting, type EmailBlock, type EmailWords, toHeaderText } from './email-layout.ts'

type WindowEmail = Extract<
  Email,
  {
    readonly kind: 'window-invitation' | 'window-update' | 'window-cancellation' | 'window-reminder'
  }
>

/** To a student who is to take a test at a certain time. */
export function composeWindowEmail(
  email: WindowEmail,
  toUrl: (path: string) => string,
): EmailWords {
  const { window } = email
  const title = toHeaderText(window.title)
  const opens = formatInstant(window.opensAt)
  const greeting = { paragraph: composeGreeting(email.to.name) }
  const panel = { label: 'Open your panel', link: toUrl(pagePaths.studentPanel) }
  const withTimes = [greeting, ...describeTimes(window), panel]
  switch (email.kind) {
    case 'window-invitation':
      return {
        subject: `A date for your test: ${title}`,
        preview: `It opens on ${opens}.`,
        heading: 'Your test has a date',
        blocks: [...withTimes, { paragraph: calendarNote }],
      }
    case 'window-reminder':
      return {
        subject: `Reminder of your test: ${title}`,
        preview: `It opens on ${opens}.`,
        heading: 'Your test opens soon',
        blocks: withTimes,
      }
    case 'window-update': {
      const changes = email.before ? describeChanges(email.before, window) : []
      return {
        subject: `Your test has changed: ${title}`,
        preview: changes[0] ?? `It opens on ${opens}.`,
        heading: 'Your test has changed',
        blocks: [
          greeting,
          ...changes.map((paragraph) => ({ paragraph })),
          ...withTimes.slice(1),
          { paragraph: calendarNote },
        ],
      }
    }
    case 'window-cancellation':
      return {
        subject: `A date of your test is cancelled: ${title}`,
        preview: `You do not take it on ${opens}.`,
        heading: 'A date of your test is cancelled',
        blocks: [
          greeting,
          {
            paragraph: `You were to take ${title}, which was to open on ${opens} (${formatTimeZone(window.opensAt)}). That date is cancelled.`,
          },
          {
            paragraph:
              'If we sent you another date of this test, that one stays as it is. The calendar entry in this email takes the cancelled one out of your calendar.',
          },
          panel,
          { paragraph: `With a question, call ${site.phone} or write to ${site.email}.` },
        ],
      }
  }
}

/** Says what a calendar entry is good for. */
export const calendarNote =
  'A calendar entry comes with this email. If the date changes, we write again, and the entry changes with it.'

/** When and where it may be taken; the same words for each email that gives somebody a date. */
export function describeTimes({
  title,
  opensAt,
  closesAt,
  latestEntryAt,
  endsAtClosing,
  seat,
}: WindowNotice): EmailBlock[] {
  const start = latestEntryAt === null ? 'before it closes' : 'by the latest entry'
  return [
    {
      facts: [
        ['Test', toHeaderText(title)],
        ['Opens', formatInstant(opensAt)],
        ...(latestEntryAt === null
          ? []
          : [['Latest entry', formatInstant(toClosingMinute(latestEntryAt))] as const]),
        ['Closes', formatInstant(toClosingMinute(closesAt))],
        ...(seat ? [['Place', formatPlace(seat)] as const] : []),
      ],
    },
    {
      paragraph: `Times are in ${formatTimeZone(opensAt)}. Start ${start}. ${describeEnd(endsAtClosing)}`,
    },
  ]
}

function describeEnd(endsAtClosing: boolean): string {
  return endsAtClosing
    ? 'An attempt that still runs at the closing ends then, except for extra time that you were given.'
    : 'If you start in time, you have the full time of the test, even past the closing.'
}

/** A sentence for each thing that differs from the last email. */
function describeChanges(before: WindowNotice, now: WindowNotice): string[] {
  const [old, current] = [toShown(before), toShown(now)]
  const isMoved = before.opensAt !== now.opensAt
  const isLength = now.closesAt - now.opensAt !== before.closesAt - before.opensAt
  return [
    ...(before.title === now.title
      ? []
      : [
          `It is the test “${toHeaderText(now.title)}”, no longer “${toHeaderText(before.title)}”.`,
        ]),
    ...(isMoved ? [`Your test moved from ${old.opens} to ${current.opens}.`] : []),
    ...(isLength && before.closesAt !== now.closesAt
      ? [`It closes on ${current.closes}, no longer on ${old.closes}.`]
      : []),
    ...(isEntryChanged(before, now)
      ? [`You can start it until ${current.lastEntry}, no longer until ${old.lastEntry}.`]
      : []),
    ...(before.endsAtClosing === now.endsAtClosing
      ? []
      : ['What becomes of an attempt that runs at the closing has changed, too; see below.']),
    ...describeNewPlace(before.seat, now.seat),
  ]
}

function describeNewPlace(before: Seat | null, now: Seat | null): string[] {
  if (isSameSeat(before, now)) return []
  if (!before) return now ? [`Your place is ${formatPlace(now)}.`] : []
  return now
    ? [`Your place changed from ${formatPlace(before)} to ${formatPlace(now)}.`]
    : [`Your place is no longer ${formatPlace(before)}.`]
}

/** Room and seat, in one line whatever the room’s name. */
export function formatPlace(seat: Seat): string {
  return toHeaderText(formatSeat(seat))
}

/** A latest entry that only moved with the opening, or is the closing, is not said twice. */
function isEntryChanged(before: WindowTimes, now: WindowTimes): boolean {
  if (before.latestEntryAt === null && now.latestEntryAt === null) return false
  const toMinutes = ({ latestEntryAt, opensAt }: WindowTimes) =>
    latestEntryAt === null ? null : latestEntryAt - opensAt
  return toMinutes(before) !== toMinutes(now)
}

function toShown({ opensAt, closesAt, latestEntryAt }: WindowTimes) {
  return {
    opens: formatInstant(opensAt),
    closes: formatInstant(toClosingMinute(closesAt)),
    lastEntry: formatInstant(toClosingMinute(latestEntryAt ?? closesAt)),
  }
}
