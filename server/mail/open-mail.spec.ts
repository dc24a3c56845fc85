import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, expect, it, vi } from 'vitest'
import type { Email } from '../deps.ts'
import { access, closeAll, hour, openMailHouse, result } from '../house-mail.ts'

afterEach(closeAll)

it('a letter arrives as it was written, and its text is gone from the database', async () => {
  const house = await openMailHouse()
  expect(house.mail.isSetUp).toBe(true)
  await house.queue([access()])
  await house.until('sent', 1)
  const [letter] = house.post.letters
  expect(letter).toMatchObject({
    subject: 'Your login details for FSL Academy',
    messageId: '<mail1@exams.example.org>',
    from: { value: [{ name: 'FSL Academy', address: 'hello@fslacademy.example' }] },
    to: { value: [{ name: 'Person 0', address: 'person0@example.com' }] },
  })
  expect(letter?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(letter?.date?.getTime()).toBe(house.clock.at)
  expect(letter?.text).toContain('kfwm-p7xz-9tqh')
  expect(letter?.html).toContain('kfwm-p7xz-9tqh')
  expect(await house.row()).toMatchObject({
    sent_at: house.clock.at,
    text_body: null,
    html_body: null,
    last_error: null,
  })
})

it('a letter does not exist when its cause is taken back', async () => {
  const house = await openMailHouse()
  const failing = house.db.write(async (tx) => {
    await house.mail.queue(tx, [access()], house.clock.at)
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await house.rows()).toEqual([])
})

it('a letter cannot be made to reach others by a name with line breaks', async () => {
  const house = await openMailHouse()
  const name = 'Asha\r\nBcc: evil@example.com\r\n\r\n<b>Hi'
  await house.queue([{ ...access(), to: { name, address: 'person0@example.com' } } as Email])
  await house.until('sent')
  expect(house.post.letters[0]?.bcc).toBeUndefined()
  expect(house.post.letters[0]?.to).toMatchObject({ value: [{ address: 'person0@example.com' }] })
  expect(house.post.letters[0]?.html).not.toContain('<b>')
})

it('a letter with a newer password takes the place of the older that still waits', async () => {
  const house = await openMailHouse()
  house.post.manners.push('refuse-for-now')
  await house.queue([access(0, 'aaaa-aaaa-aaaa')])
  await house.until('queued', 1)
  await house.queue([access(0, 'bbbb-bbbb-bbbb')])
  await vi.waitFor(() => expect(house.post.letters).toHaveLength(1))
  house.pass(hour)
  await vi.waitFor(async () =>
    expect((await house.rows()).map((row) => row.state).sort()).toEqual(['failed', 'sent']),
  )
  expect(house.post.letters.map((letter) => letter.text?.match(/\w{4}(-\w{4}){2}/)?.[0])).toEqual([
    'bbbb-bbbb-bbbb',
  ])
})

it('a letter leaves no password, link or address in the log', async () => {
  const house = await openMailHouse()
  house.post.manners.push('refuse-recipient', 'refuse-for-now')
  await house.queue([access(0), access(1), result(2)])
  await vi.waitFor(async () =>
    expect((await house.rows()).every((row) => row.tries === 1 && !row.leased_until)).toBe(true),
  )
  expect(house.logged.length).toBeGreaterThanOrEqual(3)
  expect(house.logged.join()).not.toMatch(/kfwm|https?:|@|Person/)
})

it('without a mail server, leaves each letter in a folder as a file that mail programs open', async () => {
  const house = await openMailHouse({ withSmtp: false })
  expect(house.mail.isSetUp).toBe(false)
  await house.queue([access(), result(1)])
  await house.until('sent', 1)
  const names = readdirSync(house.outbox).sort()
  expect(names).toEqual([
    '2026-11-21T04-30-00_login-details_mail1.eml',
    '2026-11-21T04-30-00_result_mail2.eml',
  ])
  const path = join(house.outbox, names[0] ?? '')
  const letter = await simpleParser(readFileSync(path))
  expect(letter.messageId).toBe('<mail1@exams.example.org>')
  expect(letter.text).toContain('kfwm-p7xz-9tqh')
  expect(statSync(path).mode & 0o077).toBe(0)
})

it('an answer to an enquiry goes to whoever asked, and to nobody else', async () => {
  const house = await openMailHouse()
  const name = 'Asha, "Boss" <evil@example.com>\r\nBcc: evil@example.com'
  const enquiry = { kind: 'enquiry', name, email: 'asha@example.com', contact: '1234567' } as const
  await house.queue([{ ...enquiry, course: 'Frontend Development' }])
  await house.until('sent')
  const [letter] = house.post.letters
  expect(letter?.replyTo?.value).toEqual([
    { name: 'Asha, "Boss" <evil@example.com> Bcc: evil@example.com', address: 'asha@example.com' },
  ])
  expect(letter?.bcc).toBeUndefined()
  expect(letter?.to).toMatchObject({ value: [{ address: 'hello@fslacademy.example' }] })
  expect(await house.row()).toMatchObject({ reply_name: null, reply_address: null })
  await house.queue([access()])
  await house.until('sent')
  expect(house.post.letters[1]?.replyTo).toBeUndefined()
})
