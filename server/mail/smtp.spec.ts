import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { access, closeAfterwards, closeAll, hour, minute, openMailHouse } from '../house-mail.ts'
import { type Manner, openPostOffice } from '../house-post-office.ts'
import { openSmtp } from './smtp.ts'

afterEach(closeAll)

it('a mail server that asks to wait is asked again after 1, 2, 4 … 10 minutes', async () => {
  const house = await openMailHouse()
  const waits = [1, 2, 4, 8, 10, 10]
  house.post.manners.push(...waits.map((): Manner => 'refuse-for-now'))
  await house.queue([access()])
  for (const [index, minutes] of waits.entries()) {
    await house.until('queued', index + 1)
    const row = await house.row()
    const wait = ((row?.next_try_at ?? 0) - house.clock.at) / minute
    expect(wait).toBeGreaterThanOrEqual(minutes * 0.8)
    expect(wait).toBeLessThanOrEqual(minutes * 1.2)
    expect(row?.last_error).toBe('The mail server said: 451 4.3.0 Try again later')
    house.pass(minutes * 1.2 * minute)
  }
  await house.until('sent', waits.length + 1)
})

it.each(['refuse-recipient', 'refuse-for-good'] as const)(
  'that says never (%s) is not asked again',
  async (manner) => {
    const house = await openMailHouse()
    house.post.manners.push(manner)
    await house.queue([access()])
    await house.until('failed', 1)
    house.pass(24 * hour)
    await house.until('failed', 1)
    expect((await house.row())?.last_error).toMatch(/^The mail server said: 55\d/)
    expect((await house.row())?.last_error).not.toMatch(/person0|https/)
    expect(house.post.letters).toHaveLength(0)
  },
)

it('a mail server that is away holds nobody up, and gets the letter when it is back', async () => {
  const house = await openMailHouse()
  await house.post.close()
  await house.queue([access()])
  await house.until('queued', 1)
  const refused = new RegExp(`127.0.0.1:${house.post.port} refused the connection`)
  expect((await house.row())?.last_error).toMatch(refused)
  expect(house.mail.getDeliveryProblem()).toMatch(refused)
  const back = await openPostOffice({ port: house.post.port })
  closeAfterwards(() => back.close())
  house.pass(2 * minute)
  await house.until('sent', 2)
  expect(house.mail.getDeliveryProblem()).toBeNull()
  expect(back.letters).toHaveLength(1)
})

it('a mail server that hangs up when it has the letter gets it once more, under the same Message-ID', async () => {
  const house = await openMailHouse()
  house.post.manners.push('cut')
  await house.queue([access()])
  await house.until('queued', 1)
  expect((await house.row())?.maybe_sent_at).toBe(house.clock.at)
  house.pass(2 * minute)
  await house.until('sent', 2)
  expect(house.post.letters.map((letter) => letter.messageId)).toEqual(
    Array(2).fill('<mail1@exams.example.org>'),
  )
})

it('a mail server that does so twice is not trusted with a third copy', async () => {
  const house = await openMailHouse()
  house.post.manners.push('cut', 'refuse-for-now', 'cut', 'take')
  await house.queue([access()])
  for (const tries of [1, 2]) {
    await house.until('queued', tries)
    house.pass(5 * minute)
  }
  await house.until('failed', 3)
  house.pass(24 * hour)
  await house.until('failed', 3)
  expect(house.post.letters).toHaveLength(2)
  expect((await house.row())?.last_error).toMatch('broke off when it had the letter')
})

it('a mail server that hangs up before it has the letter may do so as often as it likes', async () => {
  const house = await openMailHouse()
  house.post.manners.push('cut-early', 'cut-early', 'cut-early')
  await house.queue([access()])
  for (const tries of [1, 2, 3]) {
    await house.until('queued', tries)
    house.pass(12 * minute)
  }
  await house.until('sent', 4)
  expect(house.post.letters).toHaveLength(1)
})

const outgoing = {
  id: 'mail1',
  kind: 'result',
  messageId: '<mail1@exams.example.org>',
  to: { name: 'Asha', address: 'asha@example.com' },
  subject: 'Your result',
  text: 'text',
  html: '<p>html</p>',
  createdAt: 0,
}

function openSender(url: string) {
  const sender = openSmtp({ url, from: 'hello@fslacademy.example', longestTryMs: 300 })
  closeAfterwards(() => sender.close())
  return sender
}

it('does not wait for ever for a mail server that took the letter and fell silent', async () => {
  const post = await openPostOffice()
  closeAfterwards(() => post.close())
  post.manners.push('hang')
  const sender = openSender(post.url)
  expect(await sender.send(outgoing)).toMatchObject({ is: 'unsure' })
  expect(await sender.send(outgoing)).toEqual({ is: 'sent' })
})

it('nor for one that picks up and says nothing', async () => {
  const mute = createServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  closeAfterwards(() => mute.close())
  const { port } = mute.address() as AddressInfo
  expect(await openSender(`smtp://127.0.0.1:${port}`).send(outgoing)).toMatchObject({
    is: 'later',
    blames: 'server',
    why: expect.stringMatching(/did not answer in time/),
  })
})

it('does not try an address again that no letter can be sent to', async () => {
  const post = await openPostOffice()
  closeAfterwards(() => post.close())
  const to = { name: 'Asha', address: 'not an address' }
  expect(await openSender(post.url).send({ ...outgoing, to })).toMatchObject({ is: 'never' })
})

it('takes a refused log-in at the mail server for our fault, not the letter’s', async () => {
  const post = await openPostOffice()
  closeAfterwards(() => post.close())
  const url = post.url.replace('//', '//user:wrong@')
  const outcome = await openSender(url).send(outgoing)
  expect(outcome).toMatchObject({
    is: 'later',
    blames: 'server',
    why: expect.stringMatching(/does not accept the user name and password in SMTP_URL/),
  })
  expect(JSON.stringify(outcome)).not.toContain('wrong@')
})

it('gives no letter to a server off this machine that offers no STARTTLS, unless told to', async () => {
  const post = await openPostOffice()
  closeAfterwards(() => post.close())
  // Not loopback by its name, and yet this machine.
  const url = post.url.replace('127.0.0.1', '0.0.0.0')
  expect(await openSender(url).send(outgoing)).toMatchObject({
    is: 'later',
    blames: 'server',
    why: expect.stringMatching(/offers no STARTTLS, and no letter goes out unencrypted\./),
  })
  expect(post.letters).toHaveLength(0)
  expect(await openSender(`${url}?tls=off`).send(outgoing)).toEqual({ is: 'sent' })
})

it('says that there is no mail server of that name', async () => {
  expect(await openSender('smtp://mail.invalid:25').send(outgoing)).toMatchObject({
    is: 'later',
    blames: 'server',
    why: expect.stringMatching(/^There is no mail server of the name mail.invalid/),
  })
})

it('says that the server does not speak TLS from the start', async () => {
  const post = await openPostOffice()
  closeAfterwards(() => post.close())
  const url = post.url.replace('smtp:', 'smtps:')
  expect(await openSender(url).send(outgoing)).toMatchObject({
    is: 'later',
    why: expect.stringMatching(/use smtp:\/\/ instead of smtps:\/\//),
  })
})
