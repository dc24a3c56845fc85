import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addBatchStudents, removeBatchStudents } from '#contract/batches.ts'
import {
  addExamWindow,
  deleteExamWindow,
  listExamWindows,
  updateExamWindow,
} from '#contract/exam-windows.ts'
import { listExams } from '#contract/exams.ts'
import { getLobby } from '#contract/lobby.ts'
import { getNews } from '#contract/news.ts'
import { exportRegister, getRegister } from '#contract/registers.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { addStudent } from '#contract/student-import.ts'
import { deleteStudents, eraseStudent, restoreStudents } from '#contract/students.ts'
import type { Room } from '#core/exam-windows/seats.ts'
import {
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { type TestApp, type TestClient, withReauthentication } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { reconcileRegisters } from './reconcile-registers.ts'
import { reconcileSeats } from './seat-students.ts'

const minute = 60_000
const lab: Room = { name: 'Lab 1', seats: 2 }
const hall: Room = { name: 'Hall', seats: 1 }

let app: TestApp
let admin: TestClient
let priya: TestStudent
let rohan: TestStudent
let zoya: TestStudent
let batchId: string
let testId: string
let windowId: string
beforeEach(async () => {
  app = await createTestApp()
  admin = withReauthentication(await app.createAdmin())
  priya = await createStudent(app, 'Priya Nair', { roll_number: '26-1002' })
  rohan = await createStudent(app, 'Rohan Rao', { roll_number: '26-999' })
  zoya = await createStudent(app, 'Zoya Khan')
  batchId = (await createBatch(admin, [priya, zoya]))._id
  testId = (await createReleasedExam(admin))._id
  windowId = (await open([lab, hall]))._id
})
afterEach(() => app.close())

const open = (rooms?: Room[]) =>
  openWindow(admin, testId, {
    now: app.clock.at,
    opens: 10,
    closes: 60,
    audience: { kind: 'batch', batchId },
    ...(rooms && { rooms }),
  })
const read = async (id = windowId) => (await admin.request(getRegister, { params: { id } })).json
const listSeats = async (id = windowId) =>
  (await read(id)).students.map(({ name, seat }) => `${name}: ${seat ? formatSeat(seat) : 'none'}`)
const setRooms = (rooms: Room[]) =>
  admin.request(updateExamWindow, { params: { id: windowId }, body: { rooms } })
const join = (...students: TestStudent[]) =>
  admin.request(addBatchStudents, {
    params: { id: batchId },
    body: { studentIds: students.map(({ id }) => id) },
  })
const leave = (...students: TestStudent[]) =>
  admin.request(removeBatchStudents, {
    params: { id: batchId },
    body: { studentIds: students.map(({ id }) => id) },
  })

describe('seats', () => {
  it('are given by roll number, and kept by students who have one', async () => {
    expect(await listSeats()).toEqual(['Priya Nair: Lab 1, seat 1', 'Zoya Khan: Lab 1, seat 2'])
    await join(rohan)
    expect(await listSeats()).toEqual([
      ...['Rohan Rao: Hall, seat 1', 'Priya Nair: Lab 1, seat 1', 'Zoya Khan: Lab 1, seat 2'],
    ])
    await leave(priya)
    await join(priya)
    expect((await listSeats())[1]).toBe('Priya Nair: Lab 1, seat 1')
  })

  it('are shown to their students in the panel and the lobby, and a change is news', async () => {
    const readShown = async (student: TestStudent) => {
      const { json: lobby } = await student.request(getLobby, { params: { testId } })
      const { json: exams } = await student.request(listExams)
      const [exam] = exams.filter((one) => 'attemptsLeft' in one)
      expect(exam?.window?.seat).toEqual(lobby.window?.seat)
      return lobby.window?.seat
    }
    const readNews = async () => (await priya.request(getNews)).json.version
    expect(await readShown(priya)).toEqual({ room: 'Lab 1', number: 1 })
    expect(await readShown(zoya)).toEqual({ room: 'Lab 1', number: 2 })
    const news = await readNews()
    await setRooms([hall])
    expect(await readShown(priya)).toEqual({ room: 'Hall', number: 1 })
    expect(await readShown(zoya)).toBeUndefined()
    expect(await readNews()).not.toBe(news)
  })

  it('follow a change of the rooms, and are missing for students without one', async () => {
    await join(rohan)
    await setRooms([{ ...lab, name: 'LAB 1', seats: 1 }])
    expect(await listSeats()).toEqual([
      ...['Rohan Rao: none', 'Priya Nair: LAB 1, seat 1', 'Zoya Khan: none'],
    ])
    await setRooms([])
    expect((await read()).window).not.toHaveProperty('rooms')
    expect(await listSeats()).toEqual(['Rohan Rao: none', 'Priya Nair: none', 'Zoya Khan: none'])
  })

  it('become free when a student is deleted, and are given to restored or added students', async () => {
    await setRooms([lab])
    await admin.request(deleteStudents, { body: { ids: [priya.id] } })
    await join(rohan)
    expect(await listSeats()).toEqual(['Rohan Rao: Lab 1, seat 1', 'Zoya Khan: Lab 1, seat 2'])
    await admin.request(restoreStudents, { body: { ids: [priya.id] } })
    expect((await listSeats())[1]).toBe('Priya Nair: none')
    await leave(zoya)
    expect((await listSeats())[1]).toBe('Priya Nair: Lab 1, seat 2')
    await setRooms([lab, hall])
    const asha = { name: 'Asha George', email: 'asha@example.com', phone: '98200 00002' }
    const body = { ...asha, course: 'python', batchId, deliver: 'slips' } as const
    expect((await admin.request(addStudent, { body })).status).toBe(201)
    expect(await listSeats()).toContain('Asha George: Hall, seat 1')
  })

  it('stay with students who have started, and do not change once the window has closed', async () => {
    app.advanceClock(11 * minute)
    await startAttempt(priya, testId)
    await leave(priya)
    await join(rohan)
    expect(await listSeats()).toEqual([
      ...['Rohan Rao: Hall, seat 1', 'Priya Nair: Lab 1, seat 1', 'Zoya Khan: Lab 1, seat 2'],
    ])
    app.advanceClock(60 * minute)
    await reconcileRegisters(app.deps)
    const before = await listSeats()
    await leave(zoya, rohan)
    await reconcileSeats(app.deps)
    expect(await listSeats()).toEqual(before)
    const body = { without: 'unrelease' as const }
    await admin.request(deleteExamWindow, { params: { id: windowId }, body })
    expect(await listSeats()).toEqual(before)
    expect((await read()).window.rooms).toEqual([lab, hall])
  })

  it('are removed with the window, and with an erased student', async () => {
    const readIds = async () => {
      const rows = await app.deps.db.read.selectFrom('window_seats').select('student_id').execute()
      return rows.map((row) => row.student_id)
    }
    const { _id: other } = await open([hall])
    expect(await readIds()).toHaveLength(3)
    const body = { without: 'unrelease' as const }
    await admin.request(deleteExamWindow, { params: { id: other }, body })
    expect(new Set(await readIds())).toEqual(new Set([priya.id, zoya.id]))
    app.advanceClock(61 * minute)
    await admin.request(deleteStudents, { body: { ids: [zoya.id] } })
    const erasure = { params: { id: zoya.id }, body: { name: 'Zoya Khan' } }
    expect((await admin.request(eraseStudent, erasure)).status).toBe(200)
    expect(await readIds()).toEqual([priya.id])
  })

  it('are given by the sweep if they are missing', async () => {
    const { db } = app.deps
    await db.write((tx) => tx.deleteFrom('window_seats').execute())
    expect(await listSeats()).toEqual(['Priya Nair: none', 'Zoya Khan: none'])
    await reconcileSeats(app.deps)
    expect(await listSeats()).toEqual(['Priya Nair: Lab 1, seat 1', 'Zoya Khan: Lab 1, seat 2'])
  })

  it('are given to one student each when several join and leave at once', async () => {
    await Promise.all([join(rohan), leave(zoya), setRooms([hall, lab])])
    const taken = (await read()).students.flatMap(({ seat }) => (seat ? [formatSeat(seat)] : []))
    expect(taken).toHaveLength(2)
    expect(new Set(taken).size).toBe(2)
  })
})

describe('the rooms of a window', () => {
  it('are in its reply and in the audit log, and missing by default', async () => {
    const { json } = await admin.request(listExamWindows, { query: { testId } })
    expect(json[0]?.rooms).toEqual([lab, hall])
    await setRooms([hall])
    const rows = await app.deps.db.read
      .selectFrom('audit_values')
      .select('value')
      .where('name', '=', 'rooms')
      .execute()
    const values = rows.map(({ value }) => JSON.parse(value) as unknown)
    expect(values).toContainEqual({
      from: 'Lab 1 (2 seats), Hall (1 seat)',
      to: 'Hall (1 seat)',
    })
    const other = await open()
    expect(other._id).not.toBe(windowId)
    expect(other).not.toHaveProperty('rooms')
  })

  it.each([
    { rooms: [{ name: ' ', seats: 1 }], fields: { 'rooms.0.name': 'Enter the name of the room' } },
    { rooms: [{ name: 'A', seats: 0 }], fields: { 'rooms.0.seats': 'Enter 1 or more' } },
    { rooms: [{ name: 'A', seats: 1000 }], fields: { 'rooms.0.seats': 'Enter 999 or less' } },
    { rooms: [lab, lab], fields: { 'rooms.1.name': 'Another room has this name' } },
    {
      rooms: Array.from({ length: 21 }, (_, index) => ({ name: `Lab ${index}`, seats: 1 })),
      fields: { rooms: 'Use 20 rooms or fewer' },
    },
  ])('may not be $rooms', async ({ rooms, fields }) => {
    expect(await setRooms(rooms)).toMatchObject({ status: 400, json: { fields } })
  })

  it('are refused for a window for everyone', async () => {
    const toInstant = (at: number) => new Date(app.clock.at + at * minute).toISOString()
    const body = { opensAt: toInstant(1), closesAt: toInstant(9), rooms: [lab] }
    const audience = { kind: 'everyone' as const }
    expect(
      await admin.request(addExamWindow, { params: { testId }, body: { ...body, audience } }),
    ).toMatchObject({
      status: 400,
      json: { fields: { rooms: 'A window for everyone has no rooms' } },
    })
    const params = { id: windowId }
    const { json } = await admin.request(updateExamWindow, { params, body: { audience } })
    expect(json.window).not.toHaveProperty('rooms')
  })
})

it('the exported register has a column of seats only if the window has rooms', async () => {
  const download = async () =>
    (await admin.request(exportRegister, { params: { id: windowId }, query: {} })).text
  expect(await download()).toMatch(/Email,Seat,Phone[\s\S]*Priya Nair,[^,]*,"Lab 1, seat 1"/)
  await setRooms([])
  expect(await download()).toContain('Email,Phone,')
})
