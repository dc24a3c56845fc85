import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { listExams, updateExam } from '#contract/exams.ts'
import { createFormData, createQuestions } from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { addAccount } from '../accounts/queries.ts'

const key = 'a-key-made-with-the-draft'

let app: TestApp
afterEach(() => app.close())

async function picture(background: string) {
  return sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
}

function draft(title = 'React JS', files: Record<string, Buffer> = {}) {
  return createFormData({ title, questions: JSON.stringify(createQuestions(2)) }, files)
}

function create(admin: TestClient, body: unknown = draft(), idempotencyKey = key) {
  return admin.send('POST', '/api/test/create', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

const listImageFiles = () => readdirSync(join(app.dataDir, 'images'))

it('creates one test from a draft that is sent twice', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const files = { questionimage_0: await picture('teal') }
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => create(admin, draft('React JS', files))),
  )
  replies.push(await create(admin, draft('React JS', files)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect((await admin.request(listExams)).json).toHaveLength(1)
  expect(listImageFiles()).toHaveLength(1)
})

it('accepts a JSON body in the same way', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const body = { title: 'Plain', questions: createQuestions(1) }
  expect((await create(admin, body)).status).toBe(201)
  expect((await create(admin, body)).status).toBe(201)
  expect((await admin.request(listExams)).json).toHaveLength(1)
})

it('refuses the key with another draft', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  await create(admin)
  const reply = await create(admin, draft('React JS 2', { questionimage_0: await picture('red') }))
  expect(reply).toMatchObject({ status: 409, json: { code: 'test-sent-before' } })
  expect((await admin.request(listExams)).json).toHaveLength(1)
  expect(listImageFiles()).toEqual([])
})

it('returns the current test for a repeated key, unless it is deleted', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { test } = (await create(admin)).json as { test: { _id: string } }
  const params = { id: test._id }
  await admin.request(updateExam, { params, body: { released: true } })
  expect((await create(admin)).json).toMatchObject({ test: { _id: test._id, released: true } })
  await admin.send('DELETE', `/api/test/delete/${test._id}`)
  expect(await create(admin)).toMatchObject({ status: 404, json: { code: 'test-not-found' } })
})

it('treats the key of another admin as a different key', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { deps } = app
  const passwordHash = await deps.passwords.hash(adminPassword)
  const account = { id: 'second', role: 'owner', email: 'b@example.com', name: 'B' } as const
  await deps.db.write((tx) => addAccount(tx, { ...account, passwordHash }, deps.now()))
  const other = app.createClient()
  await other.send('POST', '/api/auth/admin', {
    body: { email: account.email, password: adminPassword },
  })
  await create(admin)
  expect((await create(other, draft('Another'))).status).toBe(201)
})

it('leaves no picture of a draft whose last picture was refused', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const files = { questionimage_0: await picture('teal'), questionimage_1: Buffer.from('none') }
  expect((await create(admin, draft('React JS', files))).status).toBe(400)
  expect(listImageFiles()).toEqual([])
})
