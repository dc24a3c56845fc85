import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import * as windows from '#contract/exam-windows.ts'
import { updateExam } from '#contract/exams.ts'
import { decideIncidents, listIncidents } from '#contract/incidents.ts'
import { getKeyReveal } from '#contract/key-guard.ts'
import { applyAction, getLiveTable, undoLiveAction } from '#contract/live.ts'
import { grantAttempt, reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import { getReleaseProgress, releaseResults } from '#contract/result-release.ts'
import { getOwnResult } from '#contract/results.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000

let app: TestApp
let teacher: TestClient
let admin: TestClient
let priya: TestStudent
let rohan: TestStudent
let sana: TestStudent
let testId: string
let eveningId: string
let attemptId: string

/** Priya has sat in the morning; Rohan and Sana sit in the evening. */
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  teacher = await app.createStaff('teacher')
  priya = await createStudent(app, 'Priya Nair')
  rohan = await createStudent(app, 'Rohan Rao')
  sana = await createStudent(app, 'Sana Shaikh')
  testId = (await createReleasedExam(admin))._id
  const { _id: morningId } = await createBatch(admin, [priya])
  eveningId = (await createBatch(admin, [rohan, sana], { name: 'Evening B12' }))._id
  await openWindow(teacher, testId, { now: app.clock.at, audience: forBatch(morningId) })
  attemptId = await completeAttempt(priya, testId, 4)
  app.advanceClock(90 * minute)
})
afterEach(() => app.close())

const forBatch = (batchId: string) => ({ kind: 'batch' as const, batchId })
const toInstant = (minutes: number) => new Date(app.clock.at + minutes * minute).toISOString()
const openEvening = () =>
  openWindow(teacher, testId, {
    now: app.clock.at,
    opens: 60,
    closes: 120,
    audience: forBatch(eveningId),
  })
const release = (body?: BodyOf<typeof releaseResults>) =>
  teacher.request(releaseResults, { params: { testId }, ...(body && { body }) })
const look = async (query: QueryOf<typeof getKeyReveal> = {}) =>
  (await teacher.request(getKeyReveal, { params: { testId }, query })).json
const canReadKey = async () => {
  const { status } = await priya.request(getOwnResult, { params: { attemptId } })
  return status === 200
}
const evening = () => ({
  kind: 'batch',
  name: 'Evening B12',
  students: 2,
  opensAt: toInstant(60),
  until: toInstant(120),
})
const still = { code: 'key-still-needed' }

describe('Release Result', () => {
  it('shows beforehand which students would learn the key', async () => {
    await openEvening()
    const wouldReveal = { students: 2, until: toInstant(120) }
    const expected = { wouldReveal, stillToSit: [evening()] }
    const { json } = await teacher.request(getReleaseProgress, { params: { testId } })
    expect(json).toMatchObject(expected)
    expect(await look()).toEqual(expected)
    expect(await canReadKey()).toBe(false)
  })

  it('asks with confirm: false, and releases with confirm: true or without confirm', async () => {
    await openEvening()
    const refused = await release({ confirm: false })
    const wouldReveal = { students: 2, until: toInstant(120) }
    expect([refused.status, refused.json]).toMatchObject([409, { ...still, wouldReveal }])
    expect(await canReadKey()).toBe(false)
    const done = await release({ confirm: true })
    expect([done.status, done.json]).toEqual([
      202,
      { message: 'Sending...', queued: 1, wouldReveal },
    ])
    expect(await canReadKey()).toBe(true)
    expect((await release()).json.wouldReveal).toEqual(wouldReveal)
  })

  it('lists no such students after the release', async () => {
    await openEvening()
    await release()
    const { json } = await teacher.request(getReleaseProgress, { params: { testId } })
    expect(json).toMatchObject({ wouldReveal: null, stillToSit: [] })
  })

  it('asks nothing once all have taken the test', async () => {
    const { status, json } = await release({ confirm: false })
    expect([status, json]).toEqual([202, { message: 'Sending...', queued: 1, wouldReveal: null }])
  })

  it('counts students who are taking the test', async () => {
    await openWindow(teacher, testId, { now: app.clock.at, audience: forBatch(eveningId) })
    await startAttempt(rohan, testId)
    app.advanceClock(minute)
    const { json } = await release({ confirm: false })
    expect(json).toMatchObject({
      ...still,
      wouldReveal: { students: 2, until: toInstant(59) },
      stillToSit: [
        { kind: 'running', students: 1, until: toInstant(29) },
        { kind: 'batch', students: 1, until: toInstant(59) },
      ],
    })
  })

  it('counts students who may take the test again', async () => {
    const { _id: other } = await createReleasedExam(admin, { attemptsAllowed: 2 })
    await completeAttempt(priya, other, 1)
    const { json } = await teacher.request(releaseResults, {
      params: { testId: other },
      body: { confirm: false },
    })
    expect(json).toMatchObject({
      ...still,
      wouldReveal: { students: 1, until: null },
      stillToSit: [{ kind: 'again', students: 1 }],
    })
    await teacher.request(updateExam, { params: { id: other }, body: { attemptsAllowed: 1 } })
    const again = { params: { testId: other }, body: { confirm: false } }
    expect((await teacher.request(releaseResults, again)).json.wouldReveal).toBeNull()
  })

  it('leaves deleted students out', async () => {
    await openEvening()
    await admin.request(deleteStudents, { body: { ids: [rohan.id] } })
    expect((await look()).wouldReveal).toMatchObject({ students: 1 })
    await admin.request(deleteStudents, { body: { ids: [sana.id] } })
    expect((await look()).wouldReveal).toBeNull()
  })

  it('counts all others where a window is for everyone', async () => {
    await openWindow(teacher, testId, { now: app.clock.at, opens: 60, closes: 120 })
    expect(await look()).toMatchObject({ stillToSit: [{ kind: 'everyone', students: 2 }] })
  })
})

describe('reopening', () => {
  const reopen = (confirm?: boolean) =>
    teacher.request(reopenAttempt, {
      params: { attemptId },
      body: { why: 'Power cut', minutes: 10, ...(confirm !== undefined && { confirm }) },
    })

  it('asks once the key is known', async () => {
    await release()
    const found = await look({ act: 'reopen', attemptId, minutes: 10 })
    expect(found.stillToSit).toMatchObject([{ kind: 'running', students: 1 }])
    const refused = await reopen(false)
    expect(refused.json).toMatchObject({ ...still, wouldReveal: found.wouldReveal })
    expect(await canReadKey()).toBe(true)
    const done = await reopen(true)
    expect(done.status).toBe(200)
    expect(done.json.wouldReveal).toEqual({ students: 1, until: done.json.endsAt })
    expect(done.json.wouldReveal).toEqual(found.wouldReveal)
  })

  it('asks nothing before the release of results', async () => {
    expect((await look({ act: 'reopen', attemptId })).wouldReveal).toBeNull()
    expect((await reopen(false)).json.wouldReveal).toBeNull()
  })

  it('counts students even if the request leaves out confirm', async () => {
    await release()
    expect((await reopen()).json.wouldReveal).toMatchObject({ students: 1 })
  })
})

describe('reopening for many from the live screen', () => {
  const reopen = (confirm?: boolean) =>
    teacher.request(applyAction, {
      params: { testId },
      body: {
        kind: 'reopen',
        attemptIds: [attemptId, 'nobody'],
        minutes: 10,
        reason: 'power-cut',
        ...(confirm !== undefined && { confirm }),
      },
    })

  it('asks once the key is known', async () => {
    expect((await reopen(false)).json).toMatchObject({ done: 1, wouldReveal: null })
    await undoLast()
    await release()
    const refused = await reopen(false)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { ...still, wouldReveal: { students: 1 }, stillToSit: [{ kind: 'running', students: 1 }] },
    ])
    expect(await listActions()).toHaveLength(0)
    expect((await reopen(true)).json).toMatchObject({ done: 1, wouldReveal: { students: 1 } })
    await undoLast()
    expect((await reopen()).json).toMatchObject({ done: 1, wouldReveal: { students: 1 } })
  })

  const listActions = async () => {
    const { json } = await teacher.request(getLiveTable, { params: { testId } })
    return json.actions.filter(({ state }) => state === 'waiting')
  }
  const undoLast = async () => {
    const [action] = await listActions()
    await teacher.request(undoLiveAction, { params: { actionId: action?._id ?? '' } })
  }
})

describe('an outcome of an incident', () => {
  const openDevtools = async () => {
    const exam = await createReleasedExam(admin, { integrityMode: 'strict', attemptsAllowed: 1 })
    const started = await startAttempt(rohan, exam._id)
    app.advanceClock(minute)
    const body = { kind: 'devtools' as const, at: new Date(app.clock.at).toISOString() }
    const { attemptId } = started
    await rohan.request(reportEvent, { params: { attemptId }, body })
    await completeAttempt(priya, exam._id, 1)
    return exam._id
  }
  const decide = async (outcome: 'reopened' | 'new-attempt' | 'kept', confirm?: boolean) => {
    const { json } = await teacher.request(listIncidents, { query: {} })
    const [{ _id: groupId, members } = { _id: '', members: [] }] = json
    const incidents = members.map(({ _id, attemptId }) => ({ _id, attemptId }))
    const decisionId = `${outcome}-${confirm}`
    const body = { decisionId, groupId, incidents, outcome, why: 'A mistaken alarm' }
    return teacher.request(decideIncidents, {
      body: { ...body, ...(confirm !== undefined && { confirm }) },
    })
  }

  it.each([
    ['reopened', 'running'],
    ['new-attempt', 'again'],
  ] as const)('%s asks once the key is known', async (outcome, kind) => {
    const examId = await openDevtools()
    await teacher.request(releaseResults, { params: { testId: examId } })
    const refused = await decide(outcome, false)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { ...still, wouldReveal: { students: 1 }, stillToSit: [{ kind, students: 1 }] },
    ])
    expect((await decide(outcome, true)).json).toMatchObject({
      decided: [expect.any(String)],
      wouldReveal: { students: 1 },
    })
  })

  it('asks nothing before the release, nor where it lets nobody take the test', async () => {
    const examId = await openDevtools()
    expect((await decide('reopened', false)).json).toMatchObject({ wouldReveal: null })
    await openDevtools()
    await teacher.request(releaseResults, { params: { testId: examId } })
    expect((await decide('kept', false)).json).toMatchObject({ wouldReveal: null })
  })

  it('counts students even if the request leaves out confirm', async () => {
    const examId = await openDevtools()
    await teacher.request(releaseResults, { params: { testId: examId } })
    expect((await decide('reopened')).json).toMatchObject({ wouldReveal: { students: 1 } })
  })
})

describe('another attempt', () => {
  const grant = (confirm?: boolean) =>
    teacher.request(grantAttempt, {
      params: { testId },
      body: { studentId: priya.id, why: 'Ill', ...(confirm !== undefined && { confirm }) },
    })

  it('asks once the key is known', async () => {
    expect((await grant(false)).json.wouldReveal).toBeNull()
    await release()
    const { wouldReveal } = await look({ act: 'grant', studentId: priya.id })
    expect(wouldReveal).toEqual({ students: 1, until: null })
    expect((await grant(false)).json).toMatchObject({ ...still, wouldReveal })
    const done = await grant(true)
    expect([done.status, done.json.message]).toEqual([
      200,
      'Priya Nair may take this test 2 more times.',
    ])
    expect((await grant()).json.wouldReveal).toEqual(wouldReveal)
  })
})

describe('a window added after the release', () => {
  const add = (confirm?: boolean) =>
    teacher.request(windows.addExamWindow, {
      params: { testId },
      body: {
        audience: forBatch(eveningId),
        opensAt: toInstant(60),
        closesAt: toInstant(120),
        ...(confirm !== undefined && { confirm }),
      },
    })
  const list = async () =>
    (await teacher.request(windows.listExamWindows, { query: { testId } })).json

  it('asks, and is added only once confirmed', async () => {
    await release()
    const query = { opensAt: toInstant(60), closesAt: toInstant(120) }
    const found = await look({ act: 'open-window', batchId: eveningId, ...query })
    expect(found.stillToSit).toEqual([evening()])
    expect((await add(false)).json).toMatchObject({ ...still, ...found })
    expect(await list()).toHaveLength(1)
    expect((await add(true)).json.wouldReveal).toEqual(found.wouldReveal)
    expect(await list()).toHaveLength(2)
    expect((await add(false)).status, 'sent twice it is one').toBe(201)
  })

  it('does not count students who have taken the test', async () => {
    await release()
    const named = await look({ act: 'open-window', studentIds: `${priya.id},${rohan.id}` })
    expect(named.stillToSit).toMatchObject([{ kind: 'students', students: 1 }])
    expect((await look({ act: 'open-window', studentIds: priya.id })).wouldReveal).toBeNull()
    expect((await look({ act: 'open-window' })).stillToSit).toMatchObject([
      { kind: 'everyone', students: 2 },
    ])
  })

  it('asks nothing before the release', async () => {
    expect((await add(false)).json.wouldReveal).toBeNull()
  })

  it('for absent students asks too, and so does a window that is extended', async () => {
    const { _id: id } = await openEvening()
    await release()
    const change = (closes: number, confirm?: boolean) =>
      teacher.request(windows.updateExamWindow, {
        params: { id },
        body: { closesAt: toInstant(closes), ...(confirm !== undefined && { confirm }) },
      })
    expect((await change(110, false)).json.wouldReveal).toBeNull()
    expect((await change(115, false)).json).toMatchObject({
      ...still,
      wouldReveal: { students: 2 },
    })
    expect((await change(115)).json.wouldReveal).toMatchObject({ students: 2 })
    app.advanceClock(120 * minute)
    const makeUp = (confirm: boolean) =>
      teacher.request(windows.openMakeUpWindow, {
        params: { testId },
        body: { opensAt: toInstant(60), closesAt: toInstant(120), confirm },
      })
    expect((await makeUp(false)).json).toMatchObject({ ...still, wouldReveal: { students: 2 } })
    expect((await makeUp(true)).json).toMatchObject({ opened: 2, wouldReveal: { students: 2 } })
  })
})

describe('removing windows', () => {
  const removeAll = (body: BodyOf<typeof windows.deleteExamWindows>) =>
    teacher.request(windows.deleteExamWindows, { params: { testId }, body })

  it('asks where it opens the test to everyone', async () => {
    await release()
    const without = 'open-to-everyone' as const
    const found = await look({ act: without })
    expect(found).toEqual({
      wouldReveal: { students: 2, until: null },
      stillToSit: [
        { kind: 'everyone', name: null, students: 2, opensAt: toInstant(0), until: null },
      ],
    })
    expect((await removeAll({ without, confirm: false })).json).toMatchObject({
      ...still,
      ...found,
    })
    expect((await removeAll({ without })).json).toMatchObject({
      removed: 1,
      wouldReveal: found.wouldReveal,
    })
  })

  it('asks only at the last window, and only if the test opens to everyone', async () => {
    const { _id: id } = await openEvening()
    await release()
    const remove = (id: string, body: BodyOf<typeof windows.deleteExamWindow>) =>
      teacher.request(windows.deleteExamWindow, { params: { id }, body })
    expect((await remove(id, { confirm: false })).json.wouldReveal).toBeNull()
    const [last] = (await teacher.request(windows.listExamWindows, { query: { testId } })).json
    const lastId = last?._id ?? ''
    const open = { without: 'open-to-everyone', confirm: false } as const
    expect((await remove(lastId, open)).json).toMatchObject({
      ...still,
      wouldReveal: { students: 2 },
    })
    const unrelease = { without: 'unrelease', confirm: false } as const
    expect((await remove(lastId, unrelease)).json).toMatchObject({
      released: false,
      wouldReveal: null,
    })
  })
})

describe('a change of a test', () => {
  const update = (body: BodyOf<typeof updateExam>) =>
    teacher.request(updateExam, { params: { id: testId }, body })

  it('that releases it again asks about students with a coming window', async () => {
    await openEvening()
    await release()
    await update({ released: false })
    const refusal = await update({ released: true, confirm: false })
    const wouldReveal = { students: 2, until: toInstant(120) }
    expect(refusal.json).toMatchObject({ ...still, wouldReveal, stillToSit: [evening()] })
    expect((await update({ title: 'Renamed', confirm: false })).json.test.released).toBe(false)
    const opened = await update({ released: true, confirm: true })
    expect(opened.json).toMatchObject({ wouldReveal, test: { released: true } })
    expect((await update({ released: true, confirm: false })).json.wouldReveal).toBeUndefined()
  })

  it('that releases a test without windows asks about all other students', async () => {
    await release()
    await update({ released: false })
    await teacher.request(windows.deleteExamWindows, {
      params: { testId },
      body: { without: 'unrelease' },
    })
    expect((await update({ released: true, confirm: false })).json).toMatchObject({
      ...still,
      stillToSit: [{ kind: 'everyone', students: 2 }],
    })
  })

  it('that allows more attempts asks about students who know the key', async () => {
    await release()
    await teacher.request(windows.deleteExamWindows, {
      params: { testId },
      body: { without: 'open-to-everyone' },
    })
    expect((await update({ attemptsAllowed: 2, confirm: false })).json).toMatchObject({
      ...still,
      wouldReveal: { students: 1, until: null },
    })
    expect((await update({ attemptsAllowed: 2 })).json.test.attemptsAllowed).toBe(2)
  })

  it('asks nothing before the release of results', async () => {
    await openEvening()
    await update({ released: false, confirm: false })
    expect((await update({ released: true, confirm: false })).json.wouldReveal).toBeUndefined()
  })
})
