/** An appointment for a calendar; times are milliseconds since 1970. */
export type CalendarEntry = {
  readonly method: 'REQUEST' | 'CANCEL'
  /** The same in all emails about one appointment. */
  readonly uid: string
  /** Higher in each later email. */
  readonly sequence: number
  readonly writtenAt: number
  readonly startsAt: number
  readonly endsAt: number
  readonly title: string
  readonly description: string
  readonly link: string
  readonly organizer: CalendarPerson
  readonly attendee: CalendarPerson
}

type CalendarPerson = { readonly name: string; readonly address: string }

/**
 * The appointment as RFC 5545 and 5546 have it. A REQUEST that wants no answer is what Gmail and Outlook
 * enter, move and take out by themselves; neither does so with a PUBLISH.
 */
export function toCalendarFile(entry: CalendarEntry): string {
  const isCancelled = entry.method === 'CANCEL'
  const lines = [
    'BEGIN:VCALENDAR',
    'PRODID:-//Exam windows//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    `METHOD:${entry.method}`,
    'BEGIN:VEVENT',
    `DTSTART:${toUtc(entry.startsAt)}`,
    `DTEND:${toUtc(entry.endsAt)}`,
    `DTSTAMP:${toUtc(entry.writtenAt)}`,
    `ORGANIZER;CN=${toParameter(entry.organizer.name)}:mailto:${toAddress(entry.organizer)}`,
    `UID:${escapeText(entry.uid)}`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE;CN=${toParameter(entry.attendee.name)}:mailto:${toAddress(entry.attendee)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `SEQUENCE:${entry.sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(entry.title)}`,
    'TRANSP:OPAQUE',
    `URL:${entry.link}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** "20261121T043000Z" */
function toUtc(at: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: it writes a given time, and looks at no clock
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}

const controlCharacters = /\p{Cc}+/gu

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
    .replace(controlCharacters, ' ')
}

/** A quoted parameter has no escapes. */
function toParameter(text: string): string {
  return `"${text.toWellFormed().replace(controlCharacters, ' ').replaceAll('"', '’')}"`
}

function toAddress({ address }: CalendarPerson): string {
  return address.toWellFormed().replace(/[\p{Cc}\s]/gu, '')
}

const maxBytes = 75

/** A line of at most 75 bytes in UTF-8; the next begins with a space, and no character is cut. */
function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = countBytes(character.codePointAt(0) ?? 0)
    if (bytes + size > maxBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

function countBytes(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x1_0000 ? 3 : 4
}
