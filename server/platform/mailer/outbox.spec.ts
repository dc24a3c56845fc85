import { existsSync, readdirSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import {
  closeAfterwards,
  closeAll,
  createLoginDetailsEmail,
  createMailFixture,
  createResultEmail,
  hour,
  minute,
} from '#test/mail-fixtures.ts'
import type { Behaviour } from '#test/smtp-server.ts'
import type { Database } from '../../database/database.ts'
import type { Email } from './email.ts'
import { openOutbox } from './outbox.ts'
import { claimDueEmails } from './outbox-queries.ts'
import { getResultProgress, retryFailedResults } from './result-queries.ts'
import { openSmtpTransport } from './smtp-transport.ts'

afterEach(closeAll)

it('sends a hundred results and more, passwords first, at most four at once', async () => {
  const fixture = await createMailFixture({ people: 150 })
  fixture.smtp.behaviours.push(...Array.from({ length: 4 }, (): Behaviour => 'wait'))
  await fixture.queue(Array.from({ length: 149 }, (_, n) => createResultEmail(n)))
  await fixture.queue([createLoginDetailsEmail(149)])
  const count = () => getResultProgress(fixture.db.read, 'exam1', 0)
  await vi.waitFor(
    async () => expect(await count()).toEqual({ total: 149, sent: 149, failed: 0, corrected: 0 }),
    {
      timeout: 30_000,
    },
  )
  const position = fixture.smtp.received.findIndex((email) => email.subject?.includes('login'))
  expect(position).toBeLessThan(12)
  expect(fixture.smtp.maxConcurrent()).toBeLessThanOrEqual(4)
  expect(new Set(fixture.smtp.received.map((email) => email.messageId)).size).toBe(150)
})

it('sends a result once, however often it is released', async () => {
  const fixture = await createMailFixture()
  await fixture.queue([createResultEmail(0), createResultEmail(1)])
  await fixture.waitForState('sent', 1)
  await fixture.queue([createResultEmail(0), createResultEmail(1), createResultEmail(2)])
  await fixture.waitForState('sent', 1)
  expect(fixture.smtp.received).toHaveLength(3)
  expect(await getResultProgress(fixture.db.read, 'exam2', 0)).toEqual({
    total: 0,
    sent: 0,
    failed: 0,
    corrected: 0,
  })
})

it('retries failed results, and only those', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('refuse-for-good')
  await fixture.queue([createResultEmail(0)])
  await fixture.waitForState('failed', 1)
  await fixture.queue([createResultEmail(1)])
  await expect
    .poll(() => getResultProgress(fixture.db.read, 'exam1', 0))
    .toEqual({ total: 2, sent: 1, failed: 1, corrected: 0 })
  const retry = () => fixture.db.write((tx) => retryFailedResults(tx, 'exam1', fixture.clock.at))
  expect(await retry()).toBe(1)
  fixture.mail.wake()
  await fixture.waitForState('sent', 1)
  expect(await retry()).toBe(0)
})

it('replaces a failed result when it is queued again', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('refuse-for-good')
  await fixture.queue([createResultEmail(0)])
  await fixture.waitForState('failed', 1)
  await fixture.queue([{ ...createResultEmail(0), title: 'JavaScript, corrected' } as Email])
  await fixture.waitForState('sent', 1)
  expect(fixture.smtp.received[0]?.subject).toBe('Your result: JavaScript, corrected')
})

it('erases emails older than 72 hours, so that a retry finds none', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('refuse-for-good')
  await fixture.queue([createResultEmail(0)])
  await fixture.waitForState('failed', 1)
  expect((await fixture.row())?.text_body).toContain('12 of 20')
  fixture.advanceClock(72 * hour)
  await expect.poll(() => fixture.row()).toMatchObject({ text_body: null, html_body: null })
  const retried = await fixture.db.write((tx) => retryFailedResults(tx, 'exam1', fixture.clock.at))
  expect(retried).toBe(0)
  expect(await fixture.rows()).toEqual([])
})

it('does not send an expired password', async () => {
  const fixture = await createMailFixture()
  await fixture.mail.close()
  await fixture.db.write((tx) =>
    fixture.mail.queue(tx, [createLoginDetailsEmail()], fixture.clock.at),
  )
  fixture.clock.at += 73 * hour
  fixture.open()
  await fixture.waitForState('failed', 0)
  expect((await fixture.row())?.last_error).toBe('Too old to be sent.')
  expect(fixture.smtp.received).toHaveLength(0)
})

it('resumes an email of a killed process when its lease is over', async () => {
  const fixture = await createMailFixture()
  await fixture.mail.close()
  await fixture.db.write((tx) =>
    fixture.mail.queue(tx, [createLoginDetailsEmail()], fixture.clock.at),
  )
  const at = fixture.clock.at
  await fixture.db.write((tx) => claimDueEmails(tx, { at, until: at + 2 * minute, limit: 4 }))
  const reopened = fixture.open()
  fixture.clock.at += 2 * minute - 1
  reopened.wake()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(fixture.smtp.received).toHaveLength(0)
  fixture.clock.at += 1
  reopened.wake()
  await fixture.waitForState('sent', 2)
  expect(fixture.smtp.received).toHaveLength(1)
})

it('sends each email once from several processes on one database', async () => {
  const fixture = await createMailFixture({ people: 100 })
  const others = [fixture.open(), fixture.open()]
  await fixture.queue(Array.from({ length: 100 }, (_, n) => createResultEmail(n)))
  for (const other of others) other.wake()
  await fixture.waitForState('sent', 1)
  expect(fixture.smtp.received).toHaveLength(100)
})

it.each([
  { place: 'the mail server', withSmtp: true },
  { place: 'the outbox folder', withSmtp: false },
])('gives $place no email for an address under .invalid, and says why', async ({ withSmtp }) => {
  const fixture = await createMailFixture({ withSmtp })
  const to = { name: 'Made-up student 1', address: 'student-1@Rehearsal.INVALID' }
  await fixture.queue([{ ...createLoginDetailsEmail(), to } as Email])
  await fixture.waitForState('failed', 1)
  expect((await fixture.row())?.last_error).toMatch(/^Not sent: /)
  expect(fixture.smtp.received).toEqual([])
  expect(existsSync(fixture.outbox) ? readdirSync(fixture.outbox) : []).toEqual([])
  expect(await fixture.mail.findDeliveryProblem()).toBeNull()
})

it('lets an email in flight arrive before it closes', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('wait')
  await fixture.queue([createLoginDetailsEmail()])
  await expect.poll(() => fixture.smtp.received).toHaveLength(1)
  await fixture.mail.close()
  expect(await fixture.row()).toMatchObject({ state: 'sent', tries: 1 })
})

it('does not send an email again if the database failed after it was sent', async () => {
  const fixture = await createMailFixture()
  await fixture.mail.close()
  await fixture.db.write((tx) =>
    fixture.mail.queue(tx, [createLoginDetailsEmail()], fixture.clock.at),
  )
  let writes = 0
  const db: Database = {
    ...fixture.db,
    write: (job) => {
      writes += 1
      // The second is the lease, the third tells that the email is sent.
      return writes === 3 ? Promise.reject(new Error('away')) : fixture.db.write(job)
    },
  }
  const transport = openSmtpTransport({ url: fixture.smtp.url, from: 'hello@fslacademy.example' })
  const log = pino({ enabled: false })
  const outbox = openOutbox({
    db,
    now: () => fixture.clock.at,
    transport,
    host: 'example.org',
    render: ({ text, html }) => ({ text, html: html ?? '' }),
    log,
  })
  closeAfterwards(outbox.close)
  await fixture.waitForState('sent', 1)
  expect(writes).toBe(4)
  expect(fixture.smtp.received).toHaveLength(1)
})
