import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, expect, it } from 'vitest'
import { closeAll, createMailFixture } from '#test/mail-fixtures.ts'
import type { Email } from './email.ts'
import { renderEmail } from './email-templates.ts'
import { renderCalendar } from './window-calendar.ts'

afterEach(closeAll)

const url = 'https://exams.example.org'
const minute = 60_000
const opensAt = Date.UTC(2026, 10, 25, 4, 30)
const window = {
  title: 'JavaScript, part 1; basics',
  opensAt,
  closesAt: opensAt + 60 * minute,
  latestEntryAt: opensAt + 20 * minute,
  endsAtClosing: false,
  seat: null,
}
const invitation: Email & { readonly kind: 'window-invitation' } = {
  kind: 'window-invitation',
  to: { name: 'Person 0', address: 'person0@example.com' },
  accountId: 'person0',
  window,
  before: null,
  calendar: { windowId: 'w1', sequence: 0, writtenAt: Date.UTC(2026, 10, 21, 4, 30) },
  expiresAt: opensAt + 20 * minute + 1,
}
const toWords = (email: Email) => renderEmail(email, url).text.replace(/\s+/gu, ' ')

it('the invitation says when a test is, in the time zone of the institute', () => {
  const { subject, text } = renderEmail(invitation, url)
  expect(subject).toBe('A date for your test: JavaScript, part 1; basics')
  expect(text).toContain(
    [
      'Test: JavaScript, part 1; basics',
      'Opens: 25 Nov 2026, 10:00 am',
      'Latest entry: 25 Nov 2026, 10:20 am',
      'Closes: 25 Nov 2026, 11:00 am',
    ].join('\n'),
  )
  expect(text).toContain('https://exams.example.org/student')
})

const place = { room: 'Lab 1', number: 3 }

it('invitation and reminder name the place, if there is one', () => {
  const seated = { ...window, seat: place }
  const { kind: _, before: __, calendar: ___, ...rest } = invitation
  const line = 'Closes: 25 Nov 2026, 11:00 am\nPlace: Lab 1, seat 3\n'
  expect(renderEmail({ ...invitation, window: seated }, url).text).toContain(line)
  const reminder: Email = { ...rest, kind: 'window-reminder', window: seated }
  expect(renderEmail(reminder, url).text).toContain(line)
  expect(renderEmail(invitation, url).text).not.toContain('Place')
})

it.each([
  [place, { room: 'Lab 2', number: 4 }, 'Your place changed from Lab 1, seat 3 to Lab 2, seat 4.'],
  [null, place, 'Your place is Lab 1, seat 3.'],
  [place, null, 'Your place is no longer Lab 1, seat 3.'],
])('the update says that the place was %j and is %j', (before, now, sentence) => {
  const email: Email = {
    ...invitation,
    kind: 'window-update',
    before: { ...window, seat: before },
    window: { ...window, seat: now },
  }
  expect(renderEmail(email, url).text.split('\n\n')[2]).toBe(sentence)
})

it.each([
  [
    'moved as it is',
    {
      opensAt: opensAt + 60 * minute,
      closesAt: opensAt + 120 * minute,
      latestEntryAt: opensAt + 80 * minute,
    },
    ['Your test moved from 25 Nov 2026, 10:00 am to 25 Nov 2026, 11:00 am.'],
  ],
  [
    'is longer',
    { closesAt: opensAt + 90 * minute },
    ['It closes on 25 Nov 2026, 11:30 am, no longer on 25 Nov 2026, 11:00 am.'],
  ],
  [
    'can be started until it closes',
    { latestEntryAt: null },
    ['You can start it until 25 Nov 2026, 11:00 am, no longer until 25 Nov 2026, 10:20 am.'],
  ],
  [
    'has another title',
    { title: 'JS' },
    ['It is the test “JS”, no longer “JavaScript, part 1; basics”.'],
  ],
])('the update says what has changed of a window that %s', (_, change, sentences) => {
  const email: Email = {
    ...invitation,
    kind: 'window-update',
    before: window,
    window: { ...window, ...change },
  }
  const { text } = renderEmail(email, url)
  const changes = text
    .replace(/(?<!\n)\n(?!\n)/gu, ' ')
    .split('\n\n')
    .slice(2, 2 + sentences.length)
  expect(changes).toEqual(sentences)
})

it('the cancellation names the one date that is cancelled', () => {
  const email: Email = { ...invitation, kind: 'window-cancellation' }
  expect(renderEmail(email, url).subject).toBe(
    'A date of your test is cancelled: JavaScript, part 1; basics',
  )
  expect(toWords(email)).toContain(
    'which was to open on 25 Nov 2026, 10:00 am (India Standard Time).',
  )
  expect(renderCalendar(email, url)?.method).toBe('CANCEL')
})

it('the reminder has no calendar entry', () => {
  const { kind: _, before: __, calendar: ___, ...rest } = invitation
  const email: Email = { ...rest, kind: 'window-reminder' }
  expect(renderEmail(email, url).subject).toBe('Reminder of your test: JavaScript, part 1; basics')
  expect(renderCalendar(email, url)).toBeUndefined()
})

it.each([true, false])('invitations carry a calendar entry, by SMTP: %s', async (withSmtp) => {
  const fixture = await createMailFixture({ withSmtp })
  await fixture.queue([invitation])
  await fixture.waitForState('sent', 1)
  const files = () => readdirSync(fixture.outbox).map((name) => join(fixture.outbox, name))
  const email = withSmtp
    ? fixture.smtp.received[0]
    : await simpleParser(readFileSync(files()[0] ?? ''))
  const calendars = email?.attachments.filter(({ contentType }) => contentType !== 'text/html')
  expect(calendars?.map(({ filename }) => filename)).toContain('test.ics')
  const content = calendars?.[0]?.content.toString('utf8')
  expect(content).toContain('METHOD:REQUEST\r\n')
  expect(content).toContain('SUMMARY:JavaScript\\, part 1\\; basics\r\n')
  expect(content).toContain('DTSTART:20261125T043000Z\r\n')
})

it('an email is not sent once its window is over', async () => {
  const fixture = await createMailFixture()
  await fixture.mail.close()
  await fixture.db.write((tx) => fixture.mail.queue(tx, [invitation], fixture.clock.at))
  fixture.clock.at = invitation.expiresAt
  await fixture.db.write((tx) =>
    tx.updateTable('mails').set({ created_at: fixture.clock.at }).execute(),
  )
  fixture.open()
  const readError = async () => (await fixture.row())?.last_error
  await expect.poll(readError).toBe('Not sent: its exam window is over.')
})
