import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from './test-app.ts'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterAll(() => app.close())

describe('a malformed body', () => {
  it.each([
    { title: 'broken JSON', body: '{"email":', type: 'application/json', status: 400 },
    {
      title: '__proto__',
      body: '{"__proto__":{"role":"admin"}}',
      type: 'application/json',
      status: 400,
    },
    {
      title: 'deep nesting',
      body: '['.repeat(1.5e4) + ']'.repeat(1.5e4),
      type: 'application/json',
      status: 400,
    },
    { title: '10 MB', body: `"${'x'.repeat(1e7)}"`, type: 'application/json', status: 413 },
    { title: '33 kB', body: `"${'x'.repeat(33_000)}"`, type: 'application/json', status: 413 },
    { title: 'plain text', body: 'hello', type: 'text/plain', status: 415 },
    { title: 'a form', body: 'email=a', type: 'application/x-www-form-urlencoded', status: 415 },
    { title: 'multipart', body: '--x--', type: 'multipart/form-data; boundary=x', status: 415 },
    {
      title: 'a lone surrogate',
      body: '{"email":"\\ud800","password":"x"}',
      type: 'application/json',
      status: 400,
    },
  ])('with $title gets $status', async ({ body, type, status }) => {
    const reply = await app.fastify.inject({
      method: 'POST',
      url: '/api/auth/admin',
      headers: { 'content-type': type },
      payload: body,
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.json().message).toMatch(/\S/)
  })
})

it('an unknown path gets 404 and a wrong method 405, both in JSON', async () => {
  const unknown = await admin.send('GET', '/api/nothing')
  const wrong = await admin.send('DELETE', '/api/auth/admin')
  expect(unknown).toMatchObject({ status: 404, json: { code: 'unknown-path' } })
  expect(wrong).toMatchObject({ status: 405, json: { code: 'wrong-method' } })
})
