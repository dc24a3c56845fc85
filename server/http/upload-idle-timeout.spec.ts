import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createRegistrationForm } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const idleTimeoutMs = 150

let app: TestApp
let agent: Agent
afterEach(async () => {
  agent.destroy()
  await app.close()
})

async function open() {
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  app = await createTestApp({ uploadRules: { idleTimeoutMs } })
  return app.fastify.listen({ port: 0, host: '127.0.0.1' })
}

async function send(url: string, { body, pieces = 1 }: { body: FormData; pieces?: number }) {
  const form = new Response(body)
  const bytes = Buffer.from(await form.arrayBuffer())
  const headers = { 'content-type': form.headers.get('content-type') ?? '' }
  const call = request(`${url}/api/students/register`, { method: 'POST', agent, headers })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => {})
  const size = Math.ceil(bytes.length / pieces)
  for (let from = 0; from < bytes.length; from += size) {
    if (from > 0) await sleep(idleTimeoutMs / 3)
    call.write(bytes.subarray(from, from + size))
  }
  return { call, answered }
}

/** Holds every write, so that an answer takes as long as we want. */
function delayWrites(ms: number) {
  void app.deps.db.write(() => sleep(ms))
}

it('ignores an upload that has arrived, and the next call on its connection', async () => {
  const url = await open()
  delayWrites(idleTimeoutMs * 4)
  const { call, answered } = await send(url, { body: createRegistrationForm() })
  call.end()
  const [reply] = await answered
  expect(reply.statusCode).toBe(201)
  const socket = reply.socket
  reply.resume()
  await once(reply, 'end')

  await sleep(idleTimeoutMs * 2)
  const next = request(`${url}/healthz`, { agent }).end()
  const [health] = (await once(next, 'response')) as [IncomingMessage]
  expect(health.statusCode).toBe(200)
  expect(health.socket).toBe(socket)
})

it('waits for a body that keeps coming, however slowly', async () => {
  const url = await open()
  const { call, answered } = await send(url, { body: createRegistrationForm(), pieces: 8 })
  call.end()
  const [reply] = await answered
  expect(reply.statusCode).toBe(201)
})

it('cuts a body that stops coming', async () => {
  const url = await open()
  const { call, answered } = await send(url, { body: createRegistrationForm() })
  await expect(answered).rejects.toThrow()
  call.destroy()
})
