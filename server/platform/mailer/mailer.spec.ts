import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, expect, it } from 'vitest'
import {
  closeAll,
  createLoginDetailsEmail,
  createMailFixture,
  createResultEmail,
  hour,
} from '#test/mail-fixtures.ts'
import type { Email } from './email.ts'
import { renderEmail } from './email-templates.ts'

afterEach(closeAll)

it('an email arrives as it was written, and its text is removed from the database', async () => {
  const fixture = await createMailFixture()
  expect(fixture.mail.isSetUp).toBe(true)
  await fixture.queue([createLoginDetailsEmail()])
  await fixture.waitForState('sent', 1)
  const [email] = fixture.smtp.received
  expect(email).toMatchObject({
    subject: 'Your login details for FSL Academy',
    messageId: '<mail1@exams.example.org>',
    from: { value: [{ name: 'FSL Academy', address: 'hello@fslacademy.example' }] },
    to: { value: [{ name: 'Person 0', address: 'person0@example.com' }] },
  })
  expect(email?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(email?.date?.getTime()).toBe(fixture.clock.at)
  expect(email?.text).toContain('kfwm-p7xz-9tqh')
  expect(email?.html).toContain('kfwm-p7xz-9tqh')
  expect(await fixture.row()).toMatchObject({
    sent_at: fixture.clock.at,
    text_body: null,
    html_body: null,
    last_error: null,
  })
})

it('an email of an import is stored in short form, and arrives like any other', async () => {
  const fixture = await createMailFixture()
  const email = { ...createLoginDetailsEmail(), kind: 'student-added' } as Email
  await fixture.db.write((tx) => fixture.mail.queue(tx, [email], fixture.clock.at))
  const row = await fixture.row()
  expect(row?.html_body).toBeNull()
  expect(row?.text_body?.length).toBeLessThan(400)
  expect(row).toMatchObject({ to_name: 'Person 0', to_address: 'person0@example.com' })
  fixture.mail.wake()
  await fixture.waitForState('sent', 1)
  const [received] = fixture.smtp.received
  const rendered = renderEmail(email, 'https://exams.example.org')
  expect(received?.subject).toBe(rendered.subject)
  expect(received?.text?.trim()).toBe(rendered.text.trim())
  expect(received?.html).toContain('kfwm-p7xz-9tqh')
  expect(await fixture.row()).toMatchObject({ text_body: null, html_body: null })
})

it('an email is not stored when its transaction is rolled back', async () => {
  const fixture = await createMailFixture()
  const failing = fixture.db.write(async (tx) => {
    await fixture.mail.queue(tx, [createLoginDetailsEmail()], fixture.clock.at)
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await fixture.rows()).toEqual([])
})

it('a name with line breaks cannot add recipients to an email', async () => {
  const fixture = await createMailFixture()
  const name = 'Asha\r\nBcc: evil@example.com\r\n\r\n<b>Hi'
  await fixture.queue([
    { ...createLoginDetailsEmail(), to: { name, address: 'person0@example.com' } } as Email,
  ])
  await fixture.waitForState('sent')
  expect(fixture.smtp.received[0]?.bcc).toBeUndefined()
  expect(fixture.smtp.received[0]?.to).toMatchObject({
    value: [{ address: 'person0@example.com' }],
  })
  expect(fixture.smtp.received[0]?.html).not.toContain('<b>')
})

it('an email with a newer password replaces an older one that still waits', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('refuse-for-now')
  await fixture.queue([createLoginDetailsEmail(0, 'aaaa-aaaa-aaaa')])
  await fixture.waitForState('queued', 1)
  await fixture.queue([createLoginDetailsEmail(0, 'bbbb-bbbb-bbbb')])
  await expect.poll(() => fixture.smtp.received).toHaveLength(1)
  fixture.advanceClock(hour)
  await expect
    .poll(async () => (await fixture.rows()).map((row) => row.state).sort())
    .toEqual(['failed', 'sent'])
  expect(fixture.smtp.received.map((email) => email.text?.match(/\w{4}(-\w{4}){2}/)?.[0])).toEqual([
    'bbbb-bbbb-bbbb',
  ])
})

it('an email leaves no password, link or address in the log', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('refuse-recipient', 'refuse-for-now')
  await fixture.queue([
    createLoginDetailsEmail(0),
    createLoginDetailsEmail(1),
    createResultEmail(2),
  ])
  await expect
    .poll(async () => (await fixture.rows()).every((row) => row.tries === 1 && !row.leased_until))
    .toBe(true)
  expect(fixture.logged.length).toBeGreaterThanOrEqual(3)
  expect(fixture.logged.join()).not.toMatch(/kfwm|https?:|@|Person/)
})

it('without a mail server, leaves each email in a folder as a file that mail programs open', async () => {
  const fixture = await createMailFixture({ withSmtp: false })
  expect(fixture.mail.isSetUp).toBe(false)
  await fixture.queue([createLoginDetailsEmail(), createResultEmail(1)])
  await fixture.waitForState('sent', 1)
  const names = readdirSync(fixture.outbox).sort()
  expect(names).toEqual([
    '2026-11-21T04-30-00_login-details_mail1.eml',
    '2026-11-21T04-30-00_result_mail2.eml',
  ])
  const path = join(fixture.outbox, names[0] ?? '')
  const email = await simpleParser(readFileSync(path))
  expect(email.messageId).toBe('<mail1@exams.example.org>')
  expect(email.text).toContain('kfwm-p7xz-9tqh')
  expect(statSync(path).mode & 0o077).toBe(0)
})

it('an answer to an enquiry goes to its sender only', async () => {
  const fixture = await createMailFixture()
  const name = 'Asha, "Boss" <evil@example.com>\r\nBcc: evil@example.com'
  const enquiry = { kind: 'enquiry', name, email: 'asha@example.com', contact: '1234567' } as const
  await fixture.queue([{ ...enquiry, course: 'Frontend Development' }])
  await fixture.waitForState('sent')
  const [email] = fixture.smtp.received
  expect(email?.replyTo?.value).toEqual([
    { name: 'Asha, "Boss" <evil@example.com> Bcc: evil@example.com', address: 'asha@example.com' },
  ])
  expect(email?.bcc).toBeUndefined()
  expect(email?.to).toMatchObject({ value: [{ address: 'hello@fslacademy.example' }] })
  expect(await fixture.row()).toMatchObject({ reply_name: null, reply_address: null })
  await fixture.queue([createLoginDetailsEmail()])
  await fixture.waitForState('sent')
  expect(fixture.smtp.received[1]?.replyTo).toBeUndefined()
})
