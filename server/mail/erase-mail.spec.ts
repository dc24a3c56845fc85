import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as contract from '#contract/email-log.ts'
import type { Email } from '../deps.ts'
import type { Guest, House } from '../house.ts'
import { openHouse } from '../house-engine.ts'

let house: House
let admin: Guest
beforeEach(async () => {
  house = await openHouse()
  admin = await house.admin()
})
afterEach(() => house.close())

const letter: Email = { kind: 'test', to: { name: '', address: 'a@example.com' }, askedBy: 'x' }
const files = () => (existsSync(house.outboxFolder) ? readdirSync(house.outboxFolder) : [])
const erase = (id: string) => admin.ask(contract.eraseEmail, { params: { id } })

/** @param sendsAt when it may leave. */
async function queue(sendsAt = house.clock.at): Promise<string> {
  const { db, mail, now } = house.deps
  await db.write((tx) => mail.queue(tx, [letter], now(), sendsAt))
  mail.wake()
  const [listed] = (await admin.ask(contract.listEmails)).json
  return listed?._id ?? ''
}

it('is erased with its file', async () => {
  const id = await queue()
  await expect.poll(files).toHaveLength(1)
  await expect.poll(async () => (await erase(id)).status).toBe(200)
  expect(files()).toEqual([])
  expect((await admin.ask(contract.listEmails)).json).toEqual([])
  expect((await erase(id)).status).toBe(404)
})

it('is never sent when it was erased before', async () => {
  const id = await queue(house.clock.at + 60_000)
  expect((await erase(id)).json).toMatchObject({ message: 'The letter is erased for good.' })
  house.pass(60_000)
  house.deps.mail.wake()
  await queue(house.clock.at)
  await expect.poll(files).toHaveLength(1)
})

it('is not erased in the midst of being sent', async () => {
  const id = await queue(house.clock.at + 60_000)
  const leased = { leased_until: house.clock.at + 1_000 }
  await house.deps.db.write((tx) => tx.updateTable('mails').set(leased).execute())
  expect(await erase(id)).toMatchObject({ status: 409, json: { code: 'mail-under-way' } })
  house.pass(1_000)
  expect((await erase(id)).status).toBe(200)
})

it('is in the audit log with its kind, not with its address', async () => {
  const id = await queue(house.clock.at + 60_000)
  await erase(id)
  const row = await house.deps.db.read
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('a@example.com')
})
