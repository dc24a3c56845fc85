import { readdirSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import * as contract from '#contract/enquiries.ts'
import type { House } from '../house.ts'
import { openHouse } from '../house-engine.ts'
import { lettersTo } from '../house-letters.ts'
import { openPostOffice } from '../house-post-office.ts'

let house: House
afterEach(() => house.close())

const enquiry = {
  name: 'Priya <b>Nair</b>',
  email: 'priya@example.com',
  contact: '+91 98200 00001',
  course: 'Full Stack Development',
} as const

it('is kept, listed and mailed to the institute', async () => {
  const post = await openPostOffice()
  house = await openHouse({ smtpUrl: post.url })
  const reply = await house.guest().ask(contract.sendEnquiry, { body: enquiry })
  expect(reply).toMatchObject({
    status: 201,
    json: { message: expect.stringMatching(/Thank you/) },
  })
  const { json } = await (await house.admin()).ask(contract.listEnquiries)
  expect(json).toMatchObject([{ ...enquiry, handledAt: null }])
  const [letter] = await lettersTo(post, 'hello@fslacademy.example')
  expect(letter?.text).toContain('+91 98200 00001')
  expect(letter?.html).not.toContain('<b>Nair</b>')
  expect(letter?.text).toContain('priya@example.com')
  await post.close()
})

it('of a program that fills in what nobody sees is thanked for, and dropped', async () => {
  house = await openHouse()
  const body = { ...enquiry, website: 'https://spam.example' }
  expect((await house.guest().ask(contract.sendEnquiry, { body })).status).toBe(201)
  expect((await (await house.admin()).ask(contract.listEnquiries)).json).toEqual([])
})

it.each([
  { change: { name: ' ' }, field: 'name', says: 'Enter your name' },
  { change: { email: 'priya' }, field: 'email', says: /name@example.com/ },
  { change: { contact: '12' }, field: 'contact', says: /7 to 15 digits/ },
  { change: { course: 'Cooking' }, field: 'course', says: 'Choose a course' },
])('with $change is told what to mend', async ({ change, field, says }) => {
  house = await openHouse()
  const body = { ...enquiry, ...change }
  const reply = await house.guest().call('POST', '/api/enquiries', { body })
  expect(reply.status).toBe(400)
  expect(reply.json.fields?.[field]).toMatch(says)
})

it('may be sent 30 times an hour from one address', async () => {
  house = await openHouse({ limits: true })
  const guest = house.guest()
  for (let n = 0; n < 30; n++) {
    expect((await guest.ask(contract.sendEnquiry, { body: enquiry })).status).toBe(201)
  }
  expect((await guest.ask(contract.sendEnquiry, { body: enquiry })).status).toBe(429)
})

it('is found, and marked as handled and back', async () => {
  house = await openHouse()
  const admin = await house.admin()
  await house.guest().ask(contract.sendEnquiry, { body: enquiry })
  const found = await admin.ask(contract.listEnquiries, { query: { search: 'NAIR' } })
  const params = { id: found.json[0]?._id ?? '' }
  const handled = await admin.ask(contract.markEnquiry, { params, body: { handled: true } })
  expect(handled.json.handledAt).not.toBeNull()
  const open = await admin.ask(contract.markEnquiry, { params, body: { handled: false } })
  expect(open.json.handledAt).toBeNull()
})

it('is erased for good with the letter about it, one or several', async () => {
  house = await openHouse()
  const admin = await house.admin()
  for (const name of ['Perdita One', 'Perdita Two', 'Stays']) {
    const body = { ...enquiry, name, email: `${name.replace(' ', '')}@example.com` }
    await house.guest().ask(contract.sendEnquiry, { body })
  }
  await expect.poll(() => readdirSync(house.outboxFolder)).toHaveLength(3)
  const listed = await admin.ask(contract.listEnquiries)
  const ids = listed.json.filter(({ name }) => name !== 'Stays').map(({ _id }) => _id)
  const erased = await admin.ask(contract.eraseEnquiries, { body: { ids: [...ids, 'nothing'] } })
  expect(erased.json).toEqual({ message: '2 enquiries are erased for good.', erased: 2 })
  const { read } = house.deps.db
  const mails = await read.selectFrom('mails').selectAll().execute()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toContain('Perdita')
  expect(readdirSync(house.outboxFolder)).toHaveLength(1)
  expect((await admin.ask(contract.listEnquiries)).json).toMatchObject([{ name: 'Stays' }])
  expect((await admin.ask(contract.eraseEnquiries, { body: { ids } })).json.erased).toBe(0)
})
