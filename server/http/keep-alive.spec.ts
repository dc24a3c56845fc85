import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { maxPollSeconds } from '#core/quiz-session/clock-interval.ts'
import { getPollAfterSeconds } from '#core/students/news-interval.ts'
import { createTestApp } from '#test/test-app.ts'

it('keeps a connection until its page asks again, so that no poll connects anew', async () => {
  const app = await createTestApp()
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const [reply] = (await once(get(`${url}/healthz`), 'response')) as [IncomingMessage]
  reply.resume()
  const keptSeconds = Number(/timeout=(\d+)/.exec(String(reply.headers['keep-alive']))?.[1])
  expect(keptSeconds).toBeGreaterThan(maxPollSeconds)
  expect(keptSeconds).toBeGreaterThan(getPollAfterSeconds(10_000))
  await app.close()
})
