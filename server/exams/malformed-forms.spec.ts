import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listExams } from '#contract/exams.ts'
import { createFormData, createQuestions, createRegistrationForm } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterAll(() => app.close())

const boundary = 'a-boundary'
const formType = `multipart/form-data; boundary=${boundary}`
const end = `--${boundary}--\r\n`

function part(headers: string, body: string) {
  return `--${boundary}\r\n${headers}\r\n\r\n${body}\r\n`
}
const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value)
const file = (name: string, value: string) =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png`,
    value,
  )

async function send(url: string, payload: string | Buffer, type = formType) {
  const cookie = `session=${admin.cookies.session}`
  const headers = { 'content-type': type, cookie }
  const reply = await app.fastify.inject({ method: 'POST', url, headers, payload })
  return { status: reply.statusCode, json: reply.json(), text: reply.body }
}

const urls = ['/api/students/register', '/api/test/create'] as const

describe.each(urls)('%s refuses, and does not fail at,', (url) => {
  it.each([
    { title: 'no boundary', body: field('title', 'x') + end, type: 'multipart/form-data' },
    { title: 'an empty boundary', body: end, type: 'multipart/form-data; boundary=' },
    { title: 'another boundary', body: field('title', 'x').replaceAll(boundary, 'other') + end },
    { title: 'nothing at all', body: '' },
    { title: 'text that is no form', body: 'hello' },
    { title: 'only the end', body: end },
    { title: 'no end', body: field('title', 'x') },
    { title: 'headers that stop', body: `--${boundary}\r\nContent-Disposition: form-da` },
    { title: 'headers without an empty line', body: `--${boundary}\r\nA: b\r\n${end}` },
    { title: 'a part that stops', body: field('title', 'x'.repeat(1_000)).slice(0, -500) },
    { title: 'a file that stops', body: file('aadharFront', 'x'.repeat(9_000)).slice(0, -500) },
    { title: 'a part without name', body: part('Content-Disposition: form-data', 'x') + end },
    { title: 'an empty name', body: field('', 'x') + end },
    {
      title: 'a file without name',
      body: part('Content-Disposition: form-data; filename="a.png"', 'x') + end,
    },
    { title: 'no disposition', body: part('Content-Type: text/plain', 'x') + end },
    { title: 'another disposition', body: part('Content-Disposition: attachment', 'x') + end },
    {
      title: 'a disposition of noise',
      body: part(`Content-Disposition: ;;="\\";name=%%%;filename*=UTF-8''%ff`, 'x') + end,
    },
    {
      title: 'a form in a form',
      body: part(
        'Content-Disposition: form-data; name="a"\r\nContent-Type: multipart/mixed; boundary=b',
        '--b\r\nContent-Disposition: file; filename="x"\r\n\r\nx\r\n--b--',
      ),
    },
    { title: 'a header too large', body: part(`A: ${'x'.repeat(100_000)}`, 'x') + end },
    { title: 'too many headers', body: part('A: b\r\n'.repeat(5_000), 'x') + end },
    { title: 'a name too long', body: field('x'.repeat(5_000), 'x') + end },
    { title: 'a line break in a name', body: field('a\nb', 'x') + end },
    { title: 'a name of the prototype', body: field('__proto__', 'x') + end },
    { title: 'constructor for a name', body: field('constructor', 'x') + end },
    { title: 'a field twice', body: field('title', 'x') + field('title', 'y') + end },
    { title: 'a file nobody knows', body: file('selfie', 'x') + end },
    { title: 'too many parts', body: field('title', 'x').repeat(3_000) + end },
    {
      title: 'an unknown charset',
      body: part(
        'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=nope',
        'x',
      ),
    },
    {
      title: 'a field of broken JSON',
      body: part(
        'Content-Disposition: form-data; name="title"\r\nContent-Type: application/json',
        '{"a":',
      ),
    },
  ])('$title', async ({ body, type }) => {
    const reply = await send(url, body, type)
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
    expect(reply.status, reply.text).toBeLessThan(500)
    expect(reply.json.message).toMatch(/\S/)
  })

  it('a form with any corruption is refused, and does not fail', async () => {
    const whole = await encodeForm(url)
    const corruption = fc.record({
      at: fc.nat(whole.length),
      cut: fc.nat(whole.length),
      put: fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constant(Buffer.from(`--${boundary}`))),
      isTruncated: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(corruption, async ({ at, cut, put, isTruncated }) => {
        const rest = isTruncated ? Buffer.alloc(0) : whole.subarray(at + (cut % 40))
        const reply = await send(url, Buffer.concat([whole.subarray(0, at), put, rest]))
        expect(reply.status, reply.text).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })
})

async function encodeForm(url: string) {
  const files = { aadharFront: Buffer.from('no picture') }
  const form =
    url === urls[0]
      ? createRegistrationForm({}, files)
      : createFormData({ title: 'T', questions: JSON.stringify(createQuestions(1)) }, {})
  const response = new Response(form)
  const own = /boundary=(.*)$/.exec(response.headers.get('content-type') ?? '')?.[1] ?? ''
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return Buffer.from(text.replaceAll(own, boundary), 'latin1')
}

describe('text that no database takes, inside a field that holds JSON,', () => {
  it.each([
    { title: 'NUL', question: 'a\0b' },
    { title: 'half a character', question: 'a\uD800b' },
    { title: 'NUL in an option', question: 'Q', option: '\0' },
  ])('is refused: $title', async ({ question, option = 'a' }) => {
    const questionDraft = { question, options: [option, 'b', 'c', 'd'], correct_answer: 'b' }
    const body = field('title', 'T') + field('questions', JSON.stringify([questionDraft])) + end
    const before = (await admin.request(listExams)).json.length
    const reply = await send('/api/test/create', body)
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    expect((await admin.request(listExams)).json).toHaveLength(before)
  })
})

it('a form may say that its list of questions is JSON', async () => {
  const list = part(
    'Content-Disposition: form-data; name="questions"\r\nContent-Type: application/json',
    JSON.stringify(createQuestions(2)),
  )
  const reply = await send('/api/test/create', field('title', 'Typed') + list + end)
  expect(reply.status, reply.text).toBe(201)
})

it('fields that are too large together are refused', async () => {
  const url = '/api/students/register'
  const body = field('name', 'x'.repeat(200_000)) + field('college', 'x'.repeat(100_000)) + end
  expect(await send(url, body)).toMatchObject({ status: 413, json: { code: 'too-large' } })
  expect((await send(url, field('name', 'x'.repeat(300_000)) + end)).status).toBe(413)
})
