import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import type { House } from '../house.ts'
import { openHouse } from '../house-engine.ts'
import { registrationForm } from '../house-registration.ts'
import { sweepIdempotencyKeys } from '../http/idempotency.ts'
import { deleteStudents, eraseStudents } from './deletion-store.ts'

const day = 24 * 60 * 60 * 1000
const key = 'a-key-made-by-the-form'

let houses: House[] = []
afterEach(async () => {
  for (const house of houses.reverse()) await house.close()
  houses = []
})

async function open(given: Parameters<typeof openHouse>[0] = {}) {
  const house = await openHouse(given)
  houses.push(house)
  return house
}

function register(
  house: House,
  { body = registrationForm(), named = key }: { body?: FormData; named?: string | null } = {},
) {
  const headers: Record<string, string> = named === null ? {} : { 'idempotency-key': named }
  return house.guest().call('POST', '/api/students/register', { body, headers })
}

async function photo(background: string) {
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

const rowsOf = (house: House, table: 'students' | 'mails' | 'idempotency_keys') =>
  house.deps.db.read.selectFrom(table).selectAll().execute()

const filesOf = ({ dataDir }: House) => readdirSync(join(dataDir, 'images'))

it('gives the same form the same answer, and makes nobody twice', async () => {
  const house = await open()
  const body = () => registrationForm()
  const first = await register(house, { body: body() })
  house.pass(day - 1)
  const again = await register(house, { body: body() })
  expect(first.status).toBe(201)
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(await rowsOf(house, 'students')).toHaveLength(1)
  expect(await rowsOf(house, 'mails')).toHaveLength(2)
})

it('does so when the same form comes ten times at once, with pictures', async () => {
  const house = await open()
  const files = { aadharFront: await photo('teal'), aadharBack: await photo('orange') }
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => register(house, { body: registrationForm({}, files) })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(await rowsOf(house, 'students')).toHaveLength(1)
  expect(filesOf(house)).toHaveLength(2)
})

it('does so at another process on the same data, and after a restart', async () => {
  const first = await open()
  expect((await register(first)).status).toBe(201)
  const { dataDir, schema } = first
  if (first.deps.db.engine === 'sqlite') {
    houses = []
    await first.close({ keep: true })
  }
  const second = await open({ dataDir, schema })
  expect((await register(second)).status).toBe(201)
  expect(await rowsOf(second, 'students')).toHaveLength(1)
})

it.runIf(process.env.ENGINE === 'postgres')(
  'does so when two processes take it at once',
  async () => {
    const one = await open()
    const other = await open({ schema: one.schema, dataDir: one.dataDir })
    for (const place of [1, 2, 3, 4, 5]) {
      const body = () => registrationForm({ email: `priya${place}@example.com` })
      const named = `${key}-${place}`
      const replies = await Promise.all(
        [one, other, one, other].map((house) => register(house, { body: body(), named })),
      )
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(await rowsOf(one, 'students')).toHaveLength(place)
    }
  },
)

it.each([
  { title: 'another field', body: async () => registrationForm({ name: 'Priya N' }) },
  { title: 'another address', body: async () => registrationForm({ email: 'p@example.com' }) },
  {
    title: 'another picture',
    body: async () => registrationForm({}, { aadharFront: await photo('orange') }),
  },
])('refuses the key with $title, and says what to do', async ({ body }) => {
  const house = await open()
  const files = { aadharFront: await photo('teal') }
  await register(house, { body: registrationForm({}, files) })
  const reply = await register(house, { body: await body() })
  expect(reply).toMatchObject({ status: 409, json: { code: 'sent-before' } })
  expect(reply.json.message).toContain('Log in, or have a password sent')
  expect(await rowsOf(house, 'students')).toHaveLength(1)
  expect(filesOf(house)).toHaveLength(1)
})

it('leaves the key free when nothing was made', async () => {
  const house = await open()
  await register(house, { named: null })
  expect((await register(house)).json.code).toBe('email-taken')
  expect((await register(house, { body: registrationForm({ name: '' }) })).status).toBe(400)
  const body = registrationForm({ email: 'other@example.com' })
  expect((await register(house, { body })).status).toBe(201)
})

it('takes forms without a key, and refuses a key that is none', async () => {
  const house = await open()
  expect((await register(house, { named: 'short' })).json).toMatchObject({
    code: 'invalid-input',
    fields: { 'idempotency-key': expect.any(String) },
  })
  expect((await register(house, { named: 'x'.repeat(65) })).status).toBe(400)
  expect((await register(house, { named: null })).status).toBe(201)
  expect(await rowsOf(house, 'idempotency_keys')).toEqual([])
})

it('keeps hashes and ids only, for 24 hours, and nothing of a student who is erased', async () => {
  const house = await open()
  await register(house)
  const [row] = await rowsOf(house, 'idempotency_keys')
  expect(JSON.stringify(row)).not.toMatch(/priya|example|98200|a-key/i)

  house.pass(day)
  expect((await register(house)).json.code).toBe('email-taken')
  await sweepIdempotencyKeys(house.deps)
  expect(await rowsOf(house, 'idempotency_keys')).toEqual([])

  const body = registrationForm({ email: 'other@example.com' })
  expect((await register(house, { body, named: `${key}-2` })).status).toBe(201)
  const ids = (await rowsOf(house, 'students')).map((student) => (student as { id: string }).id)
  await house.deps.db.write(async (tx) => {
    await deleteStudents(tx, ids, house.deps.now())
    await eraseStudents(tx, ids)
  })
  expect(await rowsOf(house, 'idempotency_keys')).toEqual([])
})

it('leaves no file of a picture whose pair was refused', async () => {
  const house = await open()
  const files = { aadharFront: await photo('teal'), aadharBack: Buffer.from('no picture') }
  expect((await register(house, { body: registrationForm({}, files) })).status).toBe(400)
  expect(filesOf(house)).toEqual([])
})
