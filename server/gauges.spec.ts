import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { startCohort } from '#test/server-process.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { buildApp } from './app.ts'
import { createGauges } from './gauges.ts'
import { countDueEmails } from './platform/mailer/outbox-queries.ts'
import { serveMetrics } from './platform/metrics.ts'

let testApp: TestApp
let text: string
beforeAll(async () => {
  testApp = await createTestApp()
  const { deps } = testApp
  await startCohort(testApp, { admin: await testApp.createAdmin(), count: 2 })
  const isQuiet = async () => (await countDueEmails(deps.db.read, deps.now())) === 0
  await vi.waitUntil(isQuiet, 20_000)
  // Beyond the time of the app, so that its own sender leaves it alone.
  await deps.db.write((tx) => deps.mail.queue(tx, [email], deps.now() + 60_000))
  const app = await buildApp(deps)
  const broken = { name: 'broken', help: 'Throws', read: () => Promise.reject(new Error('gone')) }
  const gauges = createGauges({ ...deps, now: () => deps.now() + 120_000 }, app)
  const metrics = serveMetrics(app, { port: 0, gauges: [...gauges, broken] })
  await once(metrics, 'listening')
  await app.inject({ url: '/healthz' })
  const { port } = metrics.address() as AddressInfo
  text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  metrics.close()
  await app.close()
})
afterAll(() => testApp.close())

const email = {
  kind: 'test',
  to: { name: 'Asha', address: 'asha@example.com' },
  askedBy: 'Ravi',
} as const

it('counts running and waiting work, and leaves out gauges that cannot be read', () => {
  expect(text).toMatch(/^attempts_running 2$/m)
  expect(text).toMatch(/^emails_due 1$/m)
  expect(text).toMatch(/^mail_delivery_failing 0$/m)
  expect(text).toMatch(/^images_failing 0$/m)
  expect(text).toMatch(/^hashes_waiting 0$/m)
  expect(text).toMatch(/^hash_seconds 0\.\d+$/m)
  expect(text).toMatch(/^saving_failing 0$/m)
  expect(text).toMatch(/^clock_difference_seconds 0$/m)
  expect(text).toMatch(/^clock_behind 0$/m)
  expect(text).toMatch(/^disk_free_bytes [1-9]\d{6,}$/m)
  expect(text).toMatch(/^broken nan$/im)
})

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
const dashboard: Dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'))
const rules = readFileSync('deploy/alert-rules.yml', 'utf8')
const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
]

describe('dashboard and alert rules', () => {
  it('are found', () => {
    expect(dashboard.panels.length).toBeGreaterThan(8)
    expect(rules.match(/- alert:/g)).toHaveLength(
      expressions.length - dashboard.panels.flatMap(({ targets }) => targets).length,
    )
  })

  it.each(expressions)('ask only for what the server exports: %s', (expression) => {
    const names = readMetricNames(expression)
    expect(names.length).toBeGreaterThan(0)
    // Prometheus itself makes `up`.
    const missing = names.filter((name) => name !== 'up' && !isExported(name))
    expect(missing).toEqual([])
    const routes = [...expression.matchAll(/route="([^"]+)"/g)].map(([, route]) => route)
    const paths = Object.values(endpoints).map(({ path }): string => path)
    expect(routes.filter((route) => !paths.includes(`${route}`))).toEqual([])
  })

  it('are checked for wrong metric names', () => {
    expect(
      readMetricNames('sum by (le) (rate(http_calls_bucket{job="academy"}[5m])) > 1e9'),
    ).toEqual(['http_calls_bucket'])
    expect(isExported('http_calls_bucket')).toBe(false)
  })
})

function isExported(name: string): boolean {
  return new RegExp(`^${name}(\\{| )`, 'm').test(text)
}

/** Names in PromQL that are neither called, nor labels, nor words of the language. */
function readMetricNames(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring) *\([^)]*\)/g, '')
  return [...bare.matchAll(/\b[a-z_:][a-z0-9_:]*\b(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'bool', 'offset'].includes(name))
}
