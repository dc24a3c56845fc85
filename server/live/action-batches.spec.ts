import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { submitAnswer } from '#contract/attempts.ts'
import type { AuditAction } from '#contract/audit-log.ts'
import { applyAction as contractAct, getLiveTable } from '#contract/live.ts'
import type { ActionKind } from '#core/live/actions.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { addRunningAttempts } from '#test/large-cohort.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Deps } from '../deps.ts'
import {
  type ActInput,
  applyAction,
  applyDueActions,
  finishLeftActions,
  undoLiveAction,
} from './live-actions.ts'

const second = 1_000
const minute = 60 * second
const students = 60
/** The size of the first two of three batches; the last one is smaller. */
const inOneBatch = 25
const actor = { id: null, email: '', address: '127.0.0.1' }

let app: TestApp
let admin: TestClient
let testId: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { duration: 30 }))._id
  const { attemptId } = await startAttempt(await createStudent(app), testId)
  await addRunningAttempts(app, attemptId, students - 1)
  app.advanceClock(minute)
})
afterEach(() => app.close())

function toInput(kind: ActionKind, rest: Partial<ActInput> = {}): ActInput {
  return {
    id: 'chosen-by-the-client',
    examId: testId,
    kind,
    attemptIds: undefined,
    minutes: undefined,
    reason: 'network',
    reasonText: undefined,
    message: undefined,
    actor,
    ...rest,
  }
}

/** A process that is killed before its next transaction, after so many. */
function killAfter(transactions: number): Deps {
  const { db } = app.deps
  let left = transactions
  const write: typeof db.write = (job) =>
    left-- > 0 ? db.write(job) : Promise.reject(new Error('killed'))
  return { ...app.deps, db: { ...db, write } }
}

async function readAttempts() {
  const rows = await app.deps.db.read.selectFrom('attempts').selectAll().execute()
  return {
    rows,
    paused: rows.filter((row) => row.paused_at !== null).length,
    ended: rows.filter((row) => row.finished_at !== null).length,
    timeChanges: new Set(rows.map((row) => row.time_changes)),
  }
}

async function countAudited(action: AuditAction) {
  const rows = await app.deps.db.read
    .selectFrom('audit')
    .select('id')
    .where('action', '=', action)
    .execute()
  return rows.length
}

it('an answer does not wait until a whole class is paused', async () => {
  const { _id: otherId } = await createReleasedExam(admin, { title: 'Another' })
  const student = await createStudent(app, 'Bela')
  const { attemptId, paper } = await startAttempt(student, otherId)
  const order: string[] = []
  const note = (name: string) => (reply: { readonly status: number }) => {
    expect(reply.status).toBe(200)
    order.push(name)
  }
  const body = { kind: 'pause', reason: 'power-cut' } as const
  const pausing = admin.request(contractAct, { params: { testId }, body }).then(note('pause'))
  const params = { attemptId, testId: otherId }
  const answer = { questionId: paper.questions[0]?._id ?? '', selectedOption: 0 }
  await student.request(submitAnswer, { params, body: answer }).then(note('answer'))
  await pausing
  expect(order).toEqual(['answer', 'pause'])
  expect((await readAttempts()).paused).toBe(students)
})

describe('an action whose process is killed halfway', () => {
  it('resumes when it is sent again, and is applied once', async () => {
    await expect(applyAction(killAfter(2), toInput('pause'))).rejects.toThrow('killed')
    expect((await readAttempts()).paused).toBe(2 * inOneBatch)
    app.advanceClock(5 * second)
    const outcome = await applyAction(app.deps, toInput('pause'))
    expect(outcome).toMatchObject({ action: { state: 'done' }, notDone: [] })
    const { paused, timeChanges } = await readAttempts()
    expect({ paused, timeChanges }).toEqual({ paused: students, timeChanges: new Set([1]) })
    expect(await countAudited('attempt.paused')).toBe(students)
    const events = await app.deps.db.read
      .selectFrom('attempt_events')
      .select('id')
      .where('kind', '=', 'pause')
      .execute()
    expect(events).toHaveLength(students)
  })

  it('is finished by the server after 10 s if nobody sends it again', async () => {
    const input = toInput('message', { message: 'Please go on.' })
    await expect(applyAction(killAfter(1), input)).rejects.toThrow('killed')
    app.advanceClock(10 * second)
    await applyDueActions(app.deps)
    const { rows: before } = await readAttempts()
    expect(before.filter((row) => row.open_messages === 1)).toHaveLength(inOneBatch)
    app.advanceClock(1)
    await Promise.all([applyDueActions(app.deps), applyDueActions(app.deps)])
    const { rows } = await readAttempts()
    expect(new Set(rows.map((row) => row.open_messages))).toEqual(new Set([1]))
    expect(await countAudited('attempt.messaged')).toBe(1)
  })

  it('is finished when the server starts, and the live screen shows its progress', async () => {
    await expect(applyAction(killAfter(1), toInput('pause'))).rejects.toThrow('killed')
    app.advanceClock(second)
    const readActions = async () =>
      (await admin.request(getLiveTable, { params: { testId } })).json.actions
    const underway = { done: inOneBatch, of: students }
    expect(await readActions()).toMatchObject([{ kind: 'pause', state: 'done', underway }])
    await finishLeftActions(app.deps)
    expect((await readAttempts()).paused).toBe(students)
    app.advanceClock(second)
    expect(await readActions()).not.toHaveProperty('0.underway')

    const undo = { actionId: 'chosen-by-the-client', actor }
    await expect(undoLiveAction(killAfter(2), undo)).rejects.toThrow('killed')
    app.advanceClock(second)
    expect(await readActions()).toMatchObject([{ state: 'undone', underway }])
    await finishLeftActions(app.deps)
    expect((await readAttempts()).paused).toBe(0)
  })

  it('is finished before another action begins', async () => {
    await expect(applyAction(killAfter(1), toInput('pause'))).rejects.toThrow('killed')
    app.advanceClock(minute)
    const resumed = await applyAction(app.deps, toInput('resume', { id: undefined }))
    expect(resumed).toMatchObject({ notDone: [] })
    expect(resumed).toHaveProperty('attemptIds.length', students)
    expect((await readAttempts()).paused).toBe(0)
  })

  it('can be undone for the attempts that it has reached', async () => {
    await expect(applyAction(killAfter(1), toInput('pause'))).rejects.toThrow('killed')
    app.advanceClock(2 * second)
    const undone = await undoLiveAction(app.deps, { actionId: 'chosen-by-the-client', actor })
    expect(undone).toMatchObject({ action: { state: 'undone' }, notDone: [] })
    app.advanceClock(minute)
    await applyDueActions(app.deps)
    const { rows, paused } = await readAttempts()
    expect(paused).toBe(0)
    expect(rows.map((row) => row.time_changes).toSorted()).toEqual([
      ...Array.from({ length: students - inOneBatch }, () => 0),
      ...Array.from({ length: inOneBatch }, () => 2),
    ])
  })

  it('is undone for all attempts even if the process is killed during Undo', async () => {
    await applyAction(app.deps, toInput('add-minutes', { minutes: 5 }))
    const { rows: longer } = await readAttempts()
    const undo = { actionId: 'chosen-by-the-client', actor }
    await expect(undoLiveAction(killAfter(2), undo)).rejects.toThrow('killed')
    expect((await readAttempts()).timeChanges).toEqual(new Set([0, 1]))
    app.advanceClock(10 * second + 1)
    await applyDueActions(app.deps)
    const { rows, timeChanges } = await readAttempts()
    expect(timeChanges).toEqual(new Set([1]))
    const before = new Map(longer.map((row) => [row.id, row.ends_at]))
    for (const row of rows) expect(row.ends_at).toBe((before.get(row.id) ?? 0) - 5 * minute)
    expect(await undoLiveAction(app.deps, undo)).toMatchObject({ action: { state: 'undone' } })
  })

  it('ends each attempt once', async () => {
    await applyAction(app.deps, toInput('end', { message: 'That was it.' }))
    app.advanceClock(11 * second)
    await expect(applyDueActions(killAfter(1))).rejects.toThrow('killed')
    expect((await readAttempts()).ended).toBe(inOneBatch)
    app.advanceClock(2 * second)
    await applyDueActions(app.deps)
    const { rows, ended } = await readAttempts()
    expect(ended).toBe(students)
    expect(new Set(rows.map((row) => row.finished_at))).toEqual(
      new Set([app.clock.at - 2 * second, app.clock.at]),
    )
    expect(new Set(rows.map((row) => row.open_messages))).toEqual(new Set([1]))
    expect(await countAudited('attempt.ended')).toBe(students)
  })
})
