import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as contract from '#contract/students.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { eraseSharedWords } from '../incidents/words-about-several.ts'
import { eraseDeletedStudents } from './deleted-students.ts'

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterEach(() => app.close())

const remove = (id: string) => admin.request(contract.deleteStudents, { body: { ids: [id] } })
const erase = (id: string, name: string) =>
  admin.request(contract.eraseStudent, { params: { id }, body: { name } })

const filesIn = (folder: string) => {
  const path = join(app.dataDir, folder)
  return existsSync(path) ? readdirSync(path) : []
}

/** Someone with something of every kind. */
async function createStudentWithData(): Promise<TestStudent> {
  const { images, newId, db, mail, now } = app.deps
  const [front, back] = [newId(), newId()]
  await images.saveEncrypted(front, Buffer.from('a card'))
  await images.saveEncrypted(back, Buffer.from('its back'))
  const student = await createStudent(app, 'Perdita  Vanishes', {
    front_image_id: front,
    back_image_id: back,
  })
  const exam = await createReleasedExam(admin)
  await completeAttempt(student, exam._id, 3)
  const loginEmail = {
    kind: 'login-details',
    to: { name: 'Perdita', address: student.email },
    accountId: student.id,
    role: 'student',
    password: 'secret',
    expiresAt: now() + 60_000,
  } as const
  await db.write((tx) => mail.queue(tx, [loginEmail], now()))
  mail.wake()
  await expect.poll(() => filesIn('outbox')).toHaveLength(1)
  return student
}

/** Tables in which an id or an address still stands, in whatever column; the audit log may. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const { read, engine } = app.deps.db
  const names =
    engine === 'sqlite'
      ? sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      : sql<{
          name: string
        }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
  const found: string[] = []
  for (const { name } of (await names.execute(read)).rows) {
    const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(read)
    const text = JSON.stringify(rows)
    if (words.some((word) => text.includes(word))) found.push(name)
  }
  return found.sort()
}

it('a deleted student is erased at once on request, and the id remains only in the audit log', async () => {
  const student = await createStudentWithData()
  expect((await tablesWith(student.id)).length).toBeGreaterThan(5)
  await remove(student.id)
  expect(await erase(student.id, 'Perdita Vanishes')).toMatchObject({
    status: 200,
    json: { message: 'Perdita  Vanishes is erased for good.' },
  })
  expect(await tablesWith(student.id)).toEqual(['audit'])
  expect(await tablesWith(student.email, 'Perdita')).toEqual([])
  expect(filesIn('images')).toEqual([])
  expect(filesIn('outbox')).toEqual([])
  const body = { ids: [student.id] }
  expect((await admin.request(contract.restoreStudents, { body })).json.restored).toBe(0)
})

it('an erasure requires the name, and is for deleted students only', async () => {
  const student = await createStudentWithData()
  expect((await erase(student.id, 'Perdita Vanishes')).status).toBe(404)
  await remove(student.id)
  expect(await erase(student.id, 'perdita')).toMatchObject({
    status: 400,
    json: { fields: { name: 'Type the name exactly as it is shown' } },
  })
  expect(filesIn('images')).toHaveLength(2)
  const body = { ids: [student.id] }
  expect((await admin.request(contract.restoreStudents, { body })).json.restored).toBe(1)
})

it('the next sweep completes an erasure that a killed process had begun', async () => {
  const student = await createStudentWithData()
  await remove(student.id)
  const { images } = app.deps
  let isKilled = true
  const removeOrFail: typeof images.remove = async (id) => {
    if (isKilled) throw new Error('kill -9')
    await images.remove(id)
  }
  const failingDeps = {
    ...app.deps,
    images: { ...images, remove: removeOrFail },
    eraseSharedWords,
  }
  const { eraseStudent } = await import('./deleted-students.ts')
  const actor = { id: null, email: 'admin@example.com', address: '' }
  const input = { id: student.id, name: 'Perdita Vanishes', actor }
  await expect(eraseStudent(failingDeps, input)).rejects.toThrow('kill -9')
  const body = { ids: [student.id] }
  expect((await admin.request(contract.restoreStudents, { body })).json.restored).toBe(0)
  isKilled = false
  await eraseDeletedStudents(failingDeps)
  expect(await tablesWith(student.id)).toEqual(['audit'])
  expect(filesIn('images')).toEqual([])
})

it('an erasure does not change other students', async () => {
  const student = await createStudentWithData()
  const other = await createStudent(app, 'Stays')
  await remove(student.id)
  await erase(student.id, 'Perdita Vanishes')
  expect((await other.send('GET', '/api/auth/checkToken')).status).toBe(200)
})
