import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { checkPassword } from './check-password.ts'

const lab = '192.0.2.7'
const elsewhere = '198.51.100.9'

let app: TestApp
let student: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  student = await createStudent(app)
  const { _id: testId } = await createReleasedExam(admin)
  await startAttempt(student, testId)
  await app.deps.db.write((tx) => tx.updateTable('sessions').set({ address: lab }).execute())
  app.advanceClock(5_000)
})
afterEach(() => app.close())

/** Before the password is known to be right. */
async function readPriority(email: string, address: string, deviceId: string | null = null) {
  const { passwords } = app.deps
  let priority = ''
  const matches: typeof passwords.matches = async (_password, _hash, job) => {
    priority = job.priority
    return false
  }
  const deps = { ...app.deps, passwords: { ...passwords, matches } }
  await checkPassword(deps, { email, password: 'a guess', origin: { address, deviceId } })
  return priority
}

it('the queue reveals nothing about running attempts to other networks', async () => {
  expect([
    await readPriority(student.email, elsewhere),
    await readPriority('nobody@example.com', elsewhere),
  ]).toEqual(['login', 'login'])
})

it('logins from a network with a running attempt go first, for any account', async () => {
  expect([
    await readPriority(student.email, lab),
    await readPriority('nobody@example.com', lab),
  ]).toEqual(['ahead', 'ahead'])
  await app.deps.db.write((tx) => tx.updateTable('attempts').set({ finished_at: 1 }).execute())
  expect(await readPriority(student.email, lab)).toBe('ahead')
  app.advanceClock(5_000)
  expect(await readPriority(student.email, lab)).toBe('login')
})

it('a device that the account has used goes first', async () => {
  const { device_id: deviceId } = await app.deps.db.read
    .selectFrom('sessions')
    .select('device_id')
    .where('account_id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(deviceId).not.toBeNull()
  expect([
    await readPriority(student.email, elsewhere, deviceId),
    await readPriority('nobody@example.com', elsewhere, deviceId),
  ]).toEqual(['ahead', 'login'])
})
