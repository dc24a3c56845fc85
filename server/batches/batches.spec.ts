import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/batches.ts'
import { restoreExam } from '#contract/deleted-exams.ts'
import { deleteExamWindow } from '#contract/exam-windows.ts'
import { deleteExam } from '#contract/exams.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import { restorableForMs } from '#core/students/retention.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { applyRetention } from '../retention/apply-retention.ts'

let app: TestApp
let office: TestClient
beforeEach(async () => {
  app = await createTestApp()
  office = await app.createStaff('office')
})
afterEach(() => app.close())

const days = { startDate: '2026-10-05', endDate: '2027-04-02' }
const morning = { name: 'Morning B12', course: 'react js', ...days, seats: 2 } as const

const listNames = async (query = {}) => {
  const { json, headers } = await office.request(contract.listBatches, { query })
  return [json.map(({ name }) => name), Number(headers['x-total-count'])] as const
}
const listMembers = async (id: string, query = {}) => {
  const { json } = await office.request(contract.listBatchStudents, { params: { id }, query })
  return json.map(({ name }) => name)
}
const addStudents = (id: string, ...students: readonly TestStudent[]) =>
  office.request(contract.addBatchStudents, {
    params: { id },
    body: { studentIds: students.map((student) => student.id) },
  })
const listActions = async () => {
  const rows = await app.deps.db.read
    .selectFrom('audit')
    .select('action')
    .orderBy('sequence')
    .execute()
  return rows.map(({ action }) => action).filter((action) => action.startsWith('batch.'))
}

describe('a batch', () => {
  it('is created with its days and seats, and read back', async () => {
    const { status, json } = await office.request(contract.createBatch, { body: morning })
    expect(status).toBe(201)
    expect(json.batch).toMatchObject({ ...morning, students: 0, state: 'running', nextExam: null })
    const params = { id: json.batch._id }
    expect((await office.request(contract.getBatch, { params })).json).toEqual(json.batch)
    expect(await listActions()).toEqual(['batch.created'])
  })

  it('ends no earlier than it begins', async () => {
    const body = { ...morning, endDate: '2026-10-04' }
    const { status, json } = await office.request(contract.createBatch, { body })
    expect([status, Object.keys(json.fields ?? {})]).toEqual([400, ['endDate']])
    expect((await office.request(contract.listBatches)).json).toEqual([])
  })

  it('has a unique name, whatever its capitals, even of two sent at once', async () => {
    const create = (name: string) =>
      office.request(contract.createBatch, { body: { ...morning, name } })
    const replies = await Promise.all(['Morning B12', 'morning b12', 'MORNING  B12'].map(create))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const [{ json: other }] = [await create('Evening B14')]
    const params = { id: other.batch._id }
    const body = { name: 'Morning B12' }
    const renamed = await office.request(contract.updateBatch, { params, body })
    expect([renamed.status, renamed.json.code]).toEqual([409, 'batch-name-taken'])
  })

  it('is changed field by field, without overwriting somebody else’s change', async () => {
    const { _id: id, version } = await createBatch(office, [], morning)
    const params = { id }
    const update = (body: object) => office.request(contract.updateBatch, { params, body })
    expect((await update({ seats: 40, basedOn: version })).json.batch.seats).toBe(40)
    const late = await update({ name: 'Evening', basedOn: version })
    expect([late.status, late.json.code]).toEqual([409, 'batch-changed'])
    expect((await update({ seats: null })).json.batch).toMatchObject({ seats: null })
    expect((await update({ seats: null })).json.batch.version).toBe('3')
    expect((await update({ endDate: '2026-01-01' })).status).toBe(400)
    expect(await listActions()).toEqual(['batch.created', 'batch.updated', 'batch.updated'])
  })

  it('is found, sorted and paged like all lists, and marked once it is over', async () => {
    await createBatch(office, [], { name: 'Evening B14', startDate: '2026-12-01' })
    await createBatch(office, [], { name: 'Morning B12' })
    const past = { name: 'Crash B11', startDate: '2026-09-01', endDate: '2026-11-20' }
    await createBatch(office, [], past)
    expect(await listNames()).toEqual([['Evening B14', 'Morning B12', 'Crash B11'], 3])
    expect(await listNames({ sort: 'name-asc', limit: 1, offset: 1 })).toEqual([['Evening B14'], 3])
    expect(await listNames({ state: 'current' })).toEqual([['Evening B14', 'Morning B12'], 2])
    expect(await listNames({ state: 'over' })).toEqual([['Crash B11'], 1])
    expect(await listNames({ search: 'b1 MORNING' })).toEqual([['Morning B12'], 1])
    expect(await listNames({ search: '%' })).toEqual([[], 0])
    const { json } = await office.request(contract.listBatches)
    expect(json.map(({ state }) => state)).toEqual(['coming', 'running', 'over'])
  })

  it('is listed for each of its students', async () => {
    const priya = await createStudent(app, 'Priya Nair')
    const { _id: morningId } = await createBatch(office, [priya], { name: 'Morning B12' })
    await createBatch(office, [await createStudent(app, 'Asha Rao')], { name: 'Evening B14' })
    expect(await listNames({ studentId: priya.id })).toEqual([['Morning B12'], 1])
    const params = { id: morningId }
    const body = { studentIds: [priya.id] }
    await office.request(contract.removeBatchStudents, { params, body })
    expect(await listNames({ studentId: priya.id })).toEqual([[], 0])
  })

  it('can be changed by the office, and read by teachers', async () => {
    const teacher = await app.createStaff('teacher')
    const { _id: id } = await createBatch(office)
    expect((await teacher.request(contract.getBatch, { params: { id } })).status).toBe(200)
    const update = { params: { id }, body: { seats: 1 } }
    expect((await teacher.request(contract.updateBatch, update)).status).toBe(403)
  })
})

describe('students of a batch', () => {
  it('are added once, beyond the seats with a warning, and may be in several batches', async () => {
    const { _id: id } = await createBatch(office, [], morning)
    const { _id: other } = await createBatch(office, [], { name: 'Weekend B9' })
    const [priya, rohan, sneha] = [
      await createStudent(app, 'Priya Nair'),
      await createStudent(app, 'Rohan Rao'),
      await createStudent(app, 'Sneha Iyer'),
    ]
    expect((await addStudents(id, priya, rohan)).json).toMatchObject({ added: 2, overSeats: 0 })
    const third = (await addStudents(id, rohan, sneha)).json
    expect(third).toMatchObject({ added: 1, overSeats: 1, batch: { students: 3 } })
    expect(third.message).toBe('1 student added. The batch has 1 more student than seats.')
    await addStudents(other, priya)
    expect(await listMembers(id, { sort: 'name-asc' })).toEqual([
      'Priya Nair',
      'Rohan Rao',
      'Sneha Iyer',
    ])
    expect(await listMembers(id, { search: 'rao' })).toEqual(['Rohan Rao'])
    expect(await listMembers(other)).toEqual(['Priya Nair'])
  })

  it('are skipped if they do not exist', async () => {
    const { _id: id } = await createBatch(office)
    const params = { id }
    const body = { studentIds: ['nobody'] }
    const { json } = await office.request(contract.addBatchStudents, { params, body })
    expect(json.added).toBe(0)
    const unknown = { params: { id: 'nothing' }, body }
    expect((await office.request(contract.addBatchStudents, unknown)).status).toBe(404)
    expect(await listActions()).toEqual(['batch.created'])
  })

  it('are removed, or moved in one call', async () => {
    const [priya, rohan] = [await createStudent(app, 'Priya'), await createStudent(app, 'Rohan')]
    const { _id: id } = await createBatch(office, [priya, rohan])
    const { _id: moveTo } = await createBatch(office, [], { name: 'Weekend B9' })
    const remove = (body: { studentIds: string[]; moveTo?: string }) =>
      office.request(contract.removeBatchStudents, { params: { id }, body })
    const moved = await remove({ studentIds: [priya.id], moveTo })
    expect(moved.json.message).toBe('1 student moved to Weekend B9.')
    expect([await listMembers(id), await listMembers(moveTo)]).toEqual([['Rohan'], ['Priya']])
    expect((await remove({ studentIds: [rohan.id], moveTo: 'nothing' })).status).toBe(404)
    expect(await listMembers(id)).toEqual(['Rohan'])
    expect((await remove({ studentIds: [rohan.id, priya.id] })).json.removed).toBe(1)
    expect(await listMembers(id)).toEqual([])
  })

  it('are back as before when a move is undone, and earlier members stay', async () => {
    const [priya, rohan] = [await createStudent(app, 'Priya'), await createStudent(app, 'Rohan')]
    const { _id: id } = await createBatch(office, [priya, rohan])
    const { _id: moveTo } = await createBatch(office, [rohan], { name: 'Weekend B9' })
    const since = new Date(app.clock.at).toISOString()
    app.advanceClock(60_000)
    const studentIds = [priya.id, rohan.id]
    const body = { studentIds, moveTo }
    const { json } = await office.request(contract.removeBatchStudents, { params: { id }, body })
    const addedAt = { [priya.id]: since, [rohan.id]: since }
    expect(json.undo).toEqual({ addedAt, addedIds: [priya.id] })

    const putBack = { studentIds, addedAt: { ...addedAt, [rohan.id]: '2030-01-01T00:00:00.000Z' } }
    await office.request(contract.addBatchStudents, { params: { id }, body: putBack })
    await office.request(contract.removeBatchStudents, {
      params: { id: moveTo },
      body: { studentIds: json.undo.addedIds },
    })
    expect(await listMembers(moveTo)).toEqual(['Rohan'])
    const { json: members } = await office.request(contract.listBatchStudents, { params: { id } })
    expect(Object.fromEntries(members.map(({ name, addedAt: at }) => [name, at]))).toEqual({
      Priya: since,
      // Nobody has been in it since a time that is still to come.
      Rohan: new Date(app.clock.at).toISOString(),
    })
  })

  it('show how many exams they took, and extra time to staff who may set it', async () => {
    const teacher = await app.createStaff('teacher')
    const [priya, rohan] = [await createStudent(app, 'Priya'), await createStudent(app, 'Rohan')]
    const { _id: batchId } = await createBatch(office, [priya, rohan])
    const { _id: testId } = await createReleasedExam(teacher)
    const audience = { kind: 'batch', batchId } as const
    await openWindow(teacher, testId, { now: app.clock.at, audience })
    await completeAttempt(priya, testId, 3)
    const query = { sort: 'name-asc' } as const
    const list = { params: { id: batchId }, query }
    const { json } = await teacher.request(contract.listBatchStudents, list)
    expect(json).toMatchObject([
      { name: 'Priya', examsTaken: 1, examsOpened: 1, extraTimePercent: 0 },
      { name: 'Rohan', examsTaken: 0, examsOpened: 1 },
    ])
    expect(json[0]?.lastSeenAt).toBe(new Date(app.clock.at).toISOString())
    const asOffice = await office.request(contract.listBatchStudents, list)
    expect(asOffice.text).not.toContain('extraTimePercent')
  })

  it('leave the batch while deleted, and return when restored', async () => {
    const priya = await createStudent(app, 'Priya')
    const { _id: id } = await createBatch(office, [priya])
    const body = { ids: [priya.id] }
    await office.request(deleteStudents, { body })
    expect(await listMembers(id)).toEqual([])
    const { json } = await office.request(contract.getBatch, { params: { id } })
    expect(json.students).toBe(0)
    await office.request(restoreStudents, { body })
    expect(await listMembers(id)).toEqual(['Priya'])
  })

  it('stay in it if others are removed while they are deleted', async () => {
    const [asha, rohan] = [await createStudent(app, 'Asha'), await createStudent(app, 'Rohan')]
    const { _id: id } = await createBatch(office, [asha, rohan])
    await office.request(deleteStudents, { body: { ids: [rohan.id] } })
    const body = { studentIds: [asha.id, rohan.id] }
    const removed = await office.request(contract.removeBatchStudents, { params: { id }, body })
    expect(removed.json).toMatchObject({ message: '1 student taken out.', removed: 1 })
    await office.request(restoreStudents, { body: { ids: [rohan.id] } })
    expect(await listMembers(id)).toEqual(['Rohan'])
  })
})

describe('deleting a batch', () => {
  it('keeps its students, and can be undone for 30 days', async () => {
    const priya = await createStudent(app, 'Priya')
    const { _id: id } = await createBatch(office, [priya])
    const params = { id }
    for (const _ of [1, 2]) {
      expect((await office.request(contract.deleteBatch, { params })).status).toBe(200)
    }
    expect(await listNames()).toEqual([[], 0])
    expect((await office.request(contract.getBatch, { params })).status).toBe(404)
    const { json: deleted } = await office.request(contract.listDeletedBatches)
    expect(deleted).toMatchObject([{ _id: id, students: 1 }])
    expect((await office.request(contract.restoreBatch, { params })).status).toBe(200)
    expect(await listMembers(id)).toEqual(['Priya'])
    expect(await listActions()).toEqual([
      'batch.created',
      'batch.students-added',
      'batch.deleted',
      'batch.restored',
    ])
  })

  it('is permanent after 30 days', async () => {
    const { _id: id } = await createBatch(office, [await createStudent(app, 'Priya')])
    await office.request(contract.deleteBatch, { params: { id } })
    app.advanceClock(restorableForMs)
    office = await app.createStaff('office', 'later@example.com')
    expect((await office.request(contract.restoreBatch, { params: { id } })).status).toBe(404)
    await applyRetention(app.deps)
    const { read } = app.deps.db
    expect(await read.selectFrom('batches').select('id').execute()).toEqual([])
    expect(await read.selectFrom('batch_students').select('batch_id').execute()).toEqual([])
  })

  it('frees its name, and a restore then says so', async () => {
    const { _id: id } = await createBatch(office)
    await office.request(contract.deleteBatch, { params: { id } })
    await createBatch(office)
    const { status, json } = await office.request(contract.restoreBatch, { params: { id } })
    expect([status, json.code]).toEqual([409, 'batch-name-taken'])
  })

  it('is refused while a window names it, even a window of a deleted test', async () => {
    const admin = await app.createAdmin()
    const { _id: batchId } = await createBatch(office)
    const { _id: testId } = await createReleasedExam(admin)
    const audience = { kind: 'batch', batchId } as const
    const window = await openWindow(admin, testId, { now: app.clock.at, audience })
    const remove = () => office.request(contract.deleteBatch, { params: { id: batchId } })
    expect((await remove()).json.code).toBe('batch-in-use')
    await admin.request(deleteExam, { params: { id: testId } })
    expect((await remove()).json.code).toBe('batch-in-use')
    await admin.request(restoreExam, { params: { id: testId } })
    const body = { without: 'unrelease' } as const
    await admin.request(deleteExamWindow, { params: { id: window._id }, body })
    expect((await remove()).status).toBe(200)
  })
})
