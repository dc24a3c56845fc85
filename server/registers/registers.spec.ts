import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz } from '#contract/attempts.ts'
import { removeBatchStudents } from '#contract/batches.ts'
import { deleteExamWindow, openMakeUpWindow, updateExamWindow } from '#contract/exam-windows.ts'
import { getLobby } from '#contract/lobby.ts'
import * as contract from '#contract/registers.ts'
import { deleteStudents, eraseStudent, restoreStudents } from '#contract/students.ts'
import {
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { reconcileRegisters } from './reconcile-registers.ts'

const minute = 60_000

let app: TestApp
let admin: TestClient
let teacher: TestClient
let office: TestClient
let priya: TestStudent
let rohan: TestStudent
let zoya: TestStudent
let batchId: string
let testId: string
let windowId: string
/** Opens in ten minutes, for fifty; the latest entry is 20 minutes after the opening. */
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  teacher = await app.createStaff('teacher')
  office = await app.createStaff('office')
  priya = await createStudent(app, 'Priya Nair', { roll_number: '26-1002' })
  rohan = await createStudent(app, 'Rohan Rao', { roll_number: '26-1001' })
  zoya = await createStudent(app, 'Zoya Khan')
  batchId = (await createBatch(admin, [priya, rohan, zoya]))._id
  testId = (await createReleasedExam(admin))._id
  const audience = { kind: 'batch' as const, batchId }
  const times = { now: app.clock.at, opens: 10, closes: 60, entry: 30 }
  windowId = (await openWindow(teacher, testId, { ...times, audience }))._id
})
afterEach(() => app.close())

const read = async (id = windowId, staff = office) =>
  (await staff.request(contract.getRegister, { params: { id } })).json
const listStates = async (id = windowId) =>
  (await read(id)).students.map(({ name, state }) => `${name}: ${state}`)
const excuse = (...students: TestStudent[]) =>
  office.request(contract.excuseStudents, {
    params: { id: windowId },
    body: { studentIds: students.map(({ id }) => id), reason: 'illness' },
  })
const finish = (student: TestStudent, attemptId: string) =>
  student.request(finishQuiz, { params: { attemptId }, body: {} })
const toInstant = (minutes: number) => new Date(app.clock.at + minutes * minute).toISOString()
/** So many minutes after the beginning; the server looks after its registers each minute. */
const wait = async (minutes: number) => {
  app.advanceClock(minutes * minute)
  await reconcileRegisters(app.deps)
}

it('a register shows the state of each expected student, by roll number', async () => {
  expect(await listStates()).toEqual([
    ...['Rohan Rao: not-here', 'Priya Nair: not-here', 'Zoya Khan: not-here'],
  ])
  await wait(11)
  const { attemptId } = await startAttempt(priya, testId)
  await startAttempt(rohan, testId)
  await wait(5)
  await finish(priya, attemptId)
  await wait(15)
  const register = await read()
  expect(register.counts).toEqual({
    lobby: 0,
    taking: 1,
    finished: 1,
    'not-here': 0,
    absent: 1,
    excused: 0,
  })
  expect(register.window).toMatchObject({ testTitle: 'React JS', phase: 'entry-over' })
  expect(register.students[2]).toMatchObject({
    name: 'Zoya Khan',
    state: 'absent',
    phone: '+91 98200 00001',
    batches: ['Morning B12'],
    since: register.window.latestEntryAt,
  })
})

it('a register shows who waits in the lobby, and who has left it', async () => {
  await zoya.request(getLobby, { params: { testId } })
  await expect.poll(async () => (await read()).counts.lobby, { timeout: 5_000 }).toBe(1)
  await wait(20)
  const [, , left] = (await read()).students
  expect(left).toMatchObject({ state: 'not-here', lobbyAt: toInstant(-20) })
})

describe('a decided register', () => {
  beforeEach(async () => {
    await wait(11)
    const { attemptId } = await startAttempt(priya, testId)
    await finish(priya, attemptId)
    await wait(20)
  })
  const asItWas = ['Rohan Rao: absent', 'Priya Nair: finished', 'Zoya Khan: absent']

  it('does not change by a make-up window and the attempts in it', async () => {
    const body = { opensAt: toInstant(-30), closesAt: toInstant(60) }
    const { json } = await teacher.request(openMakeUpWindow, { params: { testId }, body })
    await startAttempt(rohan, testId)
    expect(await listStates()).toEqual(asItWas)
    expect(await listStates(json.window._id)).toEqual([
      ...['Rohan Rao: taking', 'Zoya Khan: not-here'],
    ])
  })

  it('does not change when the batch loses its students or the window is removed', async () => {
    const studentIds = [priya.id, rohan.id, zoya.id]
    await admin.request(removeBatchStudents, { params: { id: batchId }, body: { studentIds } })
    expect(await listStates()).toEqual(asItWas)
    const body = { without: 'unrelease' as const }
    await teacher.request(deleteExamWindow, { params: { id: windowId }, body })
    expect(await listStates()).toEqual(asItWas)
    expect((await read()).window.isRemoved).toBe(true)
  })

  it('changes for absent students when the window’s latest entry moves', async () => {
    const body = { latestEntryAt: toInstant(10) }
    await teacher.request(updateExamWindow, { params: { id: windowId }, body })
    expect(await listStates()).toEqual([
      ...['Rohan Rao: not-here', 'Priya Nair: finished', 'Zoya Khan: not-here'],
    ])
  })

  it('counts students who were deleted or erased since', async () => {
    await office.request(deleteStudents, { body: { ids: [rohan.id] } })
    expect(await read()).toMatchObject({ deleted: 1, counts: { absent: 1, finished: 1 } })
    await office.request(restoreStudents, { body: { ids: [rohan.id] } })
    expect(await listStates()).toEqual(asItWas)
    await office.request(deleteStudents, { body: { ids: [rohan.id] } })
    const params = { id: rohan.id }
    expect(
      (await admin.request(eraseStudent, { params, body: { name: 'Rohan Rao' } })).status,
    ).toBe(200)
    expect(await read()).toMatchObject({ deleted: 1, counts: { absent: 1, finished: 1 } })
  })
})

it('a window that is removed before its register is decided leaves none', async () => {
  const body = { without: 'unrelease' as const }
  await teacher.request(deleteExamWindow, { params: { id: windowId }, body })
  const { status } = await office.request(contract.getRegister, { params: { id: windowId } })
  expect(status).toBe(404)
})

describe('an excuse', () => {
  it('is for students who have not come, names its author, and can be reverted', async () => {
    await wait(11)
    await startAttempt(priya, testId)
    const { json } = await excuse(priya, zoya)
    expect(json).toEqual({ message: '1 student excused.', studentIds: [zoya.id] })
    const [, , excused] = (await read()).students
    expect(excused).toMatchObject({
      state: 'excused',
      excuse: { reason: 'illness', by: 'Staff office', at: toInstant(0) },
    })
    const params = { id: windowId }
    await teacher.request(contract.revertExcuses, { params, body: { studentIds: [zoya.id] } })
    expect((await read()).counts).toMatchObject({ excused: 0, 'not-here': 2 })
    const rows = await app.deps.db.read.selectFrom('audit').select('action').execute()
    const actions = rows.map(({ action }) => action).filter((action) => /^register/.test(action))
    expect(actions).toEqual(['register.excused', 'register.excuse-taken-back'])
  })

  it('may be written before the opening, and stays when the student is absent', async () => {
    await excuse(zoya)
    await wait(31)
    expect(await listStates()).toContain('Zoya Khan: excused')
  })
})

describe('the file', () => {
  const download = async (staff: TestClient, state?: 'absent') => {
    const query = { ...(state && { state }) }
    return (await staff.request(contract.exportRegister, { params: { id: windowId }, query })).text
  }

  it('has every column, and phones only with the permission to export students', async () => {
    await wait(31)
    await excuse(zoya)
    const [head, rohansRow, , zoyasRow] = (await download(office)).split('\r\n')
    expect(head).toContain('Roll number,Student,Email,Phone,Batches,State,Since,Excuse')
    expect(rohansRow).toMatch(/26-1001,Rohan Rao,.*98200 00001.*,Morning B12,Absent,/)
    expect(zoyasRow).toMatch(/Zoya Khan.*Excused.*Illness.*Staff office/)
    const ofTeacher = await download(teacher)
    expect(ofTeacher).toContain('Rohan Rao')
    expect(ofTeacher).not.toContain('98200')
  })

  it('may be limited to one state', async () => {
    await wait(11)
    await startAttempt(priya, testId)
    await wait(20)
    const file = await download(office, 'absent')
    expect(file).toContain('Rohan Rao')
    expect(file).not.toContain('Priya Nair')
  })
})
