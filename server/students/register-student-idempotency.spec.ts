import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { createRegistrationForm } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { eraseAccounts } from '../accounts/deletion-queries.ts'
import { sweepIdempotencyKeys } from '../http/idempotency.ts'
import { markStudentsDeleted } from './deletion-queries.ts'

const day = 24 * 60 * 60 * 1000
const key = 'a-key-made-by-the-form'

let apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.reverse()) await app.close()
  apps = []
})

async function openApp(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  apps.push(app)
  return app
}

function register(
  app: TestApp,
  {
    body = createRegistrationForm(),
    idempotencyKey = key,
  }: { body?: FormData; idempotencyKey?: string | null } = {},
) {
  const headers: Record<string, string> =
    idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }
  return app.createClient().send('POST', '/api/students/register', { body, headers })
}

async function photo(background: string) {
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

const readRows = (app: TestApp, table: 'students' | 'mails' | 'idempotency_keys') =>
  app.deps.db.read.selectFrom(table).selectAll().execute()

const listFiles = ({ dataDir }: TestApp) => readdirSync(join(dataDir, 'images'))

it('a repeated form gets the same reply, and creates one student', async () => {
  const app = await openApp()
  const body = () => createRegistrationForm()
  const first = await register(app, { body: body() })
  app.advanceClock(day - 1)
  const again = await register(app, { body: body() })
  expect(first.status).toBe(201)
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(await readRows(app, 'students')).toHaveLength(1)
  expect(await readRows(app, 'mails')).toHaveLength(2)
})

it('a form with pictures sent ten times at once creates one student', async () => {
  const app = await openApp()
  const files = { aadharFront: await photo('teal'), aadharBack: await photo('orange') }
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => register(app, { body: createRegistrationForm({}, files) })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(await readRows(app, 'students')).toHaveLength(1)
  expect(listFiles(app)).toHaveLength(2)
})

it('the reply is the same from another process on the same data, and after a restart', async () => {
  const first = await openApp()
  expect((await register(first)).status).toBe(201)
  const { dataDir, schema } = first
  if (first.deps.db.engine === 'sqlite') {
    apps = []
    await first.close({ keep: true })
  }
  const second = await openApp({ dataDir, schema })
  expect((await register(second)).status).toBe(201)
  expect(await readRows(second, 'students')).toHaveLength(1)
})

it.runIf(process.env.ENGINE === 'postgres')(
  'creates one student when two processes receive the form at once',
  async () => {
    const one = await openApp()
    const other = await openApp({ schema: one.schema, dataDir: one.dataDir })
    for (const place of [1, 2, 3, 4, 5]) {
      const body = () => createRegistrationForm({ email: `priya${place}@example.com` })
      const idempotencyKey = `${key}-${place}`
      const replies = await Promise.all(
        [one, other, one, other].map((app) => register(app, { body: body(), idempotencyKey })),
      )
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(await readRows(one, 'students')).toHaveLength(place)
    }
  },
)

it.each([
  { title: 'another field', body: async () => createRegistrationForm({ name: 'Priya N' }) },
  {
    title: 'another address',
    body: async () => createRegistrationForm({ email: 'p@example.com' }),
  },
  {
    title: 'another picture',
    body: async () => createRegistrationForm({}, { aadharFront: await photo('orange') }),
  },
])('the key is refused with $title, and the reply says what to do', async ({ body }) => {
  const app = await openApp()
  const files = { aadharFront: await photo('teal') }
  await register(app, { body: createRegistrationForm({}, files) })
  const reply = await register(app, { body: await body() })
  expect(reply).toMatchObject({ status: 409, json: { code: 'sent-before' } })
  expect(reply.json.message).toContain('Log in, or have a password sent')
  expect(await readRows(app, 'students')).toHaveLength(1)
  expect(listFiles(app)).toHaveLength(1)
})

it('the key is free again when nothing was created', async () => {
  const app = await openApp()
  await register(app, { idempotencyKey: null })
  expect((await register(app)).json.code).toBe('email-taken')
  expect((await register(app, { body: createRegistrationForm({ name: '' }) })).status).toBe(400)
  const body = createRegistrationForm({ email: 'other@example.com' })
  expect((await register(app, { body })).status).toBe(201)
})

it('a form without a key is accepted, and one with an invalid key refused', async () => {
  const app = await openApp()
  expect((await register(app, { idempotencyKey: 'short' })).json).toMatchObject({
    code: 'invalid-input',
    fields: { 'idempotency-key': expect.any(String) },
  })
  expect((await register(app, { idempotencyKey: 'x'.repeat(65) })).status).toBe(400)
  expect((await register(app, { idempotencyKey: null })).status).toBe(201)
  expect(await readRows(app, 'idempotency_keys')).toEqual([])
})

it('a key is kept for 24 hours as hashes and ids only, with nothing of a student who is erased', async () => {
  const app = await openApp()
  await register(app)
  const [row] = await readRows(app, 'idempotency_keys')
  expect(JSON.stringify(row)).not.toMatch(/priya|example|98200|a-key/i)

  app.advanceClock(day)
  expect((await register(app)).json.code).toBe('email-taken')
  await sweepIdempotencyKeys(app.deps)
  expect(await readRows(app, 'idempotency_keys')).toEqual([])

  const body = createRegistrationForm({ email: 'other@example.com' })
  expect((await register(app, { body, idempotencyKey: `${key}-2` })).status).toBe(201)
  const ids = (await readRows(app, 'students')).map((student) => (student as { id: string }).id)
  await app.deps.db.write(async (tx) => {
    await markStudentsDeleted(tx, ids, app.deps.now())
    await eraseAccounts(tx, ids)
  })
  expect(await readRows(app, 'idempotency_keys')).toEqual([])
})

it('a picture whose pair was refused leaves no file', async () => {
  const app = await openApp()
  const files = { aadharFront: await photo('teal'), aadharBack: Buffer.from('no picture') }
  expect((await register(app, { body: createRegistrationForm({}, files) })).status).toBe(400)
  expect(listFiles(app)).toEqual([])
})
