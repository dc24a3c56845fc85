import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adminLogin, studentLogin } from '#contract/accounts.ts'
import { finishQuiz, startQuiz } from '#contract/attempts.ts'
import { sendLateAnswers } from '#contract/late-answers.ts'
import { applyAction } from '#contract/live.ts'
import { reopenAttempt } from '#contract/proctoring.ts'
import * as contract from '#contract/students.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
  studentRecord,
} from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { addAccount } from '../accounts/queries.ts'
import { eraseSharedWords } from '../incidents/words-about-several.ts'
import { eraseDeletedStudents } from './deleted-students.ts'
import { addStudent } from './queries.ts'

const day = 24 * 60 * 60 * 1000

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterEach(() => app.close())

const remove = (...ids: string[]) => admin.request(contract.deleteStudents, { body: { ids } })
const restore = (...ids: string[]) => admin.request(contract.restoreStudents, { body: { ids } })

/** No session lasts for weeks. */
async function logInAgain() {
  const body = { email: 'admin@example.com', password: adminPassword }
  await admin.request(adminLogin, { body })
}

async function readRows(except: readonly string[] = []) {
  const { read } = app.deps.db
  const tables = [
    'accounts',
    'sessions',
    'students',
    'exams',
    'revisions',
    'key_corrections',
    'images',
    'attempts',
    'answers',
    'late_answers',
    'question_progress',
    'attempt_events',
    'undone_ends',
    'incident_decisions',
    'incident_statements',
    'grants',
    'enquiries',
    'mails',
    'attempt_places',
    'audit',
    'audit_values',
  ] as const
  const rowsByTable: Record<string, unknown[]> = {}
  for (const table of tables.filter((name) => !except.includes(name))) {
    const rows = await read.selectFrom(table).selectAll().execute()
    // When a session was last seen is no matter of theirs.
    rowsByTable[table] = rows.map((row) => JSON.stringify({ ...row, seen_at: 0 })).sort()
  }
  return rowsByTable
}

describe('the list of deleted students', () => {
  it('shows who can be restored, and until when, the last one first', async () => {
    const one = await createStudent(app, 'One')
    const two = await createStudent(app, 'Two')
    const deletedAt = app.clock.at
    await remove(one.id)
    app.advanceClock(60_000)
    await remove(two.id)
    const { json, headers } = await admin.request(contract.listDeletedStudents)
    expect(json.map(({ name }) => name)).toEqual(['Two', 'One'])
    expect(headers['x-total-count']).toBe('2')
    expect(json[1]).toMatchObject({
      email: one.email,
      deletedAt: new Date(deletedAt).toISOString(),
      erasedAt: new Date(deletedAt + 30 * day).toISOString(),
    })
    const query = { search: 'two', sort: 'name-asc', limit: 1 } as const
    const { json: found } = await admin.request(contract.listDeletedStudents, { query })
    expect(found.map(({ _id }) => _id)).toEqual([two.id])
  })

  it('restores a student, and their login and session with them', async () => {
    const student = await createStudent(app)
    await remove(student.id)
    const body = { email: student.email, password: studentPassword }
    expect((await app.createClient().request(studentLogin, { body })).status).toBe(401)
    expect(await restore(student.id)).toMatchObject({
      status: 200,
      json: { message: '1 student restored.', restored: 1 },
    })
    expect((await app.createClient().request(studentLogin, { body })).status).toBe(200)
    expect((await student.send('GET', '/api/auth/checkToken')).status).toBe(200)
    expect((await restore(student.id, 'nobody')).json.restored).toBe(0)
  })

  it('leaves every row as it was when 500 are deleted and restored', async () => {
    const graduate = await createStudent(app, 'With Attempts')
    const exam = await createReleasedExam(admin)
    await completeAttempt(graduate, exam._id, 3)
    const cohort = await insertCohort(499)
    const ids = [graduate.id, ...cohort]
    const before = await readRows(['audit', 'audit_values'])
    const { json } = await remove(...ids)
    expect(json).toEqual({ message: '500 students deleted.', deleted: 500 })
    expect((await admin.request(contract.listStudents)).json).toEqual([])
    app.advanceClock(60_000)
    expect((await restore(...ids)).json.restored).toBe(500)
    expect(await readRows(['audit', 'audit_values'])).toEqual(before)
  })

  it('restores nobody when an address belongs to another account now, and says whose', async () => {
    const other = await createStudent(app, 'Other')
    const deleted = await createStudent(app, 'Gone', { email: 'priya@example.com' })
    await remove(other.id, deleted.id)
    await createStudent(app, 'Come Back', { email: 'priya@example.com' })
    const before = await readRows()
    expect(await restore(other.id, deleted.id)).toMatchObject({
      status: 409,
      json: { code: 'address-in-use', fields: { [deleted.id]: 'Gone, priya@example.com' } },
    })
    expect(await readRows()).toEqual(before)
    expect((await restore(other.id)).json.restored).toBe(1)
  })

  it('does not restore two who had the same address', async () => {
    const ids: string[] = []
    for (const name of ['First', 'Second']) {
      const { id } = await createStudent(app, name, { email: 'same@example.com' })
      await remove(id)
      ids.push(id)
    }
    expect((await restore(...ids)).status).toBe(409)
    expect((await restore(ids[0] ?? '')).json.restored).toBe(1)
  })

  it('leaves an address to a registration that takes it at the same moment', async () => {
    const student = await createStudent(app, 'Gone', { email: 'priya@example.com' })
    const other = await createStudent(app, 'Other')
    await remove(student.id)
    const { id, replies } = await runWhileAdding('priya@example.com', () => [
      restore(student.id),
      admin.request(contract.updateStudent, {
        params: { id: other.id },
        body: { email: 'priya@example.com' },
      }),
    ])
    expect(replies).toMatchObject([
      {
        status: 409,
        json: { code: 'address-in-use', fields: { [student.id]: expect.any(String) } },
      },
      { status: 409, json: { code: 'email-taken' } },
    ])
    const owners = await app.deps.db.read
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'priya@example.com')
      .where('deleted_at', 'is', null)
      .execute()
    expect(owners).toEqual([{ id }])
  })

  it('leaves a line in the audit log for each deletion and restoration', async () => {
    const { id } = await createStudent(app)
    await remove(id)
    await restore(id)
    const rows = await app.deps.db.read
      .selectFrom('audit')
      .innerJoin('accounts', 'accounts.id', 'actor_id')
      .select(['email', 'action', 'detail'])
      .where('action', 'in', ['students.deleted', 'students.restored'])
      .orderBy('sequence')
      .execute()
    const detail = JSON.stringify({ ids: [id] })
    expect(rows).toEqual([
      { email: 'admin@example.com', action: 'students.deleted', detail },
      { email: 'admin@example.com', action: 'students.restored', detail },
    ])
  })
})

describe('while one student is taking a test', () => {
  const minute = 60_000

  it('nobody is deleted, and the reply says who takes which test until when', async () => {
    const exam = await createReleasedExam(admin, { title: 'Node JS', duration: 30 })
    const other = await createReleasedExam(admin, { title: 'Redux', duration: 10 })
    const free = await createStudent(app, 'Free')
    const one = await createStudent(app, 'One')
    const two = await createStudent(app, 'Two')
    await startAttempt(one, exam._id)
    const { attemptId } = await startAttempt(two, other._id)
    const toEnd = (minutes: number) => new Date(app.clock.at + minutes * minute).toISOString()
    const running = [
      { _id: two.id, name: 'Two', test: 'Redux', endsAt: toEnd(10) },
      { _id: one.id, name: 'One', test: 'Node JS', endsAt: toEnd(30) },
    ]
    const before = await readRows()
    expect(await remove(free.id, one.id, two.id)).toMatchObject({
      status: 409,
      json: { code: 'attempt-running', test: 'Redux', endsAt: toEnd(10), running },
    })
    expect(await readRows()).toEqual(before)
    expect((await remove(free.id)).json.deleted).toBe(1)
    await two.request(finishQuiz, { params: { attemptId }, body: {} })
    expect((await remove(two.id)).json.deleted).toBe(1)
    app.advanceClock(31 * minute)
    expect((await remove(one.id)).json.deleted).toBe(1)
  })

  it('a student whose test is paused or reopened is not deleted either', async () => {
    const exam = await createReleasedExam(admin, { duration: 10 })
    const paused = await createStudent(app, 'Paused')
    const { attemptId } = await startAttempt(paused, exam._id)
    const pause = { kind: 'pause' as const, attemptIds: [attemptId], reason: 'power-cut' as const }
    await admin.request(applyAction, { params: { testId: exam._id }, body: pause })
    app.advanceClock(60 * minute)
    expect((await remove(paused.id)).status).toBe(409)
    const back = await createStudent(app, 'Back')
    const ended = await completeAttempt(back, exam._id, 1)
    const reopening = { params: { attemptId: ended }, body: { why: 'A slip', minutes: 5 } }
    await admin.request(reopenAttempt, reopening)
    expect((await remove(back.id)).status).toBe(409)
  })

  it('of a deletion and a start at once, one is refused', async () => {
    const exam = await createReleasedExam(admin)
    for (let round = 0; round < 5; round++) {
      const student = await createStudent(app)
      const [deletion, start] = await Promise.all([
        remove(student.id),
        student.request(startQuiz, { params: { testId: exam._id } }),
      ])
      const isDeleted = deletion.status === 200
      expect([deletion.status, start.status < 300]).toEqual(isDeleted ? [200, false] : [409, true])
    }
  })
})

describe('after 30 days', () => {
  it('nothing is left of a student but their lines in the audit log', async () => {
    const { images, newId, db, mail, now } = app.deps
    const image = newId()
    await images.saveEncrypted(image, Buffer.from('a card'))
    const name = 'Perdita Vanishes'
    const student = await createStudent(app, name, {
      front_image_id: image,
      remarks: 'Perdita pays monthly',
    })
    const otherStudent = await createStudent(app, 'Stays')
    const exam = await createReleasedExam(admin)
    for (const client of [student, otherStudent]) {
      const attemptId = await completeAttempt(client, exam._id, 3)
      const [answer] = await db.read
        .selectFrom('answers')
        .selectAll()
        .where('attempt_id', '=', attemptId)
        .execute()
      const late = { questionId: answer?.question_id ?? '', selectedOption: 3 }
      const answers = [3, 2].map((selectedOption) => {
        return { ...late, selectedOption, sequence: app.clock.at + 1000 }
      })
      await client.request(sendLateAnswers, { params: { attemptId }, body: { answers } })
    }
    const loginEmail = {
      kind: 'login-details',
      to: { name, address: student.email },
      accountId: student.id,
      role: 'student',
      password: 'secret',
      expiresAt: now() + day,
    } as const
    const notice = {
      kind: 'registration',
      studentId: student.id,
      studentName: name,
      course: 'python',
    } as const
    await db.write((tx) => mail.queue(tx, [loginEmail, notice], now()))
    mail.wake()
    await expect.poll(() => filesIn('outbox')).toHaveLength(2)

    await remove(student.id)
    app.advanceClock(30 * day - 1)
    await eraseDeletedStudents({ ...app.deps, eraseSharedWords })
    expect(await images.loadEncrypted(image)).not.toBeNull()
    app.advanceClock(1)
    await logInAgain()
    expect((await restore(student.id)).json.restored).toBe(0)
    await eraseDeletedStudents({ ...app.deps, eraseSharedWords })

    expect(filesIn('images')).toEqual([])
    expect(filesIn('outbox')).toEqual([])
    const remaining = await readRows(['audit', 'audit_values'])
    expect(JSON.stringify(remaining)).not.toMatch(
      new RegExp(`Perdita|${student.id}|${student.email}`),
    )
    expect(remaining.attempts).toHaveLength(1)
    expect(remaining.answers).toHaveLength(5)
    expect(remaining.late_answers).toHaveLength(1)
    const { audit = [], audit_values: values = [] } = await readRows()
    expect(audit.join()).not.toContain('Perdita')
    expect(values.join()).not.toContain(student.id)
    expect(audit.join()).toContain('students.erased')
  })

  it('a student who was restored in time stays', async () => {
    const { id } = await createStudent(app)
    await remove(id)
    app.advanceClock(29 * day)
    await logInAgain()
    await restore(id)
    app.advanceClock(10 * day)
    await eraseDeletedStudents({ ...app.deps, eraseSharedWords })
    const again = await app.deps.db.read.selectFrom('students').select('id').execute()
    expect(again).toEqual([{ id }])
  })
})

function filesIn(folder: string): string[] {
  const path = join(app.dataDir, folder)
  return existsSync(path) ? readdirSync(path) : []
}

/** An account is written but not committed yet when the calls arrive. */
async function runWhileAdding(email: string, calls: () => Promise<unknown>[]) {
  const id = app.deps.newId()
  let replies: Promise<unknown[]> | undefined
  await app.deps.db.write(async (tx) => {
    await addAccount(tx, { id, role: 'student', email, name: 'Come Back' }, 1)
    replies ??= Promise.all(calls())
    await pause(300)
  })
  return { id, replies: await replies }
}

/** Straight into the tables: 498 passwords to hash and check would only take time. */
async function insertCohort(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => app.deps.newId())
  await app.deps.db.write(async (tx) => {
    for (const [place, id] of ids.entries()) {
      const identity = { id, email: `crowd${place}@example.com`, name: `Crowd ${place}` }
      await addAccount(tx, { ...identity, role: 'student' }, 1)
      await addStudent(tx, { ...studentRecord, ...identity })
    }
  })
  return ids
}
