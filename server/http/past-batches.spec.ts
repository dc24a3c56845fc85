import { afterEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const toBatch = (starts: string) => ({ course: 'Full Stack', starts, schedule: 'Saturday' })

it('a batch leaves the page on the day after its start, at midnight at the institute', async () => {
  const batches = ['2026-11-20', '2026-11-21', '2026-12-07'].map(toBatch)
  let at = Date.parse('2026-11-21T23:59:59+05:30')
  app = await createTestApp({ batches, now: () => at })
  const read = () => app.fastify.inject('/past-batches.css')

  const { headers, body } = await read()
  expect(body).toBe('[data-starts="2026-11-20"]{display:none!important}\n')
  expect(headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'no-cache',
  })
  at = Date.parse('2026-11-22T00:00:00+05:30')
  expect((await read()).body).toContain('[data-starts="2026-11-21"]{display:none!important}')
  expect((await read()).body).not.toContain('2026-12-07')
})

it('the page has no rule without a batch', async () => {
  app = await createTestApp()
  expect((await app.fastify.inject('/past-batches.css')).body).toBe('')
})
