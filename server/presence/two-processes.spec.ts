import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { getQuestions } from '#contract/attempts.ts'
import { logout } from '#contract/current-session.ts'
import * as contract from '#contract/proctoring.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
} from '#test/factories.ts'
import { createTestApp, type TestApp, type TestClient } from '#test/test-app.ts'
import { expireAttempts } from '../attempts/expire-attempts.ts'
import { keepAfterMs } from './attempt-contacts.ts'

const second = 1_000
const minute = 60 * second
const onPostgres = describe.runIf(process.env.ENGINE === 'postgres')

let one: TestApp
let other: TestApp
let admin: TestClient
let testId: string

async function openTwo() {
  const databaseUrl = inject('postgresUrl')
  one = await createTestApp({ databaseUrl })
  other = await createTestApp({ databaseUrl, schema: one.schema })
  admin = await one.createAdmin()
  testId = (await createReleasedExam(admin, { integrityMode: 'observe', duration: 30 }))._id
}

function advanceClocks(ms: number) {
  for (const app of [one, other]) app.advanceClock(ms)
}

onPostgres('two processes on one database', () => {
  beforeEach(openTwo)
  afterEach(async () => {
    await other.close()
    await one.close()
  })

  it('close each expired attempt once', async () => {
    const { read } = one.deps.db
    await sql`CREATE TABLE closings (id TEXT)`.execute(read)
    await sql`CREATE FUNCTION note_closing() RETURNS TRIGGER LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO closings VALUES (new.id); RETURN new; END $$`.execute(read)
    await sql`CREATE TRIGGER note_closing AFTER UPDATE OF finished_at ON attempts
      FOR EACH ROW EXECUTE FUNCTION note_closing()`.execute(read)
    const attemptIds: string[] = []
    for (let n = 0; n < 12; n++) {
      attemptIds.push((await startAttempt(await createStudent(one, `S ${n}`), testId)).attemptId)
    }
    advanceClocks(31 * minute)
    await Promise.all([one, other, one, other].map(({ deps }) => expireAttempts(deps)))
    const { rows } = await sql<{ id: string }>`SELECT id FROM closings`.execute(read)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(attemptIds.toSorted())
    await sql`DROP TABLE closings; DROP FUNCTION note_closing CASCADE`.execute(read)
  })

  it('notice at once that a session has ended at the other', async () => {
    const student = await createStudent(one)
    const elsewhere = createInProcessClient(other.fastify, { ...student.cookies })
    const { attemptId } = await startAttempt(elsewhere, testId)
    const getClock = (client: TestClient) =>
      client.request(contract.getAttemptClock, { params: { attemptId } })
    expect((await getClock(student)).status).toBe(200)
    expect((await getClock(elsewhere)).status).toBe(200)
    const cookies = { ...student.cookies }
    await student.request(logout)
    for (const { fastify } of [one, other]) {
      expect((await getClock(createInProcessClient(fastify, { ...cookies }))).status).toBe(401)
    }
  })
})

onPostgres('an attempt whose page calls two processes', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await openTwo()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await other.close()
    await one.close()
  })

  async function setUpAttempt() {
    const student = await createStudent(one)
    const elsewhere = createInProcessClient(other.fastify, { ...student.cookies })
    const { attemptId } = await startAttempt(student, testId)
    const poll = (client: TestClient) =>
      client.request(contract.getAttemptClock, { params: { attemptId } })
    await share(attemptId)
    return { student, elsewhere, attemptId, poll }
  }

  /** Lets both processes share their contacts, and waits until the last contact is there. */
  async function share(attemptId: string) {
    const { at } = one.clock
    const giveUpAt = performance.now() + 10 * second
    for (let steps = 0; performance.now() < giveUpAt; steps++) {
      // By steps, each with a query: else a connection that is being made would be overdue.
      if (steps * second < keepAfterMs.postgres) vi.advanceTimersByTime(second)
      const { rows } = await sql<{ last_at: number }>`
        SELECT last_at FROM attempt_contacts WHERE attempt_id = ${attemptId}
      `.execute(one.deps.db.read)
      if (rows[0]?.last_at === at) return
    }
    throw new Error('No process has shared the contact')
  }

  async function listEvents(attemptId: string) {
    const { json } = await admin.request(contract.listAttemptEvents, { params: { attemptId } })
    return json.map(({ kind, at, durationMs }) => ({ kind, at: Date.parse(at), durationMs }))
  }

  it('has no silence while either of them receives calls', async () => {
    const { student, elsewhere, attemptId, poll } = await setUpAttempt()
    await poll(elsewhere)
    for (const client of [student, student, elsewhere, elsewhere, elsewhere, student]) {
      advanceClocks(40 * second)
      await poll(client)
      await share(attemptId)
    }
    expect(await listEvents(attemptId)).toEqual([])
  })

  it('has one silence, which begins with the last contact with either', async () => {
    const { student, elsewhere, attemptId, poll } = await setUpAttempt()
    await poll(elsewhere)
    advanceClocks(30 * second)
    await poll(student)
    await share(attemptId)
    const lastContactAt = one.clock.at
    advanceClocks(5 * minute)
    await Promise.all([poll(elsewhere), poll(student)])
    expect(await listEvents(attemptId)).toEqual([
      { kind: 'silence', at: lastContactAt, durationMs: 5 * minute },
    ])
  })

  it('has one second device, though both receive its calls', async () => {
    const { student, elsewhere, attemptId, poll } = await setUpAttempt()
    const friend = one.createClient()
    const body = { email: student.email, password: studentPassword }
    await friend.send('POST', '/api/auth/studentLogin', { body })
    const friendElsewhere = createInProcessClient(other.fastify, { ...friend.cookies })
    advanceClocks(20 * second)
    await friend.request(getQuestions, { params: { testId } })
    advanceClocks(5 * second)
    for (const client of [student, elsewhere, friendElsewhere, elsewhere]) await poll(client)
    const kinds = (await listEvents(attemptId)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'other-device')).toHaveLength(1)
  })
})
