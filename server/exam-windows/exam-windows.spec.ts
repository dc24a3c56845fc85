import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startQuiz } from '#contract/attempts.ts'
import { addBatchStudents, getBatch } from '#contract/batches.ts'
import { restoreExam } from '#contract/deleted-exams.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/exam-windows.ts'
import { deleteExam, getExam, updateExam } from '#contract/exams.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createBatch,
  createDraftExam,
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
let admin: TestClient
let teacher: TestClient
let priya: TestStudent
let rohan: TestStudent
let batchId: string
let testId: string
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  teacher = await app.createStaff('teacher')
  priya = await createStudent(app, 'Priya Nair')
  rohan = await createStudent(app, 'Rohan Rao')
  batchId = (await createBatch(admin, [priya, rohan]))._id
  testId = (await createReleasedExam(admin))._id
})
afterEach(() => app.close())

const forBatch = () => ({ kind: 'batch' as const, batchId })
const forStudents = (...students: TestStudent[]) => ({
  kind: 'students' as const,
  studentIds: students.map(({ id }) => id),
})
const add = (window: Omit<Parameters<typeof openWindow>[2], 'now'> = {}) =>
  openWindow(teacher, testId, { now: app.clock.at, audience: forBatch(), ...window })
const toInstant = (minutes: number) => new Date(app.clock.at + minutes * minute).toISOString()
const list = async (query = {}) => (await teacher.request(contract.listExamWindows, { query })).json
const update = (id: string, body: BodyOf<typeof contract.updateExamWindow>) =>
  teacher.request(contract.updateExamWindow, { params: { id }, body })
const isReleased = async () => {
  const { json } = await admin.request(getExam, { params: { id: testId } })
  return json.released
}
const listAudit = async () => {
  const rows = await app.deps.db.read
    .selectFrom('audit')
    .select(['action', 'detail'])
    .orderBy('sequence')
    .execute()
  return rows.filter(({ action }) => /^(window|exam)\./.test(action))
}

describe('a window', () => {
  it('is added for a batch, and the reply describes what was saved', async () => {
    const body = {
      audience: forBatch(),
      opensAt: toInstant(60),
      closesAt: toInstant(120),
      latestEntryAt: toInstant(80),
    }
    const { status, json } = await teacher.request(contract.addExamWindow, {
      params: { testId },
      body,
    })
    expect(status).toBe(201)
    expect(json.message).toBe(
      'Batch Morning B12 (2 students) may start on 21 Nov 2026 from 11:00 am to 11:20 am.',
    )
    expect(json.window).toMatchObject({
      testId,
      testTitle: 'React JS',
      released: true,
      phase: 'coming',
      expected: 2,
      started: 0,
      running: 0,
      endsAtClosing: false,
      audience: { kind: 'batch', batchId, names: ['Morning B12'] },
    })
    expect(await list()).toEqual([json.window])
  })

  it('may name students, or be for everyone', async () => {
    const named = await add({ audience: forStudents(rohan, priya, rohan) })
    expect(named).toMatchObject({
      audience: { kind: 'students', names: ['Priya Nair', 'Rohan Rao'] },
      expected: 2,
    })
    expect(await add({ audience: { kind: 'everyone' }, closes: 90 })).toMatchObject({
      audience: { kind: 'everyone', names: [] },
      expected: null,
    })
  })

  it.each([
    { what: 'closes before it opens', body: { closesAt: -1 }, field: 'closesAt' },
    { what: 'lets nobody in', body: { latestEntryAt: -5 }, field: 'latestEntryAt' },
    { what: 'lets in after it closed', body: { latestEntryAt: 61 }, field: 'latestEntryAt' },
    { what: 'is over already', body: { opensAt: -60, closesAt: 0 }, field: 'closesAt' },
  ])('is refused if it $what', async ({ body, field }) => {
    const times = Object.entries({ opensAt: 0, closesAt: 60, ...body }).map(([name, minutes]) => [
      name,
      toInstant(minutes),
    ])
    const { status, json } = await teacher.request(contract.addExamWindow, {
      params: { testId },
      body: { audience: { kind: 'everyone' }, ...Object.fromEntries(times) },
    })
    expect([status, Object.keys(json.fields ?? {})]).toEqual([400, [field]])
    expect(await list()).toEqual([])
  })

  it('needs an existing test, batch and students', async () => {
    const times = { opensAt: toInstant(0), closesAt: toInstant(60) }
    const send = async (audience: BodyOf<typeof contract.addExamWindow>['audience'], id = testId) =>
      (
        await teacher.request(contract.addExamWindow, {
          params: { testId: id },
          body: { audience, ...times },
        })
      ).json.code
    expect(await send({ kind: 'everyone' }, 'nothing')).toBe('test-not-found')
    expect(await send({ kind: 'batch', batchId: 'nothing' })).toBe('batch-not-found')
    expect(await send({ kind: 'students', studentIds: [priya.id, 'nobody'] })).toBe(
      'student-not-found',
    )
  })

  it('that is sent twice is added once', async () => {
    const ids = await Promise.all([add(), add(), add()])
    expect(new Set(ids.map(({ _id }) => _id)).size).toBe(1)
    await add({ audience: forStudents(priya) })
    await add({ audience: forStudents(priya) })
    expect(await list()).toHaveLength(2)
    expect((await listAudit()).filter(({ action }) => action === 'window.added')).toHaveLength(2)
  })

  it('is listed by test and by batch, the earliest first, and found by title and batch', async () => {
    const other = await createReleasedExam(admin, { title: 'PHP' })
    const late = await add({ opens: 60, closes: 90 })
    const early = await openWindow(teacher, other._id, { now: app.clock.at })
    const ids = async (query = {}) => (await list(query)).map(({ _id }) => _id)
    expect(await ids()).toEqual([early._id, late._id])
    expect(await ids({ sort: 'newest' })).toEqual([late._id, early._id])
    expect(await ids({ sort: 'name-desc' })).toEqual([late._id, early._id])
    expect(await ids({ testId })).toEqual([late._id])
    expect(await ids({ batchId })).toEqual([late._id])
    expect(await ids({ search: 'php' })).toEqual([early._id])
    expect(await ids({ search: 'morning' })).toEqual([late._id])
    expect(await ids({ limit: 1, offset: 1 })).toEqual([late._id])
    const { json } = await admin.request(getBatch, { params: { id: batchId } })
    expect(json.nextExam).toMatchObject({ testId, title: 'React JS', phase: 'coming' })
  })

  it.each([
    [0, true, 'open'],
    [31, true, 'entry-over'],
    [0, false, 'not-released'],
    [31, false, 'not-released'],
  ] as const)(
    'is the next exam of its batch, %d min after its opening, released: %s: %s',
    async (minutes, released, phase) => {
      await add({ entry: 30 })
      await admin.request(updateExam, { params: { id: testId }, body: { released } })
      app.advanceClock(minutes * minute)
      const { json } = await admin.request(getBatch, { params: { id: batchId } })
      expect(json.nextExam).toMatchObject({ testId, phase })
    },
  )

  it('is described without a start while its test is not released', async () => {
    testId = (await createDraftExam(admin))._id
    const body = {
      opensAt: toInstant(1),
      closesAt: toInstant(2),
      audience: { kind: 'everyone' as const },
    }
    const send = (release: boolean) =>
      teacher.request(contract.addExamWindow, { params: { testId }, body: { ...body, release } })
    expect((await send(false)).json.message).toMatch(
      /^Once the test is released: Everyone may start/,
    )
    expect((await send(true)).json.message).toMatch(/^Everyone may start/)
  })

  it('can be changed by teachers, and read by the office', async () => {
    const { _id: id } = await add()
    const office = await app.createStaff('office')
    expect((await office.request(contract.listExamWindows)).json).toHaveLength(1)
    const { status } = await office.request(contract.deleteExamWindow, { params: { id } })
    expect(status).toBe(403)
  })

  it('releases its test in the same call if asked, and otherwise does not', async () => {
    testId = (await createDraftExam(admin))._id
    await add()
    expect(await isReleased()).toBe(false)
    expect((await add({ closes: 90, release: true })).released).toBe(true)
    expect(await isReleased()).toBe(true)
    expect((await listAudit()).map(({ action }) => action)).toContain('exam.released')
  })

  it('is hidden with its deleted test, and restored with it', async () => {
    const { _id: id } = await add()
    await admin.request(deleteExam, { params: { id: testId } })
    expect(await list()).toEqual([])
    expect((await update(id, { endsAtClosing: true })).json.code).toBe('window-not-found')
    await admin.request(restoreExam, { params: { id: testId } })
    expect(await list()).toHaveLength(1)
  })
})

describe('changing a window', () => {
  it('accepts another audience and other times, without overwriting somebody else’s change', async () => {
    const { _id: id, version } = await add()
    const body = { audience: forStudents(priya), closesAt: toInstant(90), basedOn: version }
    const { status, json } = await update(id, body)
    expect(status).toBe(200)
    expect(json.window).toMatchObject({ expected: 1, closesAt: toInstant(90), version: '2' })
    const late = await update(id, { endsAtClosing: true, basedOn: version })
    expect([late.status, late.json.code]).toEqual([409, 'window-changed'])
    expect((await update(id, { audience: forStudents(priya) })).json.window.version).toBe('2')
    expect((await update(id, { audience: forStudents(rohan) })).json.window).toMatchObject({
      audience: { names: ['Rohan Rao'] },
      version: '3',
    })
    const details = (await listAudit()).map(({ detail }) => JSON.parse(detail ?? '{}').fields)
    expect(details.slice(-2)).toEqual(
      [['audience', 'closesAt'], ['students']].map((of) => expect.arrayContaining(of)),
    )
  })

  it('counts only its own students, and those of them who still work', async () => {
    const sana = await createStudent(app, 'Sana Shaikh')
    await add()
    await add({ audience: forStudents(sana) })
    await add({ audience: { kind: 'everyone' } })
    await startAttempt(priya, testId)
    await completeAttempt(rohan, testId, 1)
    await startAttempt(sana, testId)
    const counts = new Map(
      (await list()).map(({ audience, started, running }) => [audience.kind, { started, running }]),
    )
    expect(Object.fromEntries(counts)).toEqual({
      batch: { started: 2, running: 1 },
      students: { started: 1, running: 1 },
      everyone: { started: 3, running: 2 },
    })
  })

  it('does not move the announced end of a running attempt', async () => {
    const { _id: id } = await add({ closes: 20, endsAtClosing: true })
    const { paper } = await startAttempt(priya, testId)
    expect(paper.endsAt).toBe(toInstant(20))
    const { json } = await update(id, { closesAt: toInstant(5) })
    expect(json.message).toMatch(/Attempts that run keep their end\.$/)
    expect(json.window).toMatchObject({ started: 1, running: 1 })
    const again = await priya.request(startQuiz, { params: { testId } })
    expect([again.status, again.json.endsAt]).toEqual([200, toInstant(20)])
    const other = await rohan.request(startQuiz, { params: { testId } })
    expect([other.status, other.json.endsAt]).toEqual([201, toInstant(5)])
  })
})

describe('removing a window', () => {
  const remove = (id: string, body?: BodyOf<typeof contract.deleteExamWindow>) =>
    teacher.request(contract.deleteExamWindow, { params: { id }, ...(body && { body }) })

  it('opens a released test to everyone only if the call says so', async () => {
    const { _id: id } = await add()
    const { _id: another } = await add({ closes: 90 })
    expect((await remove(another)).json).toMatchObject({ released: true })
    expect((await remove(id)).json.code).toBe('last-window')
    expect(await list()).toHaveLength(1)
    const { json } = await remove(id, { without: 'open-to-everyone' })
    expect(json.released).toBe(true)
    expect((await remove(id)).json.code).toBe('window-not-found')
  })

  it('may unrelease the test in the same call', async () => {
    const { _id: id } = await add()
    const { json } = await remove(id, { without: 'unrelease' })
    expect([json.released, await isReleased()]).toEqual([false, false])
  })

  it('needs no confirmation if the test is not released', async () => {
    testId = (await createDraftExam(admin))._id
    const { _id: id } = await add()
    expect((await remove(id)).status).toBe(200)
  })

  it('removes all of them', async () => {
    await add()
    await add({ closes: 90 })
    const body = { without: 'open-to-everyone' } as const
    const reply = await teacher.request(contract.deleteExamWindows, { params: { testId }, body })
    expect(reply.json).toMatchObject({ removed: 2, released: true })
    expect(await list()).toEqual([])
  })
})

describe('students of a window', () => {
  it('are listed with who has started', async () => {
    const { _id: id } = await add()
    await startAttempt(rohan, testId)
    const { json } = await teacher.request(contract.listWindowStudents, { params: { id } })
    expect(json.map(({ name, hasStarted }) => [name, hasStarted])).toEqual([
      ['Priya Nair', false],
      ['Rohan Rao', true],
    ])
  })

  it('who have another window of the test are named beforehand', async () => {
    const { _id: other } = await createBatch(admin, [priya], { name: 'Weekend B9' })
    const find = async (query: { batchId: string; windowId?: string }) =>
      (await teacher.request(contract.findWindowOverlap, { params: { testId }, query })).json
    expect(await find({ batchId: other })).toEqual({ count: 0, names: [] })
    const { _id: windowId } = await add()
    expect(await find({ batchId: other })).toEqual({ count: 1, names: ['Priya Nair'] })
    expect(await find({ batchId: other, windowId })).toEqual({ count: 0, names: [] })
    await add({ audience: forStudents(rohan) })
    expect(await find({ batchId })).toEqual({ count: 1, names: ['Rohan Rao'] })
  })
})

describe('the absent students of a window', () => {
  const absent = async (query = {}) => {
    const { json } = await teacher.request(contract.listAbsentStudents, {
      params: { testId },
      query,
    })
    return json.map(({ name }) => name)
  }
  const makeUp = (body: object = {}) =>
    teacher.request(contract.openMakeUpWindow, {
      params: { testId },
      body: { opensAt: toInstant(10), closesAt: toInstant(70), ...body },
    })

  it('are those whose window is over, without an attempt', async () => {
    await add({ entry: 20 })
    await completeAttempt(rohan, testId, 3)
    app.advanceClock(20 * minute)
    expect(await absent()).toEqual([])
    app.advanceClock(1)
    expect(await absent()).toEqual(['Priya Nair'])
    expect(await absent({ batchId })).toEqual(['Priya Nair'])
    expect(await absent({ batchId: 'another' })).toEqual([])
    expect(await absent({ search: 'rohan' })).toEqual([])
  })

  it('exclude students who joined later, are deleted, or may still start', async () => {
    await add({ closes: 10 })
    app.advanceClock(11 * minute)
    const late = await createStudent(app, 'Late Lata')
    const body = { studentIds: [late.id] }
    await admin.request(addBatchStudents, { params: { id: batchId }, body })
    expect(await absent()).toEqual(['Priya Nair', 'Rohan Rao'])
    await add({ audience: forStudents(priya), opens: 60, closes: 90 })
    expect(await absent()).toEqual(['Rohan Rao'])
    await admin.request(deleteStudents, { body: { ids: [rohan.id] } })
    expect(await absent()).toEqual([])
  })

  it('exclude everyone for a window for everyone, or while a window is open', async () => {
    await add({ closes: 10, audience: { kind: 'everyone' } })
    app.advanceClock(11 * minute)
    expect(await absent()).toEqual([])
    await add({ closes: 10 })
    app.advanceClock(11 * minute)
    expect(await absent()).toHaveLength(2)
    await add({ opens: 5, closes: 10, audience: { kind: 'everyone' } })
    expect(await absent()).toEqual([])
  })

  it('get a make-up window with one call, and the others do not', async () => {
    await add({ closes: 40 })
    await completeAttempt(rohan, testId, 3)
    app.advanceClock(41 * minute)
    const replies = await Promise.all([makeUp(), makeUp()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { json } = replies.find(({ status }) => status === 201) ?? expect.unreachable()
    expect(json).toMatchObject({ opened: 1, window: { audience: { names: ['Priya Nair'] } } })
    expect(await absent()).toEqual([])
    app.advanceClock(10 * minute)
    expect((await priya.request(startQuiz, { params: { testId } })).status).toBe(201)
    const taken = await rohan.request(startQuiz, { params: { testId } })
    expect(taken.json.code).toBe('already-taken')
  })

  it('get an email about a make-up window if the test is released', async () => {
    const listMails = () =>
      app.deps.db.read
        .selectFrom('mails')
        .select(['to_address', 'subject', 'text_body', 'exam_id'])
        .where('kind', '=', 'make-up-window')
        .execute()
    await add({ closes: 10 })
    await completeAttempt(rohan, testId, 3)
    app.advanceClock(11 * minute)
    const opened = await makeUp({ latestEntryAt: toInstant(30) })
    expect(opened.json).toMatchObject({ opened: 1, emailed: 1 })
    expect(opened.json.message).toContain('Mail is not set up: 1 email goes to the outbox folder.')
    const [mail, ...others] = await listMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to_address: priya.email, exam_id: testId })
    expect(mail?.subject).toContain('A new date for your test')

    app.advanceClock(71 * minute)
    await admin.request(updateExam, { params: { id: testId }, body: { released: false } })
    const silent = await makeUp()
    expect(silent.json).toMatchObject({ opened: 1, emailed: 0 })
    expect(silent.json.message).not.toContain('email')
    expect(await listMails()).toHaveLength(1)
  })

  it('can be narrowed down for a make-up window, but not extended', async () => {
    await add({ closes: 10 })
    await startAttempt(rohan, testId)
    app.advanceClock(11 * minute)
    expect((await makeUp({ studentIds: [rohan.id] })).json.code).toBe('nobody-absent')
    expect((await makeUp({ studentIds: [rohan.id, priya.id] })).json.opened).toBe(1)
    expect((await makeUp({ closesAt: toInstant(5) })).status).toBe(400)
  })
})
