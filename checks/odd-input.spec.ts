import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Guest, type House, openHouse, urlOf } from '#server/house.ts'
import { enrol, releasedExam, sit } from '#server/house-classroom.ts'

let house: House
let admin: Guest
let student: Guest
let ids: Record<string, string>

beforeAll(async () => {
  house = await openHouse()
  admin = await house.admin()
  const pupil = await enrol(house)
  student = pupil
  const exam = await releasedExam(admin)
  const { attemptId } = await sit(student, exam._id)
  ids = { id: exam._id, testId: exam._id, attemptId, studentId: pupil.id, side: 'front' }
})
afterAll(() => house.close())

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\uD800',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '%00',
  '../../etc/passwd',
  '{}',
  '9'.repeat(400),
  'अनन्या',
  '🎓'.repeat(300),
  '1e999',
  'NaN',
)
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }))
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>)

describe.each(Object.entries(endpoints))('%s', (_name, endpoint) => {
  it('answers odd input with a sentence and never with a fault', async () => {
    const names = endpoint.body ? namesOf(endpoint) : []
    const body = fc.oneof(
      value,
      fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
    )
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.dictionary(text, text, { maxKeys: 2 }),
        fc.boolean(),
        text,
        async (sent, query, isKnown, word) => {
          const path = Object.keys(endpoint.params?.shape ?? {})
          const params = Object.fromEntries(
            path.map((name) => [name, isKnown ? ids[name] : `x${word}`]),
          )
          const url = safely(() => urlOf(endpoint.path, params, query)) ?? endpoint.path
          const reply = await callerOf(endpoint).call(endpoint.method, url, { body: sent })
          expect(reply.status, reply.text).toBeLessThan(500)
          if (reply.status >= 400) expect(reply.json.message).toMatch(/\S/)
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('a body that is no body', () => {
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
      body: '['.repeat(1e5) + ']'.repeat(1e5),
      type: 'application/json',
      status: 400,
    },
    { title: '10 MB', body: `"${'x'.repeat(1e7)}"`, type: 'application/json', status: 413 },
    { title: 'plain text', body: 'hello', type: 'text/plain', status: 415 },
    { title: 'a form', body: 'email=a', type: 'application/x-www-form-urlencoded', status: 415 },
    { title: 'multipart', body: '--x--', type: 'multipart/form-data; boundary=x', status: 415 },
    {
      title: 'a lone surrogate',
      body: '{"email":"\\ud800","password":"x"}',
      type: 'application/json',
      status: 400,
    },
  ])('$title is $status', async ({ body, type, status }) => {
    const reply = await house.app.inject({
      method: 'POST',
      url: '/api/auth/admin',
      headers: { 'content-type': type },
      payload: body,
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.json().message).toMatch(/\S/)
  })
})

it('an unknown path is 404 and a wrong method 405, both in JSON', async () => {
  const unknown = await admin.call('GET', '/api/nothing')
  const wrong = await admin.call('DELETE', '/api/auth/admin')
  expect(unknown).toMatchObject({ status: 404, json: { code: 'unknown-path' } })
  expect(wrong).toMatchObject({ status: 405, json: { code: 'wrong-method' } })
})

function callerOf({ who, path }: Endpoint): Guest {
  if (who === 'visitor') return house.guest()
  return who === 'admin' || path.includes('/mail/') ? admin : student
}

function namesOf({ body }: Endpoint): string[] {
  return body && 'shape' in body ? Object.keys(body.shape as object) : ['questionId', 'answers']
}

function safely<T>(make: () => T): T | null {
  try {
    return make()
  } catch {
    return null
  }
}
