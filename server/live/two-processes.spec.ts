import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { submitAnswer } from '#contract/attempts.ts'
import { applyAction, type LiveStudent, type LiveTable } from '#contract/live.ts'
import { getAttemptClock } from '#contract/proctoring.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import { type DatabaseGate, openDatabaseGate } from '#test/database-gate.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { createTestApp, type TestApp, type TestClient } from '#test/test-app.ts'

const promisedLagMs = 5_000
const now = () => Date.now()

let gate: DatabaseGate
/** Answers students; its connections to the database can be cut. */
let one: TestApp
/** Holds the stream. */
let other: TestApp
let admin: TestClient
let testId: string

describe.runIf(process.env.ENGINE === 'postgres')('two processes on one database', () => {
  beforeEach(async () => {
    const databaseUrl = inject('postgresUrl')
    gate = await openDatabaseGate(databaseUrl)
    other = await createTestApp({ databaseUrl, now })
    one = await createTestApp({ databaseUrl: gate.url, schema: other.schema, now })
    admin = await one.createAdmin()
    testId = (await createReleasedExam(admin, { duration: 30, integrityMode: 'observe' }))._id
    await other.fastify.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    await one.close()
    await other.close()
    await gate.remove()
  })

  async function begin(name: string) {
    const student = await createStudent(one, name)
    return { student, ...(await startAttempt(student, testId)) }
  }
  type Taker = { student: TestStudent } & Awaited<ReturnType<typeof startAttempt>>

  const answer = ({ student, attemptId, paper }: Taker, place: number) =>
    student.request(submitAnswer, {
      params: { attemptId, testId },
      body: { questionId: paper.questions[place]?._id ?? '', selectedOption: 0 },
    })

  /** Watches a screen at the other process. */
  async function watch() {
    const { port } = other.fastify.server.address() as AddressInfo
    const cookie = Object.entries(admin.cookies).map(([name, value]) => `${name}=${value}`)
    const stopping = new AbortController()
    const reply = await fetch(`http://127.0.0.1:${port}/api/test/${testId}/live`, {
      headers: { accept: 'text/event-stream', cookie: cookie.join('; ') },
      signal: stopping.signal,
    })
    const known = new Map<string, LiveStudent>()
    const read = async () => {
      const decoder = new TextDecoder()
      let text = ''
      for await (const chunk of reply.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (!data) continue
          const table = JSON.parse(data) as LiveTable
          for (const row of table.students) known.set(row.name, row)
        }
      }
    }
    void read().catch(() => {})
    return { known, stop: () => stopping.abort() }
  }

  it('show answers and pauses of one in the stream of the other within 5 s, even after a lost connection', async () => {
    let signals = 0
    one.deps.db.signals?.listen('a_signal', () => {
      signals += 1
    })
    const asha = await begin('Asha')
    const { known, stop } = await watch()
    const waitFor = (row: Partial<LiveStudent>) =>
      vi.waitFor(() => expect(known.get('Asha')).toMatchObject(row), {
        timeout: promisedLagMs,
        interval: 50,
      })
    await waitFor({ state: 'here', answered: 0 })
    // By now the one may not know that somebody looks.
    expect((await answer(asha, 0)).status).toBe(200)
    await waitFor({ answered: 1 })

    const action = { kind: 'pause', reason: 'power-cut' } as const
    const paused = await admin.request(applyAction, { params: { testId }, body: action })
    expect(paused.json.done).toBe(1)
    const elsewhere = createInProcessClient(other.fastify, { ...asha.student.cookies })
    const params = { attemptId: asha.attemptId }
    const clock = await elsewhere.request(getAttemptClock, { params })
    expect(clock.json.paused).toMatchObject({ reason: 'Power cut' })
    await waitFor({ state: 'paused', pausedFor: 'Power cut' })
    await admin.request(applyAction, { params: { testId }, body: { ...action, kind: 'resume' } })

    await other.deps.db.signals?.send('a_signal')
    await vi.waitFor(() => expect(signals).toBe(1), 20_000)
    // All of its connections, so the one on which it listens, too: a signal may be missed.
    gate.close()
    await vi.waitFor(() => expect(signals).toBe(2), 20_000)
    gate.open()
    await vi.waitFor(async () => expect((await answer(asha, 1)).status).toBe(200), 20_000)
    await waitFor({ state: 'here', answered: 2 })
    // It listens again, and may have missed one more.
    await vi.waitFor(() => expect(signals).toBe(3), 20_000)
    await other.deps.db.signals?.send('a_signal')
    await vi.waitFor(() => expect(signals).toBe(4), 20_000)
    stop()
  }, 40_000)
})
