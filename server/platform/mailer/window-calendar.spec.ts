import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import type { Email } from './email.ts'
import { toHeaderText } from './email-layout.ts'
import { renderCalendar } from './window-calendar.ts'

const opensAt = Date.UTC(2026, 10, 24, 4, 30)
const window = {
  title: 'React JS',
  opensAt,
  latestEntryAt: null,
  closesAt: opensAt + 60 * 60_000,
  endsAtClosing: false,
  seat: null,
}
const email: Email & { readonly kind: 'window-invitation' } = {
  kind: 'window-invitation',
  to: { name: 'Asha Kulkarni', address: 'asha@example.com' },
  accountId: 'a1',
  window,
  before: null,
  calendar: { windowId: 'w1', sequence: 2, writtenAt: Date.UTC(2026, 10, 21, 4, 30) },
  expiresAt: window.closesAt,
}

function render(own: Partial<typeof email> = {}): string {
  const calendar = renderCalendar({ ...email, ...own }, 'https://exams.example.org')
  return calendar?.content ?? expect.unreachable()
}

/** Reads a file as calendars do, with a library that did not write it. */
function read(content: string) {
  const file = new ICAL.Component(ICAL.parse(content))
  const [event, ...others] = file.getAllSubcomponents()
  if (!event || others.length > 0) return expect.unreachable('one event')
  const get = (name: string) => event.getFirstPropertyValue(name)?.toString()
  const [attendee] = event.getAllProperties('attendee')
  return { method: file.getFirstPropertyValue('method'), event, get, attendee }
}

it('an invitation is an appointment that asks for no answer', () => {
  const { method, event, get, attendee } = read(render())
  expect(method).toBe('REQUEST')
  expect(event.getAllProperties().map(({ name }) => [name, get(name)])).toEqual([
    ['uid', 'exam-window-w1'],
    ['sequence', '2'],
    ['dtstamp', '2026-11-21T04:30:00Z'],
    ['dtstart', '2026-11-24T04:30:00Z'],
    ['dtend', '2026-11-24T05:30:00Z'],
    ['summary', 'React JS'],
    ['transp', 'OPAQUE'],
    ['description', expect.stringContaining('https://exams.example.org/student/studentpanel')],
    ['organizer', expect.stringMatching(/^mailto:/i)],
    ['attendee', expect.stringMatching(/^mailto:asha@example\.com$/i)],
    ['url', 'https://exams.example.org/student/studentpanel'],
    ['status', 'CONFIRMED'],
  ])
  expect(attendee?.getParameter('cn')).toBe('Asha Kulkarni')
  expect(attendee?.getParameter('rsvp')).toBe('FALSE')
})

it('a cancellation cancels the appointment', () => {
  const cancellation: Email = { ...email, kind: 'window-cancellation' }
  const calendar = renderCalendar(cancellation, 'https://exams.example.org')
  const { method, get } = read(calendar?.content ?? '')
  expect([method, get('status'), get('uid')]).toEqual(['CANCEL', 'CANCELLED', 'exam-window-w1'])
})

const words = fc.constantFrom(
  'Commas, semicolons; and \\ back',
  'slashes\\n',
  'प्रश्नपत्रिका',
  '👩🏽‍🎓',
  '\n',
  '\r\n',
  '"quoted"',
  'END:VEVENT',
  'x'.repeat(80),
)
const texts = fc.oneof(
  fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

it('every title stays as it is, in lines of at most 75 bytes that cut no character', () => {
  const bytes = new TextEncoder()
  const property = fc.property(texts, texts, (title, name) => {
    const to = { ...email.to, name }
    const content = render({ to, window: { ...window, title } })
    for (const line of content.split('\r\n')) {
      expect(bytes.encode(line).length).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
      expect(line).not.toMatch(/\p{Cc}/u)
    }
    const { get, attendee } = read(content)
    expect(get('summary') ?? '').toBe(toHeaderText(title))
    expect(attendee?.getParameter('cn') ?? '').toBe(toHeaderText(name).replace(/["\\^]/g, '’'))
  })
  fc.assert(property, { numRuns: 1_000 })
})

it('the appointment has the place, whatever the room is called', () => {
  const property = fc.property(texts, (room) => {
    const { get } = read(render({ window: { ...window, seat: { room, number: 3 } } }))
    expect(get('location')).toBe(toHeaderText(`${room}, seat 3`))
  })
  fc.assert(property, { numRuns: 300 })
})
