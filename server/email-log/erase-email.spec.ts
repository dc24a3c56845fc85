import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as contract from '#contract/email-log.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Email } from '../platform/mailer/email.ts'

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterEach(() => app.close())

const email: Email = { kind: 'test', to: { name: '', address: 'a@example.com' }, askedBy: 'x' }
const listFiles = () => (existsSync(app.outboxFolder) ? readdirSync(app.outboxFolder) : [])
const erase = (id: string) => admin.request(contract.eraseEmail, { params: { id } })

/** @param sendsAt when it may leave. */
async function queue(sendsAt = app.clock.at): Promise<string> {
  const { db, mail, now } = app.deps
  await db.write((tx) => mail.queue(tx, [email], now(), sendsAt))
  mail.wake()
  const [listed] = (await admin.request(contract.listEmails)).json
  return listed?._id ?? ''
}

it('an email is erased with its file', async () => {
  const id = await queue()
  await expect.poll(listFiles).toHaveLength(1)
  await expect.poll(async () => (await erase(id)).status).toBe(200)
  expect(listFiles()).toEqual([])
  expect((await admin.request(contract.listEmails)).json).toEqual([])
  expect((await erase(id)).status).toBe(404)
})

it('an erased email is never sent', async () => {
  const id = await queue(app.clock.at + 60_000)
  expect((await erase(id)).json).toMatchObject({ message: 'The email is erased for good.' })
  app.advanceClock(60_000)
  app.deps.mail.wake()
  await queue(app.clock.at)
  await expect.poll(listFiles).toHaveLength(1)
})

it('an email is not erased while it is being sent', async () => {
  const id = await queue(app.clock.at + 60_000)
  const leased = { leased_until: app.clock.at + 1_000 }
  await app.deps.db.write((tx) => tx.updateTable('mails').set(leased).execute())
  expect(await erase(id)).toMatchObject({ status: 409, json: { code: 'mail-under-way' } })
  app.advanceClock(1_000)
  expect((await erase(id)).status).toBe(200)
})

it('an erasure is in the audit log with the kind of the email, not with its address', async () => {
  const id = await queue(app.clock.at + 60_000)
  await erase(id)
  const row = await app.deps.db.read
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('a@example.com')
})
