import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import * as contract from '#contract/email-log.ts'
import { type Behaviour, startSmtpServer } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { containsWords } from '../database/pagination.ts'
import type { Email } from '../platform/mailer/email.ts'

let app: TestApp
let admin: TestClient
const closers: (() => unknown)[] = []
afterEach(async () => {
  await app.close()
  for (const close of closers.splice(0)) await close()
})

async function openApp(behaviours: readonly Behaviour[] = []) {
  const smtp = await startSmtpServer()
  closers.push(() => smtp.close())
  smtp.behaviours.push(...behaviours)
  app = await createTestApp({ smtpUrl: smtp.url })
  admin = await app.createAdmin()
  return smtp
}

async function queue(...emails: readonly Email[]) {
  for (const email of emails) {
    app.advanceClock(1)
    await app.deps.db.write((tx) => app.deps.mail.queue(tx, [email], app.deps.now()))
    app.deps.mail.wake()
    await waitUntilIdle()
  }
}

/** Nobody is trying any email. */
const waitUntilIdle = () =>
  vi.waitFor(
    async () => {
      const rows = await app.deps.db.read.selectFrom('mails').selectAll().execute()
      for (const row of rows) expect(row.tries > 0 && row.leased_until === null).toBe(true)
    },
    { timeout: 30_000, interval: 10 },
  )

const createEnquiryEmail = (name: string): Email => ({
  kind: 'enquiry',
  name,
  email: 'x@example.com',
  contact: '1234567',
  course: 'Frontend Development',
})

it('shows the outcome of each email, and never its content', async () => {
  await openApp(['take', 'refuse-for-now', 'refuse-for-good'])
  await queue(createEnquiryEmail('Asha'), createEnquiryEmail('Bela'), createEnquiryEmail('Cora'))
  const { json, text, headers } = await admin.request(contract.listEmails)
  expect(headers['x-total-count']).toBe('3')
  expect(json).toMatchObject([
    {
      subject: 'New enquiry: Cora',
      state: 'failed',
      canRetry: true,
      nextTryAt: null,
      lastError: 'The mail server said: 554 5.6.0 We do not like it',
    },
    { subject: 'New enquiry: Bela', state: 'queued', tries: 1, canRetry: false, sentAt: null },
    { subject: 'New enquiry: Asha', state: 'sent', lastError: null, canRetry: false },
  ])
  expect(text).not.toMatch(/1234567|http/)
  const setup = await admin.request(contract.getMailStatus)
  expect(setup.json).toEqual({
    isSetUp: true,
    waitsIn: null,
    trouble: null,
    nextTryAt: null,
    queued: 1,
    sent: 1,
    failed: 1,
    failedLately: 1,
  })
})

it('finds emails by name, address, subject and state, page by page', async () => {
  await openApp(['refuse-for-good'])
  await queue(createEnquiryEmail('Asha'), createEnquiryEmail('Bela'), createEnquiryEmail('100%'))
  const findSubjects = async (query: object) => {
    const { json } = await admin.request(contract.listEmails, { query })
    return json.map(({ subject }) => subject.replace('New enquiry: ', ''))
  }
  expect(await findSubjects({ search: 'BELA' })).toEqual(['Bela'])
  expect(await findSubjects({ search: 'hello@fsl' })).toEqual(['100%', 'Bela', 'Asha'])
  expect(await findSubjects({ search: '%' })).toEqual(['100%'])
  expect(await findSubjects({ state: 'failed' })).toEqual(['Asha'])
  expect(await findSubjects({ state: 'queued' })).toEqual([])
  expect(await findSubjects({ sort: 'oldest', limit: 1, offset: 1 })).toEqual(['Bela'])
  expect((await admin.send('GET', '/api/mail?state=lost')).status).toBe(400)
})

it.runIf(process.env.ENGINE === 'postgres')(
  'is searched on PostgreSQL with a trigram index, in one process',
  async () => {
    app = await createTestApp()
    const tx = await app.deps.db.read.startTransaction().execute()
    // An empty table is read as a whole, or by whichever index: only this one is left.
    await sql`SET LOCAL enable_seqscan = off`.execute(tx)
    await sql`ALTER TABLE mails DROP CONSTRAINT mails_pkey CASCADE`.execute(tx)
    await sql`DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()
        AND tablename = 'mails' AND indexname <> 'mails_searched'
      LOOP EXECUTE format('DROP INDEX %I', name); END LOOP;
    END $$`.execute(tx)
    const search = tx
      .selectFrom('mails')
      .select('id')
      .where((eb) => containsWords(eb.ref('search_key'), 'asha rao'))
    const plan = JSON.stringify(await search.explain())
    await tx.rollback().execute()
    expect(plan).toContain('Bitmap Index Scan on mails_searched')
    const { rows } = await sql`SHOW max_parallel_workers_per_gather`.execute(app.deps.db.read)
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }])
  },
)

it('sends a failed email again, once', async () => {
  const smtp = await openApp(['refuse-for-good'])
  await queue(createEnquiryEmail('Asha'))
  const id = (await admin.request(contract.listEmails)).json[0]?._id ?? ''
  const again = await admin.request(contract.retryEmail, { params: { id } })
  expect(again).toMatchObject({
    status: 200,
    json: { message: 'The email to hello@fslacademy.example is on its way again.' },
  })
  await waitUntilIdle()
  expect(smtp.received).toHaveLength(1)
  expect(await admin.request(contract.retryEmail, { params: { id } })).toMatchObject({
    status: 409,
    json: { code: 'mail-not-failed' },
  })
  const { json: auditEntries } = await admin.request(listAuditEntries)
  expect(auditEntries[0]).toMatchObject({ action: 'mail.resent' })
})

it('cannot resend an email that is no longer kept, and says what to do instead', async () => {
  await openApp(['refuse-for-good'])
  await queue(createEnquiryEmail('Asha'))
  const id = (await admin.request(contract.listEmails)).json[0]?._id ?? ''
  await app.deps.db.write((tx) =>
    tx.updateTable('mails').set({ text_body: null, html_body: null }).execute(),
  )
  expect(await admin.request(contract.retryEmail, { params: { id } })).toMatchObject({
    status: 409,
    json: { code: 'mail-text-gone' },
  })
  expect((await admin.request(contract.retryFailedEmails)).json.queued).toBe(0)
})

it('sends all failed emails again', async () => {
  const smtp = await openApp(['refuse-for-good', 'refuse-for-good', 'take'])
  await queue(createEnquiryEmail('Asha'), createEnquiryEmail('Bela'), createEnquiryEmail('Cora'))
  expect((await admin.request(contract.retryFailedEmails)).json).toEqual({
    message: '2 emails are on their way again.',
    queued: 2,
  })
  await waitUntilIdle()
  expect(smtp.received).toHaveLength(3)
})

it('sends a test mail, and says what is wrong when it cannot leave', async () => {
  const smtp = await openApp()
  const first = await admin.request(contract.sendTestEmail, { body: { to: 'office@example.com' } })
  expect(first.status).toBe(202)
  await waitUntilIdle()
  expect(smtp.received[0]).toMatchObject({ subject: 'Test mail from FSL Academy' })
  expect(smtp.received[0]?.text).toContain('admin@example.com sent a test mail')

  await smtp.close()
  await admin.request(contract.sendTestEmail, { body: { to: 'office@example.com' } })
  await waitUntilIdle()
  expect((await admin.request(contract.getMailStatus)).json.trouble).toMatch(
    /refused the connection/,
  )
  const bad = await admin.send('POST', '/api/mail/test', { body: { to: 'a@b.co\r\nBcc: c@d.co' } })
  expect(bad.status).toBe(400)
})

it('quotes the mail server when it refuses every email, and counts recent failures', async () => {
  const smtp = await openApp(['refuse-for-good'])
  await queue(createEnquiryEmail('Asha'))
  const getStatus = async () => (await admin.request(contract.getMailStatus)).json
  expect(await getStatus()).toMatchObject({ trouble: null, failed: 1, failedLately: 1 })

  smtp.standing.refusal = {
    stage: 'sender',
    code: 553,
    text: '5.7.1 hello@fsl.example is not yours',
  }
  await queue(createEnquiryEmail('Bela'))
  expect(await getStatus()).toMatchObject({
    trouble: expect.stringMatching(
      /check MAIL_FROM.* It said: 553 5\.7\.1 \[address\] is not yours$/,
    ),
    nextTryAt: expect.stringMatching(/^\d{4}-/),
    queued: 1,
    failed: 1,
  })
  const waiting = { query: { state: 'queued' } } as const
  expect((await admin.request(contract.listEmails, waiting)).json).toMatchObject([
    {
      tries: 1,
      lastError: expect.stringMatching(/check MAIL_FROM/),
      nextTryAt: expect.any(String),
    },
  ])

  app.advanceClock(24 * 60 * 60_000)
  admin = await app.createAdmin()
  expect(await getStatus()).toMatchObject({ failedLately: 0 })
})

it('names the folder where emails wait while mail is not set up', async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  const { json } = await admin.request(contract.getMailStatus)
  expect(json).toMatchObject({ isSetUp: false, waitsIn: app.outboxFolder, trouble: null })
})
