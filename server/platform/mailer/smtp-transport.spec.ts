import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import {
  closeAfterwards,
  closeAll,
  createLoginDetailsEmail,
  createMailFixture,
  createResultEmail,
  hour,
  minute,
} from '#test/mail-fixtures.ts'
import { type Behaviour, startSmtpServer } from '#test/smtp-server.ts'
import { openSmtpTransport } from './smtp-transport.ts'

afterEach(closeAll)

type Fixture = Awaited<ReturnType<typeof createMailFixture>>

/** Once it has left, whatever was due before it has been tried. */
async function sendAnother(fixture: Fixture) {
  await fixture.queue([createResultEmail(1)])
  await expect.poll(async () => (await fixture.rows()).at(-1)?.state).toBe('sent')
}

it('an email refused for now is tried again after 1, 2, 4 … 10 minutes', async () => {
  const fixture = await createMailFixture()
  const waits = [1, 2, 4, 8, 10, 10]
  fixture.smtp.behaviours.push(...waits.map((): Behaviour => 'refuse-for-now'))
  await fixture.queue([createLoginDetailsEmail()])
  for (const [index, minutes] of waits.entries()) {
    await fixture.waitForState('queued', index + 1)
    const row = await fixture.row()
    const wait = ((row?.next_try_at ?? 0) - fixture.clock.at) / minute
    expect(wait).toBeGreaterThanOrEqual(minutes * 0.8)
    expect(wait).toBeLessThanOrEqual(minutes * 1.2)
    expect(row?.last_error).toBe('The mail server said: 451 4.3.0 Try again later')
    fixture.advanceClock(minutes * 1.2 * minute)
  }
  await fixture.waitForState('sent', waits.length + 1)
})

it.each(['refuse-recipient', 'refuse-for-good'] as const)(
  'an email refused for good (%s) is not tried again',
  async (behaviour) => {
    const fixture = await createMailFixture()
    fixture.smtp.behaviours.push(behaviour)
    await fixture.queue([createLoginDetailsEmail()])
    await fixture.waitForState('failed', 1)
    fixture.advanceClock(24 * hour)
    await sendAnother(fixture)
    expect(await fixture.row()).toMatchObject({ state: 'failed', tries: 1 })
    expect((await fixture.row())?.last_error).toMatch(/^The mail server said: 55\d/)
    expect((await fixture.row())?.last_error).not.toMatch(/person0|https/)
    expect(fixture.smtp.received).toHaveLength(1)
  },
)

it('an unreachable mail server gets the email when it is back', async () => {
  const fixture = await createMailFixture()
  await fixture.smtp.close()
  await fixture.queue([createLoginDetailsEmail()])
  await fixture.waitForState('queued', 1)
  const refused = new RegExp(`127.0.0.1:${fixture.smtp.port} refused the connection`)
  expect((await fixture.row())?.last_error).toMatch(refused)
  expect(await fixture.mail.findDeliveryProblem()).toMatch(refused)
  const restartedServer = await startSmtpServer({ port: fixture.smtp.port })
  closeAfterwards(() => restartedServer.close())
  fixture.advanceClock(2 * minute)
  await fixture.waitForState('sent', 2)
  expect(await fixture.mail.findDeliveryProblem()).toBeNull()
  expect(restartedServer.received).toHaveLength(1)
})

it('a mail server that hangs up after the email gets it once more, under the same Message-ID', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('cut')
  await fixture.queue([createLoginDetailsEmail()])
  await fixture.waitForState('queued', 1)
  expect((await fixture.row())?.maybe_sent_at).toBe(fixture.clock.at)
  fixture.advanceClock(2 * minute)
  await fixture.waitForState('sent', 2)
  expect(fixture.smtp.received.map((email) => email.messageId)).toEqual(
    Array(2).fill('<mail1@exams.example.org>'),
  )
})

it('a mail server that hangs up after the email twice gets no third copy', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('cut', 'refuse-for-now', 'cut', 'take')
  await fixture.queue([createLoginDetailsEmail()])
  for (const tries of [1, 2]) {
    await fixture.waitForState('queued', tries)
    fixture.advanceClock(5 * minute)
  }
  await fixture.waitForState('failed', 3)
  fixture.advanceClock(24 * hour)
  await sendAnother(fixture)
  expect(await fixture.row()).toMatchObject({ state: 'failed', tries: 3 })
  expect(fixture.smtp.received).toHaveLength(3)
  expect((await fixture.row())?.last_error).toMatch('broke off after receiving the email')
})

it('a mail server that hangs up before the email gets it again, however often', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('cut-early', 'cut-early', 'cut-early')
  await fixture.queue([createLoginDetailsEmail()])
  for (const tries of [1, 2, 3]) {
    await fixture.waitForState('queued', tries)
    fixture.advanceClock(12 * minute)
  }
  await fixture.waitForState('sent', 4)
  expect(fixture.smtp.received).toHaveLength(1)
})

const outgoingEmail = {
  id: 'mail1',
  kind: 'result',
  messageId: '<mail1@exams.example.org>',
  to: { name: 'Asha', address: 'asha@example.com' },
  subject: 'Your result',
  text: 'text',
  html: '<p>html</p>',
  createdAt: 0,
}

function openTransport(url: string) {
  const transport = openSmtpTransport({ url, from: 'hello@fslacademy.example', timeoutMs: 300 })
  closeAfterwards(() => transport.close())
  return transport
}

it('the transport stops waiting for a mail server that received the email and falls silent', async () => {
  const smtp = await startSmtpServer()
  closeAfterwards(() => smtp.close())
  smtp.behaviours.push('hang')
  const transport = openTransport(smtp.url)
  expect(await transport.send(outgoingEmail)).toMatchObject({ status: 'unsure' })
  expect(await transport.send(outgoingEmail)).toEqual({ status: 'sent' })
})

it('the transport stops waiting for a mail server that accepts and says nothing', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  closeAfterwards(() => silentServer.close())
  const { port } = silentServer.address() as AddressInfo
  expect(await openTransport(`smtp://127.0.0.1:${port}`).send(outgoingEmail)).toMatchObject({
    status: 'later',
    cause: 'transport',
    reason: expect.stringMatching(/did not answer in time/),
  })
})

it('an invalid address is not tried again', async () => {
  const smtp = await startSmtpServer()
  closeAfterwards(() => smtp.close())
  const to = { name: 'Asha', address: 'not an address' }
  expect(await openTransport(smtp.url).send({ ...outgoingEmail, to })).toMatchObject({
    status: 'never',
  })
})

it('a refused login at the mail server is not blamed on the email', async () => {
  const smtp = await startSmtpServer()
  closeAfterwards(() => smtp.close())
  const url = smtp.url.replace('//', '//user:wrong@')
  const outcome = await openTransport(url).send(outgoingEmail)
  expect(outcome).toMatchObject({
    status: 'later',
    cause: 'transport',
    reason: expect.stringMatching(/does not accept the user name and password in SMTP_URL/),
  })
  expect(JSON.stringify(outcome)).not.toContain('wrong@')
})

it('a server on another machine without STARTTLS gets no email, unless configured', async () => {
  const smtp = await startSmtpServer()
  closeAfterwards(() => smtp.close())
  // Not loopback by its name, and yet this machine.
  const url = smtp.url.replace('127.0.0.1', '0.0.0.0')
  expect(await openTransport(url).send(outgoingEmail)).toMatchObject({
    status: 'later',
    cause: 'transport',
    reason: expect.stringMatching(/offers no STARTTLS, and no email is sent unencrypted\./),
  })
  expect(smtp.received).toHaveLength(0)
  expect(await openTransport(`${url}?tls=off`).send(outgoingEmail)).toEqual({ status: 'sent' })
})

it('an unknown mail server is named in the reason', async () => {
  expect(await openTransport('smtp://mail.invalid:25').send(outgoingEmail)).toMatchObject({
    status: 'later',
    cause: 'transport',
    reason: expect.stringMatching(/^There is no mail server of the name mail.invalid/),
  })
})

it('a server without TLS from the start is explained in the reason', async () => {
  const smtp = await startSmtpServer()
  closeAfterwards(() => smtp.close())
  const url = smtp.url.replace('smtp:', 'smtps:')
  expect(await openTransport(url).send(outgoingEmail)).toMatchObject({
    status: 'later',
    reason: expect.stringMatching(/use smtp:\/\/ instead of smtps:\/\//),
  })
})
