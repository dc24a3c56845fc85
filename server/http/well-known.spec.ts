import { afterEach, expect, it } from 'vitest'
import { site } from '#site'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
afterEach(() => app.close())

it('security.txt names a contact, and never expires', async () => {
  app = await createTestApp({ publicUrl: 'https://academy.example' })
  const read = async () => (await app.fastify.inject('/.well-known/security.txt')).body
  expect(await read()).toBe(`Contact: mailto:${site.email}
Expires: 2027-02-19T04:30:00.000Z
Preferred-Languages: en
Canonical: https://academy.example/.well-known/security.txt
`)
  app.advanceClock(365 * 24 * 60 * 60 * 1000)
  expect(await read()).toContain('Expires: 2028-02-19T04:30:00.000Z')
})

it('security.txt is a text, and names no address where none is set', async () => {
  app = await createTestApp()
  const { headers, body } = await app.fastify.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).not.toContain('Canonical')
})
