import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { securityActions } from '#contract/audit-log.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { buildUrl, createInProcessClient } from '#server/http/in-process-client.ts'
import { createMatrixFixture, type Matrix } from './matrix-fixture.ts'
import { actors, exceptions, getExpectedStatus, isOpenTo } from './roles-matrix.ts'
import { requests } from './roles-matrix-requests.ts'
import { type TestApp, type TestClient, withReauthentication } from './test-app.ts'
import { createTestApp } from './test-app-per-engine.ts'

let app: TestApp
let current: Matrix | null = null
let original: (Matrix & { readonly dataDir: string }) | null = null

async function close() {
  if (current) await app.close()
  current = null
}
afterAll(async () => {
  await close()
  if (original) rmSync(original.dataDir, { recursive: true, force: true })
})

/** Reads change nothing, so they share one fixture. */
const readsFirst = Object.entries(endpoints)
  .map(([name, endpoint]) => ({ name, endpoint }))
  .toSorted((one, other) => Number(isRead(other.endpoint)) - Number(isRead(one.endpoint)))

function isRead({ method }: Endpoint): boolean {
  return method === 'GET'
}

it('has exceptions and requests only for endpoints that exist', () => {
  const names = [...Object.keys(exceptions), ...Object.keys(requests)]
  expect(names.filter((name) => !Object.hasOwn(endpoints, name))).toEqual([])
})

/** By name, so that a call of the owner's is not opened to others by a slip in its `access`. */
it('reserves these calls for the owner', () => {
  const others = actors.filter((actor) => actor !== 'staff: owner')
  const closed = Object.entries(endpoints)
    .filter(([, endpoint]) => !others.some((actor) => isOpenTo(endpoint, actor)))
    .map(([name]) => name)
  expect(closed.sort()).toEqual([
    'changeStaffRole',
    'disableStaff',
    'endStaffSessions',
    'eraseEmail',
    'eraseEnquiries',
    'eraseExam',
    'eraseIdentityImage',
    'eraseStudent',
    'exportAuditEntries',
    'followMachineClock',
    'getStorage',
    'inviteStaff',
    'listAuditEntries',
    'listStaff',
    'resetSecondFactor',
  ])
})

describe.each(readsFirst)('$endpoint.method $endpoint.path', ({ name, endpoint }) => {
  it('answers each actor as its access says, and changes nothing for those it denies', async () => {
    current ??= await openFixture()
    const { clients, fixture } = current
    let isAgain = false
    const call = async (actor: string) => {
      const expected = getExpectedStatus({ name, endpoint, actor, isAgain })
      const { params, query, body } = requests[name]?.(fixture) ?? {}
      const url = buildUrl(endpoint.path, params, query)
      const reply = await getClient(clients, actor).send(endpoint.method, url, { body })
      expect({ actor, status: reply.status }).toEqual({ actor, status: expected })
      if (expected < 400) isAgain = true
      else expect(reply.json.message).toMatch(/\S/)
      return expected
    }
    const [allowed = [], denied = []] = [true, false].map((isOpen) =>
      actors.filter((actor) => isOpenTo(endpoint, actor) === isOpen),
    )
    let before = await readAllRows()
    for (const actor of denied) await call(actor)
    expect(await readAllRows(), 'a call that is denied changed something').toEqual(before)
    for (const actor of allowed) {
      const status = await call(actor)
      const after = await readAllRows()
      if (status >= 400) expect(after, `${actor} changed something`).toEqual(before)
      before = after
    }
    if (!isRead(endpoint)) await close()
  })
})

/** Longer than what a read notes may hold it up; a write waits longer for another process. */
const readsWaitMs = 3_000
/** They are recorded in the audit log before they are answered. */
const recordedReads = [
  ...[
    'exportAuditEntries',
    'exportExamAttempts',
    'exportIncidents',
    'exportRegister',
    'exportStudents',
    'getStudent',
  ],
]

it.skipIf(process.env.ENGINE === 'postgres')(
  'answers reads while another process holds the database, even reads that record something',
  async () => {
    await close()
    current = await openFixture()
    const { clients, fixture } = current
    app.advanceClock(2 * 60_000)
    const other = new Sqlite(join(app.dataDir, 'institute.db'))
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    const waiting = new Set<string>()
    const reads = readsFirst.filter(({ endpoint }) => isRead(endpoint))
    const calls = reads.map(async ({ name, endpoint }) => {
      waiting.add(name)
      const actor = ['the student', 'staff: owner'].find((one) => isOpenTo(endpoint, one)) ?? ''
      const { params, query } = requests[name]?.(fixture) ?? {}
      const url = buildUrl(endpoint.path, params, query)
      const { status } = await getClient(clients, actor).send(endpoint.method, url)
      if (status === getExpectedStatus({ name, endpoint, actor, isAgain: false }))
        waiting.delete(name)
    })
    await Promise.race([Promise.all(calls), pause(readsWaitMs)])
    expect([...waiting].sort()).toEqual(recordedReads)
    other.close()
    await Promise.all(calls)
    await close()
  },
)

function getClient(clients: Readonly<Record<string, TestClient>>, actor: string): TestClient {
  return clients[actor] ?? expect.unreachable(`Nobody plays ${actor}`)
}

/** On SQLite, a copy of the first one's folder, which takes half as long. */
async function openFixture(): Promise<Matrix> {
  if (process.env.ENGINE === 'postgres') {
    app = await createTestApp()
    return createMatrixFixture(app)
  }
  if (!original) {
    app = await createTestApp()
    const created = await createMatrixFixture(app)
    await app.close({ keep: true })
    original = { ...created, dataDir: app.dataDir }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'roles-matrix-'))
  cpSync(original.dataDir, dataDir, { recursive: true })
  app = await createTestApp({ dataDir })
  const clients = Object.entries(original.clients).map(([actor, { cookies }]) => {
    const client = createInProcessClient(app.fastify, { ...cookies })
    const [, role] = actor.split('staff: ')
    return [actor, role ? withReauthentication(client, `${role}@example.com`) : client] as const
  })
  return { clients: Object.fromEntries(clients), fixture: original.fixture }
}

/** Every row, except for the time a session was last seen. */
async function readAllRows() {
  const { read } = app.deps.db
  const tables = [
    'accounts',
    'ended_sessions',
    'totp_keys',
    'passkeys',
    'recovery_codes',
    'students',
    'batches',
    'batch_students',
    'exams',
    'exam_windows',
    'window_seats',
    'exam_window_students',
    'registers',
    'register_entries',
    'register_excuses',
    'window_emails',
    'window_email_settings',
    'revisions',
    'key_corrections',
    'images',
    'attempts',
    'answers',
    'late_answers',
    'question_progress',
    'attempt_events',
    'undone_ends',
    'incident_decisions',
    'incident_statements',
    'grants',
    'idempotency_keys',
    'enquiries',
    'mails',
    'attempt_places',
    'password_requests',
    'known_places',
    'let_in_networks',
    'audit',
    'audit_values',
  ] as const
  const found: Record<string, unknown> = {}
  // In turn, since PostgreSQL would open a connection for each of those that run at once.
  for (const table of tables) {
    const rows = await read.selectFrom(table).selectAll().execute()
    // A row that was written as it was may come later than before.
    found[table] = rows.toSorted((one, other) =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
    )
  }
  // A refusal may be recorded in the audit log.
  const refused = await read
    .selectFrom('audit')
    .select('sequence')
    .where('action', 'in', securityActions)
    .orderBy('sequence')
    .execute()
  const watchedSequences = new Set(refused.map(({ sequence }) => sequence))
  for (const table of ['audit', 'audit_values'] as const) {
    const entries = found[table] as { sequence: number }[]
    found[table] = entries.filter(({ sequence }) => !watchedSequences.has(sequence)) as never
  }
  return found
}
