import { afterEach, describe, expect, it } from 'vitest'
import { exemptNetwork, listThrottledNetworks, studentLogin } from '#contract/accounts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { updateExam } from '#contract/exams.ts'
import { deleteStudents } from '#contract/students.ts'
import { createReleasedExam, createStudent, studentPassword } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { endLetIns } from './slowed-logins.ts'

const minute = 60_000
let app: TestApp
let lab: string
afterEach(() => app.close())

async function logIn(email: string, password = studentPassword, remoteAddress = lab) {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: studentLogin.path,
    remoteAddress,
    payload: { email, password },
  })
  return reply.statusCode
}

/** Guesses at addresses of nobody, as fast as they are let in, until they are slowed down. */
async function slowDown() {
  for (let n = 0; n < 60; n += 1) await logIn(`${n}.${lab}@example.com`, 'wrong password')
}

/** A lab of its own for each spec: the counters of PostgreSQL are kept for all. */
async function openWithLab() {
  app = await createTestApp({ limits: true })
  const part = () => Math.floor(Math.random() * 256)
  lab = `10.${part()}.${part()}.${part()}`
  const admin = await app.createAdmin()
  const exam = await createReleasedExam(admin)
  const list = async () => {
    const { json } = await admin.request(listThrottledNetworks)
    return {
      slowed: json.slowed.filter(({ network }) => network === lab),
      letIn: json.letIn.filter(({ network }) => network === lab),
    }
  }
  return { admin, exam, list }
}

const letIn = (admin: TestClient, period: 'quarter-hour' | 'hour' | 'today' = 'quarter-hour') =>
  admin.request(exemptNetwork, { body: { network: lab, period } })

describe('networks whose logins are slowed down', () => {
  it('are shown while a test is released, with the waiting students', async () => {
    const { admin, exam, list } = await openWithLab()
    const asha = await createStudent(app, 'Asha Thomas')
    expect((await list()).slowed).toEqual([])
    await slowDown()
    expect(await logIn(asha.email, 'wrong password')).toBe(401)
    expect(await logIn(asha.email)).toBe(429)
    expect(await logIn('nobody@example.com')).toBe(401)
    for (let n = 0; n < 20; n += 1) await logIn(`somebody${n}@example.com`)

    const [slowed] = (await list()).slowed
    expect(slowed).toMatchObject({ network: lab, minutes: 1 })
    expect(slowed?.failures).toBeGreaterThanOrEqual(61)
    expect(slowed?.waiting).toEqual([
      {
        _id: asha.id,
        name: 'Asha Thomas',
        lastTryAt: new Date(app.clock.at).toISOString(),
        tries: 2,
        waitsUntil: expect.stringMatching(/^2026-11-21T04:30:(2\d|30)/),
      },
    ])
    expect(JSON.stringify(slowed)).not.toMatch(/nobody|somebody/)

    await admin.request(updateExam, { params: { id: exam._id }, body: { released: false } })
    expect((await list()).slowed).toEqual([])
  })

  it('name no student who is deleted', async () => {
    const { admin, list } = await openWithLab()
    const asha = await createStudent(app, 'Asha Thomas')
    await slowDown()
    await logIn(asha.email, 'wrong password')
    await logIn(asha.email)
    await admin.request(deleteStudents, { body: { ids: [asha.id] } })
    expect((await list()).slowed).toMatchObject([{ waiting: [] }])
  })
})

describe('an unblocked network', () => {
  it('is no longer slowed down, while each account keeps its own count', async () => {
    const { admin, list } = await openWithLab()
    const asha = await createStudent(app, 'Asha Thomas')
    await slowDown()
    for (let n = 0; n < 5; n += 1) await logIn(asha.email, 'wrong password')
    expect(await logIn(asha.email)).toBe(429)

    const reply = await letIn(admin)
    const endsAt = new Date(app.clock.at + 15 * minute).toISOString()
    expect(reply).toMatchObject({ status: 200, json: { endsAt } })
    expect(reply.json.message).toBe(
      `Logins from ${lab} are not slowed down until 21 Nov 2026, 10:15 am.`,
    )
    expect(await list()).toEqual({ slowed: [], letIn: [{ network: lab, endsAt }] })
    for (let n = 0; n < 10; n += 1) expect(await logIn(asha.email, 'wrong password')).toBe(401)
    expect(await logIn(asha.email)).toBe(429)
    const ravi = await createStudent(app, 'Ravi Shah')
    for (let n = 0; n < 10; n += 1) expect(await logIn(ravi.email)).toBe(200)
  })

  it('counts like any other once its time is over, which is in the audit log once', async () => {
    const { admin, list } = await openWithLab()
    await slowDown()
    await letIn(admin, 'hour')
    const readLog = async () => {
      const { json } = await admin.request(listAuditEntries)
      return json.filter(({ action }) => action.startsWith('network.'))
    }
    expect(await readLog()).toMatchObject([
      {
        action: 'network.let-in',
        actor: 'admin@example.com',
        values: { network: lab },
        detail: { minutes: 60 },
      },
    ])

    app.advanceClock(60 * minute - 1)
    await endLetIns(app.deps)
    expect((await list()).letIn).toHaveLength(1)
    app.advanceClock(1)
    expect((await list()).letIn).toEqual([])
    app.advanceClock(30_000)
    await Promise.all([endLetIns(app.deps), endLetIns(app.deps)])
    expect(await readLog()).toMatchObject([
      {
        action: 'network.let-in-ended',
        actorKind: 'none',
        values: { network: lab },
        at: new Date(app.clock.at - 30_000).toISOString(),
      },
      { action: 'network.let-in' },
    ])
    await slowDown()
    expect((await list()).slowed).toHaveLength(1)
  })

  it('may be unblocked for longer by a second press, and "today" ends at midnight', async () => {
    const { admin, list } = await openWithLab()
    await slowDown()
    await letIn(admin)
    expect((await letIn(admin, 'today')).status).toBe(200)
    expect((await list()).letIn).toEqual([{ network: lab, endsAt: '2026-11-21T18:30:00.000Z' }])
  })

  it('must be slowed down before it can be unblocked', async () => {
    const { admin } = await openWithLab()
    expect(await letIn(admin)).toMatchObject({ status: 409, json: { code: 'network-not-slowed' } })
    const rows = await app.deps.db.read.selectFrom('let_in_networks').selectAll().execute()
    expect(rows).toEqual([])
  })

  it('stays unblocked over a restart', async () => {
    const { admin, list } = await openWithLab()
    await slowDown()
    await letIn(admin)
    const { dataDir, schema } = app
    const cookies = { ...admin.cookies }
    await app.close({ keep: true })
    app = await createTestApp({ limits: true, dataDir, schema })
    Object.assign(admin, app.createClient())
    Object.assign(admin.cookies, cookies)
    expect((await list()).letIn).toHaveLength(1)
  })
})
