import { afterEach, expect, it } from 'vitest'
import * as contract from '#contract/accounts.ts'
import { logout } from '#contract/current-session.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import { createStudent, studentPassword } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { buildApp } from '../app.ts'
import { readDevice } from './cookies.ts'

let app: TestApp
afterEach(() => app.close())

async function openWithStudent() {
  app = await createTestApp()
  const { email } = await createStudent(app)
  const logIn = (client: TestClient, password = studentPassword) =>
    client.request(contract.studentLogin, { body: { email, password } })
  return { logIn }
}

const deviceOf = (client: TestClient) =>
  readDevice({ cookies: client.cookies }, { hmac: app.deps.hmac, isHttps: false })

it('the device cookie is set at a successful login only, for 400 days, out of reach of scripts', async () => {
  const { logIn } = await openWithStudent()
  const client = app.createClient()
  await logIn(client, 'wrong password')
  expect(client.cookies).toEqual({})

  const { headers } = await logIn(client)
  const cookie = [headers['set-cookie']].flat().find((line) => String(line).startsWith('device='))
  expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(deviceOf(client)).toMatch(/^[\w-]{22}$/)
})

it('the device cookie survives logout, and stays the same at the next login', async () => {
  const { logIn } = await openWithStudent()
  const client = app.createClient()
  await logIn(client)
  const device = deviceOf(client)
  await client.request(logout)
  expect(client.cookies.session).toBeUndefined()
  expect(deviceOf(client)).toBe(device)
  await logIn(client)
  expect(deviceOf(client)).toBe(device)
})

it('the device cookie is bound to the host where the product runs under https', async () => {
  const { logIn } = await openWithStudent()
  const httpsApp = await buildApp({ ...app.deps, isHttps: true })
  const client = createInProcessClient(httpsApp)
  const { headers } = await logIn(client)
  expect([headers['set-cookie']].flat()).toContainEqual(
    expect.stringMatching(/^__Host-device=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  )
  await httpsApp.close()
})

it('a device cookie is never trusted unsigned, signed by another server, or signed for another id', async () => {
  const { logIn } = await openWithStudent()
  const client = app.createClient()
  await logIn(client)
  const [id = '', signature = ''] = client.cookies.device?.split('.') ?? []
  const another = `${id.slice(1)}A`
  for (const forged of [id, `${id}.`, `${another}.${signature}`, `.${signature}`, 'x.y', '']) {
    Object.assign(client.cookies, { device: forged })
    expect(deviceOf(client)).toBe(null)
  }
  Object.assign(client.cookies, { device: `${id}.${signature}` })
  expect(deviceOf(client)).toBe(id)
  const elsewhere = { hmac: () => 'x'.repeat(43), isHttps: false }
  expect(readDevice({ cookies: client.cookies }, elsewhere)).toBe(null)
})
