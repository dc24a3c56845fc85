import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
let close = async () => {}
afterEach(async () => {
  await close()
  await app.close()
})

async function listen(trustProxy?: readonly string[]) {
  app = await createTestApp()
  const warnings: string[] = []
  const log = Object.assign(Object.create(app.deps.log), {
    warn: (text: string) => warnings.push(text),
  })
  const fastify = await buildApp({ ...app.deps, log }, { trustProxy, maxDelayMs: 0 })
  fastify.get('/address', (request) => request.ip)
  const url = new URL(await fastify.listen({ port: 0, host: '127.0.0.1' }))
  close = () => fastify.close()
  const send = async (headers: string, { path = '/address', body = '' } = {}) => {
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => {})
    const method = body ? 'POST' : 'GET'
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n${body}`,
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await once(socket, 'close')
    return text
  }
  return { send, warnings, port: Number(url.port) }
}

const readBody = (reply: string) => reply.split('\r\n\r\n')[1]

it.each([
  ['203.0.113.5:51234', '203.0.113.5'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['1.2.3.4, unknown', '127.0.0.1'],
  ['<script>', '127.0.0.1'],
])('a proxy that is named writes "%s" for a visitor at %s', async (header, address) => {
  const { send, warnings } = await listen(['127.0.0.1'])
  expect(readBody(await send(`X-Forwarded-For: ${header}\r\n`))).toBe(address)
  expect(warnings).toEqual([])
})

it('an unnamed proxy is reported once, in the log and for the doctor', async () => {
  const { send, warnings } = await listen(['10.0.0.5'])
  for (let n = 0; n < 3; n++)
    expect(readBody(await send('X-Forwarded-For: 203.0.113.5\r\n'))).toBe('127.0.0.1')
  expect(warnings).toEqual([expect.stringContaining('calls from 127.0.0.1 bring X-Forwarded-For')])
  await app.deps.heartbeat.beat()
  const rows = await app.deps.db.read.selectFrom('heartbeats').select('unnamed_proxy').execute()
  expect(rows).toEqual([{ unnamed_proxy: '127.0.0.1' }])
})

it('two Host headers are 400, whatever they name', async () => {
  const { send } = await listen()
  expect(await send('')).toMatch(/^HTTP\/1.1 200 /)
  expect(await send('Host: b\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect(await send('hOST: a\r\n')).toMatch(/^HTTP\/1.1 400 /)
})

const large = 8 * 1024 * 1024

it.each(['announced', 'in chunks'])(
  'a body above the limit, %s, is read until its sender has the reply',
  async (how) => {
    const { port } = await listen()
    const socket = connect(port, '127.0.0.1')
    let [text, error] = ['', null as Error | null]
    socket.on('error', (cause) => {
      error = cause
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    const length = how === 'announced' ? `Content-Length: ${large}` : 'Transfer-Encoding: chunked'
    socket.write(
      `POST /api/auth/admin HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
    )
    const piece = Buffer.alloc(64 * 1024, 'x')
    for (let sent = 0; sent < large; sent += piece.length) {
      const chunk =
        how === 'announced'
          ? piece
          : Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
    if (how !== 'announced') socket.write('0\r\n\r\n')
    await expect.poll(() => text).toContain('too-large')
    expect(text).toMatch(/^HTTP\/1.1 413 /)
    expect(error).toBeNull()
    socket.destroy()
  },
)
