import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adminLogin, studentLogin } from '#contract/accounts.ts'
import * as contract from '#contract/students.ts'
import { addAccount } from '../auth/store.ts'
import { adminPassword, type Guest, type House } from '../house.ts'
import {
  aStudent,
  enrol,
  releasedExam,
  sit,
  sitThrough,
  studentPassword,
} from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'
import { eraseDeletedStudents } from './erase-deleted.ts'
import { addStudent } from './store.ts'

const day = 24 * 60 * 60 * 1000

let house: House
let admin: Guest
beforeEach(async () => {
  house = await openHouse()
  admin = await house.admin()
})
afterEach(() => house.close())

const remove = (...ids: string[]) => admin.ask(contract.deleteStudents, { body: { ids } })
const restore = (...ids: string[]) => admin.ask(contract.restoreStudents, { body: { ids } })

/** No session lasts for weeks. */
async function logInAgain() {
  const body = { email: 'admin@example.com', password: adminPassword }
  await admin.ask(adminLogin, { body })
}

async function rowsOf(except: readonly string[] = []) {
  const { read } = house.deps.db
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
    'attempt_events',
    'undone_ends',
    'grants',
    'enquiries',
    'mails',
    'attempt_places',
    'audit',
    'audit_values',
  ] as const
  const told: Record<string, unknown[]> = {}
  for (const table of tables.filter((name) => !except.includes(name))) {
    const rows = await read.selectFrom(table).selectAll().execute()
    // When a session was last seen is no matter of theirs.
    told[table] = rows.map((row) => JSON.stringify({ ...row, seen_at: 0 })).sort()
  }
  return told
}

describe('recently deleted', () => {
  it('tells who can be restored and until when, the last one first', async () => {
    const one = await enrol(house, 'One')
    const two = await enrol(house, 'Two')
    const deletedAt = house.clock.at
    await remove(one.id)
    house.pass(60_000)
    await remove(two.id)
    const { json, headers } = await admin.ask(contract.listDeletedStudents)
    expect(json.map(({ name }) => name)).toEqual(['Two', 'One'])
    expect(headers['x-total-count']).toBe('2')
    expect(json[1]).toMatchObject({
      email: one.email,
      deletedAt: new Date(deletedAt).toISOString(),
      erasedAt: new Date(deletedAt + 30 * day).toISOString(),
    })
    const query = { search: 'two', sort: 'name-asc', limit: 1 } as const
    const { json: found } = await admin.ask(contract.listDeletedStudents, { query })
    expect(found.map(({ _id }) => _id)).toEqual([two.id])
  })

  it('restores one, and their login and session with them', async () => {
    const pupil = await enrol(house)
    await remove(pupil.id)
    const body = { email: pupil.email, password: studentPassword }
    expect((await house.guest().ask(studentLogin, { body })).status).toBe(401)
    expect(await restore(pupil.id)).toMatchObject({
      status: 200,
      json: { message: '1 student restored.', restored: 1 },
    })
    expect((await house.guest().ask(studentLogin, { body })).status).toBe(200)
    expect((await pupil.call('GET', '/api/auth/checkToken')).status).toBe(200)
    expect((await restore(pupil.id, 'nobody')).json.restored).toBe(0)
  })

  it('leaves every row as it was when 500 are deleted and restored', async () => {
    const taken = await enrol(house, 'With Attempts')
    const exam = await releasedExam(admin)
    await sitThrough(taken, exam._id, 3)
    const running = await enrol(house, 'In an exam')
    await sit(running, exam._id)
    const crowd = await addCrowd(498)
    const ids = [taken.id, running.id, ...crowd]
    const before = await rowsOf(['audit', 'audit_values'])
    const { json } = await remove(...ids)
    expect(json).toEqual({ message: '500 students deleted.', deleted: 500 })
    expect((await admin.ask(contract.listStudents)).json).toEqual([])
    house.pass(60_000)
    expect((await restore(...ids)).json.restored).toBe(500)
    expect(await rowsOf(['audit', 'audit_values'])).toEqual(before)
  })

  it('restores nobody when an address has another account by now, and says whose', async () => {
    const other = await enrol(house, 'Other')
    const gone = await enrol(house, 'Gone', { email: 'priya@example.com' })
    await remove(other.id, gone.id)
    await enrol(house, 'Come Back', { email: 'priya@example.com' })
    const before = await rowsOf()
    expect(await restore(other.id, gone.id)).toMatchObject({
      status: 409,
      json: { code: 'address-in-use', fields: { [gone.id]: 'Gone, priya@example.com' } },
    })
    expect(await rowsOf()).toEqual(before)
    expect((await restore(other.id)).json.restored).toBe(1)
  })

  it('does not restore two who had the same address', async () => {
    const ids: string[] = []
    for (const name of ['First', 'Second']) {
      const { id } = await enrol(house, name, { email: 'same@example.com' })
      await remove(id)
      ids.push(id)
    }
    expect((await restore(...ids)).status).toBe(409)
    expect((await restore(ids[0] ?? '')).json.restored).toBe(1)
  })

  it('leaves an address to whoever takes it at the same moment', async () => {
    const pupil = await enrol(house, 'Gone', { email: 'priya@example.com' })
    const other = await enrol(house, 'Other')
    await remove(pupil.id)
    const { id, replies } = await whileAdding('priya@example.com', () => [
      restore(pupil.id),
      admin.ask(contract.updateStudent, {
        params: { id: other.id },
        body: { email: 'priya@example.com' },
      }),
    ])
    expect(replies).toMatchObject([
      { status: 409, json: { code: 'address-in-use', fields: { [pupil.id]: expect.any(String) } } },
      { status: 409, json: { code: 'email-taken' } },
    ])
    const holders = await house.deps.db.read
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'priya@example.com')
      .where('deleted_at', 'is', null)
      .execute()
    expect(holders).toEqual([{ id }])
  })

  it('writes who did it to the audit log', async () => {
    const { id } = await enrol(house)
    await remove(id)
    await restore(id)
    const rows = await house.deps.db.read
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

describe('after 30 days', () => {
  it('nothing is left of a student but what the audit log says', async () => {
    const { images, newId, db, mail, now } = house.deps
    const image = newId()
    await images.saveEncrypted(image, Buffer.from('a card'))
    const name = 'Perdita Vanishes'
    const pupil = await enrol(house, name, {
      front_image_id: image,
      remarks: 'Perdita pays monthly',
    })
    const stays = await enrol(house, 'Stays')
    const exam = await releasedExam(admin)
    await sitThrough(pupil, exam._id, 3)
    await sitThrough(stays, exam._id, 3)
    const letter = {
      kind: 'login-details',
      to: { name, address: pupil.email },
      accountId: pupil.id,
      role: 'student',
      password: 'secret',
      expiresAt: now() + day,
    } as const
    const notice = {
      kind: 'registration',
      studentId: pupil.id,
      studentName: name,
      course: 'python',
    } as const
    await db.write((tx) => mail.queue(tx, [letter, notice], now()))
    mail.wake()
    await expect.poll(() => filesIn('outbox')).toHaveLength(2)

    await remove(pupil.id)
    house.pass(30 * day - 1)
    await eraseDeletedStudents(house.deps)
    expect(await images.loadEncrypted(image)).not.toBeNull()
    house.pass(1)
    await logInAgain()
    expect((await restore(pupil.id)).json.restored).toBe(0)
    await eraseDeletedStudents(house.deps)

    expect(filesIn('images')).toEqual([])
    expect(filesIn('outbox')).toEqual([])
    const left = await rowsOf(['audit', 'audit_values'])
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`Perdita|${pupil.id}|${pupil.email}`))
    expect(left.attempts).toHaveLength(1)
    expect(left.answers).toHaveLength(5)
    const { audit = [], audit_values: values = [] } = await rowsOf()
    expect(audit.join()).not.toContain('Perdita')
    expect(values.join()).not.toContain(pupil.id)
    expect(audit.join()).toContain('students.erased')
  })

  it('whoever was restored in time stays', async () => {
    const { id } = await enrol(house)
    await remove(id)
    house.pass(29 * day)
    await logInAgain()
    await restore(id)
    house.pass(10 * day)
    await eraseDeletedStudents(house.deps)
    const again = await house.deps.db.read.selectFrom('students').select('id').execute()
    expect(again).toEqual([{ id }])
  })
})

function filesIn(folder: string): string[] {
  const path = join(house.dataDir, folder)
  return existsSync(path) ? readdirSync(path) : []
}

/** An account is written but not committed yet when the calls arrive. */
async function whileAdding(email: string, calls: () => Promise<unknown>[]) {
  const id = house.deps.newId()
  let replies: Promise<unknown[]> | undefined
  await house.deps.db.write(async (tx) => {
    await addAccount(tx, { id, role: 'student', email, name: 'Come Back' }, 1)
    replies ??= Promise.all(calls())
    await pause(300)
  })
  return { id, replies: await replies }
}

/** Straight into the tables: 498 passwords to hash and check would only take time. */
async function addCrowd(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => house.deps.newId())
  await house.deps.db.write(async (tx) => {
    for (const [place, id] of ids.entries()) {
      const who = { id, email: `crowd${place}@example.com`, name: `Crowd ${place}` }
      await addAccount(tx, { ...who, role: 'student' }, 1)
      await addStudent(tx, { ...aStudent, ...who })
    }
  })
  return ids
}
