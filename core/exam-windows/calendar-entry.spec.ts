import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CalendarEntry, toCalendarFile } from './calendar-entry.ts'

const entry: CalendarEntry = {
  method: 'REQUEST',
  uid: 'exam-window-w1',
  sequence: 2,
  writtenAt: Date.UTC(2026, 10, 21, 4, 30),
  startsAt: Date.UTC(2026, 10, 24, 4, 30),
  endsAt: Date.UTC(2026, 10, 24, 5, 30),
  title: 'React JS',
  description: 'Start it here.',
  link: 'https://exams.example.org/student',
  organizer: { name: 'FSL Academy', address: 'hello@example.com' },
  attendee: { name: 'Asha Kulkarni', address: 'asha@example.com' },
}

it('is an appointment that wants no answer', () => {
  expect(toCalendarFile(entry).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'PRODID:-//Exam windows//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'DTSTART:20261124T043000Z',
    'DTEND:20261124T053000Z',
    'DTSTAMP:20261121T043000Z',
    'ORGANIZER;CN="FSL Academy":mailto:hello@example.com',
    'UID:exam-window-w1',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=',
    ' FALSE;CN="Asha Kulkarni":mailto:asha@example.com',
    'DESCRIPTION:Start it here.',
    'SEQUENCE:2',
    'STATUS:CONFIRMED',
    'SUMMARY:React JS',
    'TRANSP:OPAQUE',
    'URL:https://exams.example.org/student',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('takes an appointment back', () => {
  const file = toCalendarFile({ ...entry, method: 'CANCEL', sequence: 3 })
  expect(file).toContain('METHOD:CANCEL\r\n')
  expect(file).toContain('SEQUENCE:3\r\nSTATUS:CANCELLED\r\n')
})

/** Reads one property as RFC 5545 says, knowing nothing of how it was written. */
function readProperty(file: string, name: string): string {
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n')
  const line = lines.find((one) => one.startsWith(`${name}:`)) ?? expect.unreachable(name)
  return line
    .slice(name.length + 1)
    .replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
}

const words = fc.constantFrom(
  ...[
    'Commas, semicolons; and \\ back',
    'slashes\\n',
    'प्रश्नपत्रिका',
    '👩🏽‍🎓',
    '\n',
    '\r\n',
    '"quoted"',
  ],
  'END:VEVENT',
  'x'.repeat(80),
)
const texts = fc.oneof(
  fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

it('keeps every title as it is, in lines of at most 75 bytes that cut no character', () => {
  const bytes = new TextEncoder()
  const property = fc.property(texts, texts, texts, (title, description, name) => {
    const attendee = { ...entry.attendee, name }
    const file = toCalendarFile({ ...entry, title, description, attendee })
    for (const line of file.split('\r\n')) {
      expect(bytes.encode(line).length).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
      expect(line).not.toMatch(/\p{Cc}/u)
    }
    const toPlain = (text: string) =>
      text
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n]+/gu, ' ')
    expect(readProperty(file, 'SUMMARY')).toBe(toPlain(title))
    expect(readProperty(file, 'DESCRIPTION')).toBe(toPlain(description))
    expect(file.match(/^BEGIN:|^END:/gm)).toHaveLength(4)
  })
  fc.assert(property, { numRuns: 1_000 })
})
