import { afterEach, beforeEach, expect, it } from 'vitest'
import { listEmails, retryFailedEmails } from '#contract/email-log.ts'
import { updateStudent } from '#contract/students.ts'
import { createReleasedExam, createStudent, type TestStudent } from '#test/factories.ts'
import { createLoginDetailsEmail, createResultEmail } from '#test/mail-fixtures.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Email } from '../platform/mailer/email.ts'

const hour = 60 * 60_000

let app: TestApp
let admin: TestClient
let student: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app, 'Priya Nair')
})
afterEach(() => app.close())

const read = async () =>
  (
    await app.deps.db.read
      .selectFrom('mails')
      .select(['kind', 'state', 'to_address', 'to_name', 'text_body'])
      .where('account_id', '=', student.id)
      .execute()
  ).map(({ text_body, ...row }) => ({ ...row, hasText: text_body !== null }))

/** To the address that the student has, and not due for an hour. */
const queue = (email: Email) =>
  app.deps.db.write((tx) => app.deps.mail.queue(tx, [email], app.clock.at, app.clock.at + hour))
const fail = (kind: 'result' | 'login-details') =>
  app.deps.db.write((tx) =>
    tx
      .updateTable('mails')
      .set({ state: 'failed', last_error: 'No such mailbox.' })
      .where('kind', '=', kind)
      .execute(),
  )
const correct = (email: string, name = 'Priya Nair') =>
  admin.request(updateStudent, { params: { id: student.id }, body: { email, name } })

async function toResult(): Promise<Email> {
  const { _id: examId } = await createReleasedExam(admin)
  const to = { name: 'Priya Nair', address: student.email }
  return { ...createResultEmail(0), examId, accountId: student.id, attemptId: 'one', to } as Email
}
const toLogin = () =>
  ({
    ...createLoginDetailsEmail(),
    accountId: student.id,
    to: { name: 'Priya Nair', address: student.email },
  }) as Email

it('a queued result goes to the corrected address, under the corrected name', async () => {
  await queue(await toResult())
  await correct('priya.rao@example.com', 'Priya Rao')
  const result = (await read()).find(({ kind }) => kind === 'result')
  expect(result).toMatchObject({ state: 'queued', to_address: 'priya.rao@example.com' })
  expect(result).toMatchObject({ to_name: 'Priya Rao', hasText: true })
  const { json } = await admin.request(listEmails, { query: { search: 'priya.rao result' } })
  expect(json.map(({ subject }) => subject)).toEqual(['Your result: JavaScript'])
})

it('a result that bounced is sent again to the corrected address', async () => {
  await queue(await toResult())
  await fail('result')
  await correct('priya.rao@example.com')
  await expect
    .poll(async () => (await read()).find(({ kind }) => kind === 'result'))
    .toMatchObject({ state: 'sent', to_address: 'priya.rao@example.com' })
})

it.each(['queued', 'failed'] as const)(
  'a password that is %s goes nowhere, and a new one to the new address',
  async (state) => {
    await queue(toLogin())
    if (state === 'failed') await fail('login-details')
    await correct('priya.rao@example.com')
    await admin.request(retryFailedEmails)
    const isSettled = async () => (await read()).every((row) => row.state !== 'queued')
    await expect.poll(isSettled).toBe(true)
    const sent = (await read()).filter((row) => row.state === 'sent')
    expect(sent.map(({ kind, to_address }) => [kind, to_address]).toSorted()).toEqual([
      ['email-changed', student.email],
      ['login-details', 'priya.rao@example.com'],
    ])
    const [dropped] = (await read()).filter((row) => row.state === 'failed')
    expect(dropped).toMatchObject({ kind: 'login-details', hasText: false })
  },
)

it('a student whose address changed twice is notified at both old addresses', async () => {
  await correct('priya.rao@example.com')
  await correct('p.rao@example.com')
  const notices = (await read()).filter(({ kind }) => kind === 'email-changed')
  expect(notices.map(({ to_address }) => to_address).toSorted()).toEqual(
    [student.email, 'priya.rao@example.com'].toSorted(),
  )
})
