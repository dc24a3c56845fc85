import { afterEach, expect, it } from 'vitest'
import { eraseEnquiries, listEnquiries } from '#contract/enquiries.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const day = 24 * 60 * 60 * 1000
const key = 'a-key-made-by-the-form'
const enquiry = {
  name: 'Priya Nair',
  email: 'priya@example.com',
  contact: '+91 98200 00001',
  course: 'Full Stack Development',
}

let app: TestApp
afterEach(() => app.close())

function send(body: object = enquiry, idempotencyKey = key) {
  const headers = { 'idempotency-key': idempotencyKey }
  return app.createClient().send('POST', '/api/enquiries', { body, headers })
}

const readRows = (table: 'enquiries' | 'mails' | 'idempotency_keys') =>
  app.deps.db.read.selectFrom(table).selectAll().execute()

it('stores a resent enquiry once, with one email each, and repeats the first reply', async () => {
  app = await createTestApp()
  const first = await send()
  app.advanceClock(day - 1)
  const again = await send()
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(first.status).toBe(201)
  expect(await readRows('enquiries')).toHaveLength(1)
  expect(await readRows('mails')).toHaveLength(2)
})

it('stores an enquiry sent ten times at once only once', async () => {
  app = await createTestApp()
  const replies = await Promise.all(Array.from({ length: 10 }, () => send()))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(await readRows('enquiries')).toHaveLength(1)
  expect(await readRows('mails')).toHaveLength(2)
})

it('repeats the reply even when the limit is reached', async () => {
  app = await createTestApp({ limits: true })
  for (let n = 0; n < 30; n++) expect((await send(enquiry, `${key}-${n}`)).status).toBe(201)
  expect((await send(enquiry, `${key}-30`)).status).toBe(429)
  expect((await send(enquiry, `${key}-0`)).status).toBe(201)
})

it('refuses the key with another text, says what to do, and stores that under a new key', async () => {
  app = await createTestApp()
  await send()
  const changed = { ...enquiry, message: 'Call me after six.' }
  const refused = await send(changed)
  expect(refused).toMatchObject({ status: 409, json: { code: 'enquiry-sent-before' } })
  expect(refused.json.message).toContain('Press the button again')
  expect(await readRows('enquiries')).toHaveLength(1)
  expect((await send(changed, `${key}-2`)).status).toBe(201)
  expect(await readRows('enquiries')).toHaveLength(2)
})

it('keeps hashes and an id only, for 24 hours, and nothing of an enquiry that is erased', async () => {
  app = await createTestApp()
  await send()
  const [row] = await readRows('idempotency_keys')
  expect(JSON.stringify(row)).not.toMatch(/priya|example|98200|a-key/i)
  const admin = await app.createAdmin()
  const ids = (await admin.request(listEnquiries)).json.map(({ _id }) => _id)
  await admin.request(eraseEnquiries, { body: { ids } })
  expect(await readRows('idempotency_keys')).toEqual([])
  await send()
  app.advanceClock(day)
  await send()
  expect(await readRows('enquiries')).toHaveLength(2)
})
