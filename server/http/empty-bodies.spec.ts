import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  type TestStudent,
} from '#test/factories.ts'
import { createTestApp, type TestApp, type TestClient } from '#test/test-app.ts'

let app: TestApp
let admin: TestClient
let student: TestStudent
beforeAll(async () => {
  app = await createTestApp()
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  admin = await app.createAdmin()
  student = await createStudent(app)
})
afterAll(() => app.close())

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain;charset=UTF-8',
  'application/octet-stream',
  'no type at all',
]

type Body = { readonly type: string; readonly text?: string; readonly isChunked?: boolean }

async function post(client: TestClient, path: string, { type, text = '', isChunked }: Body) {
  const { port } = app.fastify.server.address() as AddressInfo
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': text.length }
  const sent = request(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { cookie: `session=${client.cookies.session}`, 'content-type': type, ...length },
  })
  sent.end(text)
  const [reply] = await once(sent, 'response')
  return { status: reply.statusCode, json: (await json(reply)) as { code?: string } }
}

describe.each(types)('an empty body of type %s', (type) => {
  it('starts a quiz, releases its results and logs out', async () => {
    const exam = await createReleasedExam(admin, { attemptsAllowed: 0 })
    const start = await post(student, `/api/students/start-quiz/${exam._id}`, { type })
    expect(start).toMatchObject({ status: 201 })
    await completeAttempt(student, exam._id, 5)
    const release = await post(admin, `/api/test/releaseResult/${exam._id}`, { type })
    expect(release).toMatchObject({ status: 202 })
    const visitor = app.createClient()
    expect(await post(visitor, '/api/auth/logout', { type })).toMatchObject({ status: 200 })
  })

  it('is 400 where something is needed, and 404 on an unknown path', async () => {
    const login = await post(app.createClient(), '/api/auth/studentLogin', { type })
    expect(login).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    expect(await post(student, '/api/nothing', { type })).toMatchObject({ status: 404 })
  })
})

it('in chunks, of which there are none, starts a quiz', async () => {
  const exam = await createReleasedExam(admin)
  const path = `/api/students/start-quiz/${exam._id}`
  const body = { type: 'application/x-www-form-urlencoded', isChunked: true }
  expect(await post(student, path, body)).toMatchObject({ status: 201 })
})

it.each([true, false])(
  'a body that is not empty is read by its type (chunked: %j)',
  async (isChunked) => {
    const body = { text: 'kinds=all', isChunked }
    const path = '/api/students/start-quiz/any'
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      expect(await post(student, path, { ...body, type })).toMatchObject({
        status: 415,
        json: { code: 'wrong-type' },
      })
      expect(await post(student, '/api/nothing', { ...body, type })).toMatchObject({ status: 404 })
    }
  },
)
