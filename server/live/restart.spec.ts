import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getLiveTable } from '#contract/live.ts'
import { getAttemptClock, listAttemptEvents, reportEvent } from '#contract/proctoring.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import { keepAfterMs } from '#server/presence/attempt-contacts.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const second = 1_000

const clock = { at: 0 }
let app: TestApp
let admin: TestClient
let testId: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  clock.at = Date.UTC(2026, 10, 21, 4, 30)
  app = await createTestApp({ now: () => clock.at })
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { duration: 30, integrityMode: 'observe' }))._id
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

type Taker = { readonly attemptId: string; student: TestStudent }

async function begin(name: string): Promise<Taker> {
  const student = await createStudent(app, name)
  const { attemptId } = await startAttempt(student, testId)
  return { attemptId, student }
}
const poll = ({ student, attemptId }: Taker, waiting = 0) =>
  student.request(getAttemptClock, { params: { attemptId }, query: { waiting } })
async function look() {
  clock.at += second
  const { json } = await admin.request(getLiveTable, { params: { testId } })
  return new Map(json.students.map((row) => [row.name, row]))
}
const toInstant = (at: number) => new Date(at).toISOString()

async function waitUntilWritten({ attemptId }: Taker) {
  const giveUpAt = performance.now() + 10 * second
  for (let steps = 0; performance.now() < giveUpAt; steps++) {
    // By steps, each with a query, and no further: else a connection that is being made would be
    // overdue.
    if (steps * second < keepAfterMs[app.deps.db.engine]) vi.advanceTimersByTime(second)
    const { rows } = await sql<{ last_at: number }>`
      SELECT last_at FROM attempt_contacts WHERE attempt_id = ${attemptId}`.execute(
      app.deps.db.read,
    )
    if (rows[0]?.last_at === clock.at) return
    await setImmediate()
  }
  throw new Error('Nothing was written down')
}

/** As after kill -9: nothing but the database is left. */
async function restart(takers: readonly Taker[]) {
  await app.close({ keep: true })
  app = await createTestApp({ dataDir: app.dataDir, schema: app.schema, now: () => clock.at })
  admin = createInProcessClient(app.fastify, admin.cookies)
  for (const one of takers)
    one.student = {
      ...one.student,
      ...createInProcessClient(app.fastify, one.student.cookies),
    }
}

it('the live screen shows who was silent before a restart, and nobody as silent because of it', async () => {
  const [asha, bela, chitra] = [await begin('Asha'), await begin('Bela'), await begin('Chitra')]
  const ashaContactAt = clock.at
  clock.at += 20 * second
  const leftAt = clock.at
  const body = { kind: 'hidden', at: toInstant(leftAt) } as const
  await chitra.student.request(reportEvent, { params: { attemptId: chitra.attemptId }, body })
  clock.at += 30 * second
  await poll(bela)
  clock.at += 50 * second
  const belaContactAt = clock.at
  await poll(bela, 2)
  await waitUntilWritten(bela)
  clock.at += 5 * 60 * second
  await restart([asha, bela, chitra])

  const table = await look()
  expect(table.get('Asha')).toMatchObject({ state: 'offline', since: toInstant(ashaContactAt) })
  expect(table.get('Bela')).toMatchObject({ state: 'here', since: null, waiting: 2 })
  expect(table.get('Chitra')).toMatchObject({ state: 'away', since: toInstant(leftAt) })
  clock.at += 15 * second
  expect((await look()).get('Bela')).toMatchObject({
    state: 'quiet',
    since: toInstant(belaContactAt),
  })

  await poll(asha)
  await poll(bela)
  const rows = await look()
  expect(rows.get('Asha')?.state).toBe('here')
  expect(rows.get('Bela')).toMatchObject({ state: 'here', waiting: 0 })
  for (const { attemptId } of [asha, bela]) {
    const events = await admin.request(listAttemptEvents, { params: { attemptId } })
    expect(events.json).toEqual([])
  }
})

it('the last contact of an attempt is stored again after each later contact', async () => {
  const asha = await begin('Asha')
  await waitUntilWritten(asha)
  for (let n = 0; n < 3; n++) {
    clock.at += 8 * second
    await poll(asha)
    await waitUntilWritten(asha)
  }
})
