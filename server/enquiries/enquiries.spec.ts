import { readdirSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import * as contract from '#contract/enquiries.ts'
import { startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

const enquiry = {
  name: 'Priya <b>Nair</b>',
  email: 'priya@example.com',
  contact: '+91 98200 00001',
  course: 'Full Stack Development',
} as const

it('an enquiry is kept, listed and mailed to the institute', async () => {
  const smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  const reply = await app.createClient().request(contract.sendEnquiry, { body: enquiry })
  expect(reply).toMatchObject({
    status: 201,
    json: { message: expect.stringMatching(/Thank you/) },
  })
  const { json } = await (await app.createAdmin()).request(contract.listEnquiries)
  expect(json).toMatchObject([{ ...enquiry, handledAt: null }])
  const [receivedEmail] = await waitForEmails(smtp, 'hello@fslacademy.example')
  expect(receivedEmail?.text).toContain('+91 98200 00001')
  expect(receivedEmail?.html).not.toContain('<b>Nair</b>')
  expect(receivedEmail?.text).toContain('priya@example.com')
  await smtp.close()
})

it('an enquiry shows its message in the list and the email, as text with its lines', async () => {
  const smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  const message = ' When does the next batch start?\n-- \nFSL Academy <b>free</b> '
  await app.createClient().request(contract.sendEnquiry, { body: { ...enquiry, message } })
  const { json } = await (await app.createAdmin()).request(contract.listEnquiries)
  expect(json).toMatchObject([{ message: message.trim() }])
  const [email] = await waitForEmails(smtp, 'hello@fslacademy.example')
  expect(email?.text).toContain(
    '> When does the next batch start?\n> --\n> FSL Academy <b>free</b>',
  )
  expect(email?.html).toContain('When does the next batch start?<br>--<br>FSL Academy &lt;b&gt;')
  await smtp.close()
})

it('the sender gets one acknowledgement a day, with no words of theirs but the name', async () => {
  const smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  const body = { ...enquiry, name: 'Priya Nair', message: 'Win money' }
  const send = () => app.createClient().request(contract.sendEnquiry, { body })
  await send()
  const [email] = await waitForEmails(smtp, enquiry.email)
  expect(email?.text).toContain('Hello Priya Nair,')
  expect(email?.text).toContain('Thank you for asking about Full Stack Development.')
  expect(email?.text).not.toMatch(/Win money|98200/)
  await send()
  const countLetters = async () => {
    const mails = app.deps.db.read.selectFrom('mails').selectAll()
    return (await mails.where('kind', '=', 'enquiry-received').execute()).length
  }
  expect(await countLetters()).toBe(1)
  app.advanceClock(24 * 60 * 60 * 1000 + 1)
  await send()
  expect(await countLetters()).toBe(2)
  await smtp.close()
})

it('a message has at most 2,000 characters', async () => {
  app = await createTestApp()
  const send = (message: string) =>
    app.createClient().send('POST', '/api/enquiries', { body: { ...enquiry, message } })
  expect((await send('x'.repeat(2_000))).status).toBe(201)
  expect((await send('x'.repeat(2_001))).json.fields).toEqual({
    message: 'Use 2000 characters or fewer',
  })
})

it('an enquiry with the hidden field filled in gets thanks, and is dropped', async () => {
  app = await createTestApp()
  const body = { ...enquiry, website: 'https://spam.example' }
  expect((await app.createClient().request(contract.sendEnquiry, { body })).status).toBe(201)
  expect((await (await app.createAdmin()).request(contract.listEnquiries)).json).toEqual([])
})

it.each([
  { change: { name: ' ' }, field: 'name', message: 'Enter your name' },
  { change: { email: 'priya' }, field: 'email', message: /name@example.com/ },
  { change: { contact: '12' }, field: 'contact', message: /7 to 15 digits/ },
  { change: { course: 'Cooking' }, field: 'course', message: 'Choose a course' },
])('an enquiry with $change gets an error for the field', async ({ change, field, message }) => {
  app = await createTestApp()
  const body = { ...enquiry, ...change }
  const reply = await app.createClient().send('POST', '/api/enquiries', { body })
  expect(reply.status).toBe(400)
  expect(reply.json.fields?.[field]).toMatch(message)
})

it('an address may send 30 enquiries an hour', async () => {
  app = await createTestApp({ limits: true })
  const client = app.createClient()
  for (let n = 0; n < 30; n++) {
    expect((await client.request(contract.sendEnquiry, { body: enquiry })).status).toBe(201)
  }
  expect((await client.request(contract.sendEnquiry, { body: enquiry })).status).toBe(429)
})

it('an enquiry is found, and marked as handled and back', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  await app.createClient().request(contract.sendEnquiry, { body: enquiry })
  const found = await admin.request(contract.listEnquiries, { query: { search: 'NAIR' } })
  const params = { id: found.json[0]?._id ?? '' }
  const handled = await admin.request(contract.markEnquiry, { params, body: { handled: true } })
  expect(handled.json.handledAt).not.toBeNull()
  app.advanceClock(1000)
  const again = await admin.request(contract.markEnquiry, { params, body: { handled: true } })
  expect(again.json).toEqual(handled.json)
  const reopened = await admin.request(contract.markEnquiry, { params, body: { handled: false } })
  expect(reopened.json.handledAt).toBeNull()
})

it.each([
  ['98200 00001', 1],
  ['9820000001', 1],
  ['+919820000001', 1],
  ['09820000001', 1],
  ['nair priya', 1],
  ['nair 98200', 1],
  ['PRIYA@example.com', 1],
  ['9820000002', 0],
  ['nair 98201', 0],
])('an enquiry is found by %s: %i', async (search, count) => {
  app = await createTestApp()
  await app.createClient().request(contract.sendEnquiry, { body: enquiry })
  const admin = await app.createAdmin()
  const { json } = await admin.request(contract.listEnquiries, { query: { search } })
  expect(json).toHaveLength(count)
})

it('enquiries are erased for good with the emails about them, one or several', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  for (const name of ['Perdita One', 'Perdita Two', 'Stays']) {
    const body = { ...enquiry, name, email: `${name.replace(' ', '')}@example.com` }
    await app.createClient().request(contract.sendEnquiry, { body })
  }
  // One to the institute and one to the sender.
  await expect.poll(() => readdirSync(app.outboxFolder)).toHaveLength(6)
  const listed = await admin.request(contract.listEnquiries)
  const ids = listed.json.filter(({ name }) => name !== 'Stays').map(({ _id }) => _id)
  const erased = await admin.request(contract.eraseEnquiries, {
    body: { ids: [...ids, 'nothing'] },
  })
  expect(erased.json).toEqual({ message: '2 enquiries are erased for good.', erased: 2 })
  const { read } = app.deps.db
  const mails = await read.selectFrom('mails').selectAll().execute()
  expect(mails).toHaveLength(2)
  expect(JSON.stringify(mails)).not.toContain('Perdita')
  expect(readdirSync(app.outboxFolder)).toHaveLength(2)
  expect((await admin.request(contract.listEnquiries)).json).toMatchObject([{ name: 'Stays' }])
  expect((await admin.request(contract.eraseEnquiries, { body: { ids } })).json.erased).toBe(0)
})
