import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '#core/random.ts'
import { countOwnHashesAtOnce, createPasswords } from '#server/platform/passwords.ts'
import { createConnections, toLocalAddress } from '#simulated-class/http-client.ts'
import { computeQuantiles, roundFigure } from '#simulated-class/quantile.ts'
import { count } from '#simulated-class/tallies.ts'
import { waitUntilDue } from '#simulated-class/wait-until-due.ts'
import { createCohort } from '#test/cohort.ts'
import { findFreePort, startServer } from '#test/server-process.ts'
import { createSchema } from '#test/test-databases.ts'
import { startPostgres } from './postgres-server.ts'

/**
 * More logins than can be hashed, on PostgreSQL: `node bench/login-rush.ts --students 12000`. Each
 * student presses Login once; a page that is turned away comes again when it is asked to, as the
 * product's page does. How many are in at the end, and how many hashes could be made in that time?
 */
const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '12000' },
    'logins-per-second': { type: 'string', default: '34' },
    /** Without it, until every student has pressed Login. */
    seconds: { type: 'string' },
    processes: { type: 'string', default: '1' },
  },
})
const [students, perSecond, processes] = [
  values.students,
  values['logins-per-second'],
  values.processes,
].map(Number) as [number, number, number]
const seconds = Number(values.seconds ?? students / perSecond)
/** As the login page does it. */
const maxRetries = 12
const shortestRetryMs = 2_000

const dataDir = mkdtempSync(join(tmpdir(), 'login-rush-'))
const postgres = await startPostgres()
const { emails, password } = await createCohort(dataDir, {
  size: students,
  databaseUrl: postgres.url,
  schema: 'login_rush',
})
const databaseUrl = await createSchema(postgres.url, 'login_rush')
const hashesPerSecond = await measureHashes()
const env = {
  DATABASE_URL: databaseUrl,
  RATE_LIMITS: 'on',
  SECRET_KEY: '08'.repeat(32),
  IMAGE_KEY: '07'.repeat(32),
}
const servers = []
const metricsPorts: number[] = []
for (let n = 0; n < processes; n++) {
  const metricsPort = await findFreePort()
  metricsPorts.push(metricsPort)
  const withMetrics = { ...env, METRICS_PORT: String(metricsPort) }
  servers.push(await startServer({ dataDir: join(dataDir, `${n}`), env: withMetrics }))
}
const clients = servers.map((server) =>
  createConnections(server.url, { maxSockets: 1, timeoutMs: 60_000 }),
)

const random = createSeededRandom(students)
const tally: Record<string, number> = {}
const waits: number[] = []
let isOver = false
const hashSeconds: number[] = []
const hashing = watchHashes()
const startedAt = performance.now()
let dueAt = startedAt
let pressed = 0
for (const [index, email] of emails.entries()) {
  dueAt -= (Math.log(1 - random()) * 1000) / perSecond
  if (dueAt - startedAt > seconds * 1000) break
  if (dueAt > performance.now()) await waitUntilDue(dueAt)
  pressed += 1
  void logIn(index, email)
}
await waitUntilDue(startedAt + seconds * 1000)
isOver = true
await hashing
const tookSeconds = (performance.now() - startedAt) / 1000
for (const client of clients) client.close()
for (const server of servers) await server.kill()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
const meanSeconds = hashSeconds.reduce((sum, each) => sum + each, 0) / hashSeconds.length
const possible = (tookSeconds * countOwnHashesAtOnce() * processes) / meanSeconds
console.log(
  JSON.stringify(
    {
      students,
      perSecond,
      processes,
      seconds: roundFigure(tookSeconds),
      pressed,
      loggedIn: waits.length,
      hashesPossible: Math.round(possible),
      hashesPossibleWithNothingElse: Math.round(hashesPerSecond * tookSeconds),
      share: roundFigure(waits.length / Math.min(possible, pressed)),
      replies: tally,
      waitMs: computeQuantiles(waits),
    },
    null,
    2,
  ),
)
process.exit()

async function logIn(index: number, email: string) {
  const from = performance.now()
  const connections = clients[index % clients.length] as (typeof clients)[number]
  const client = connections.open({ localAddress: toLocalAddress(index) })
  const ticket = `ticket-of-student-${index}`
  for (let retries = 0; retries <= maxRetries && !isOver; retries++) {
    const body = { email, password, ticket }
    const reply = await client.send('POST', '/api/auth/studentLogin', { body })
    if (isOver) return
    count(tally, `${reply.status}`)
    if (reply.status === 200) {
      waits.push(performance.now() - from)
      return
    }
    if (reply.status !== 503 && reply.status !== 0) throw new Error(reply.text)
    await pause(Math.max(shortestRetryMs, reply.retryAfterMs) * (1 + random() / 2))
  }
}

/** With nothing else to do, as many at once as the server makes. */
async function measureHashes(): Promise<number> {
  const passwords = createPasswords()
  const hash = await passwords.hash(password)
  const forMs = 5_000
  const from = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: countOwnHashesAtOnce() }, async () => {
      while (performance.now() - from < forMs) {
        await passwords.matches(password, hash, { priority: 'login' })
        count += 1
      }
    }),
  )
  return (count * 1000) / (performance.now() - from)
}

/** Reads the server's own average of how long a hash takes, once a second. */
async function watchHashes() {
  while (!isOver) {
    for (const port of metricsPorts) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      const [, seconds] = /^hash_seconds (\S+)/m.exec(text) ?? []
      if (seconds !== undefined) hashSeconds.push(Number(seconds))
    }
    await pause(1_000)
  }
}
