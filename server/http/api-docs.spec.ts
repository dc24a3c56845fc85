import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/errors.ts'
import { createStudent } from '#test/factories.ts'
import { createTestApp, type TestApp, type TestClient } from '#test/test-app.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterAll(() => app.close())

const get = (url: string) => admin.send('GET', url)

it('describes every call of the contract as OpenAPI 3.1', async () => {
  const { status, json } = await get('/api/openapi.json')
  expect(status).toBe(200)
  expect(json.openapi).toMatch(/^3\.1\./)
  const described = Object.entries(json.paths as Record<string, object>)
    .flatMap(([path, calls]) => Object.keys(calls).map((method) => `${method} ${path}`))
    .toSorted()
  const expected = Object.values(endpoints).map(
    ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(described).toEqual(expected.toSorted())
})

type Call = {
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: object }> }>>
}

it('names the refusals, cookies and header of each call', async () => {
  const { json } = await get('/api/openapi.json')
  const { securitySchemes } = json.components as { securitySchemes: Record<string, object> }
  expect(securitySchemes.session).toMatchObject({ in: 'cookie', name: 'session' })
  expect(json.servers).toEqual([{ url: '/' }])
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const { method, path, access } = endpoint
    const calls = (json.paths as Record<string, Record<string, Call>>)[
      path.replace(/:(\w+)/g, '{$1}')
    ]
    const call = calls?.[method.toLowerCase()]
    const isOpen = access === 'visitor'
    expect(call?.security ?? [], path).toHaveLength(isOpen ? 0 : 1)
    for (const code of [...endpoint.refusals, ...(isOpen ? [] : (['not-signed-in'] as const))]) {
      const { content } = call?.responses[refusals[code].status] ?? {}
      expect(JSON.stringify(content), `${method} ${path}`).toContain(`"${code}"`)
    }
  }
})

it('the documentation is readable at /api/docs, under a policy of its own', async () => {
  const page = await get('/api/docs/')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval|https:/)

  const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(2)
  for (const address of addresses) {
    const { pathname, origin } = new URL(`${address}`, 'http://here/api/docs/')
    expect(origin).toBe('http://here')
    expect((await get(pathname)).status).toBe(200)
  }
})

it.each(['/api/openapi.json', '/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css'])(
  '%s is for staff only',
  async (url) => {
    expect((await app.createClient().send('GET', url)).status).toBe(401)
    expect((await (await createStudent(app)).send('GET', url)).status).toBe(403)
    expect((await get(url)).status).toBeLessThan(400)
  },
)

it('every other reply of the API has a policy that allows nothing', async () => {
  const { headers } = await get('/api/auth/checkToken')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})
