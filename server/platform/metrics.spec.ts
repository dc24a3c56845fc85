import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createTestApp } from '#test/test-app.ts'
import { buildApp } from '../app.ts'
import { serveMetrics } from './metrics.ts'

it('the metrics show durations by route and never by id, on loopback only', async () => {
  const testApp = await createTestApp()
  const app = await buildApp(testApp.deps)
  const metrics = serveMetrics(app, { port: 0, gauges: [] })
  await once(metrics, 'listening')
  const { address, port } = metrics.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  await app.inject({ url: '/api/students/getStudents/a-secret-id' })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toMatch(/http_request_duration_seconds_count\{.*getStudents\/:id.*status="401"\} 1/)
  expect(text).not.toContain('a-secret-id')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  metrics.close()
  await app.close()
  await testApp.close()
})
