import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logout } from '#contract/current-session.ts'
import { retention, type TimedRetentionKind } from '#core/students/retention.ts'
import type { Letter } from './deps.ts'
import type { House } from './house.ts'
import { enrol, releasedExam, sit, sitThrough } from './house-classroom.ts'
import { openHouse } from './house-engine.ts'
import { keepRetention } from './keep-retention.ts'

const second = 1000

let house: House
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const read = () => house.deps.db.read

async function picture(): Promise<string> {
  const id = house.deps.newId()
  await house.deps.images.keepSecret(id, Buffer.from('a card'))
  return id
}

async function addEnquiry(handledAt: number | null) {
  const id = house.deps.newId()
  const told = { name: 'Ravi', name_key: 'ravi', email: 'r@example.com', contact: '1234567' }
  const row = { id, ...told, course: 'x', created_at: house.clock.at, handled_at: handledAt }
  await house.deps.db.write((tx) => tx.insertInto('enquiries').values(row).execute())
  return id
}

/** @param notBefore far off where the letter shall wait. */
async function queue(letter: Letter, notBefore = house.clock.at): Promise<string> {
  const { db, mail, now } = house.deps
  await db.write((tx) => mail.queue(tx, [letter], now(), notBefore))
  const { id } = await read()
    .selectFrom('mails')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

const testLetter: Letter = {
  kind: 'test',
  to: { name: '', address: 'a@example.com' },
  askedBy: 'x',
}

const has = async (table: 'students' | 'exams' | 'enquiries' | 'mails', id: string) =>
  (await read().selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

const hasPicture = async (studentId: string) => {
  const { front_image_id: id } = await read()
    .selectFrom('students')
    .select('front_image_id')
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow()
  return id !== null && (await house.deps.images.loadSecret(id)) !== null
}

const change = (table: 'students' | 'accounts', id: string, set: object) =>
  house.deps.db.write((tx) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.join(
      Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} WHERE id = ${id}`.execute(tx),
  )

const letterFiles = () => (existsSync(house.outboxFolder) ? readdirSync(house.outboxFolder) : [])

/** Makes one of each kind now, and says later whether it is still there. */
const specimens: Record<TimedRetentionKind, () => Promise<() => Promise<boolean>>> = {
  'deleted-student': async () => {
    const { id } = await enrol(house)
    await change('students', id, { deleted_at: house.clock.at })
    await change('accounts', id, { deleted_at: house.clock.at })
    return () => has('students', id)
  },
  'deleted-test': async () => {
    const { _id: id } = await releasedExam(await house.admin())
    const deleted = { deleted_at: house.clock.at }
    await house.deps.db.write((tx) =>
      tx.updateTable('exams').set(deleted).where('id', '=', id).execute(),
    )
    return () => has('exams', id)
  },
  'identity-pictures-checked': async () => {
    const { id } = await enrol(house, 'Priya', { front_image_id: await picture() })
    await change('students', id, { identity_checked_at: house.clock.at })
    return () => hasPicture(id)
  },
  'identity-pictures-unchecked': async () => {
    const { id } = await enrol(house, 'Priya', { front_image_id: await picture() })
    return () => hasPicture(id)
  },
  'enquiry-handled': async () => {
    const id = await addEnquiry(house.clock.at)
    return () => has('enquiries', id)
  },
  'enquiry-open': async () => {
    const id = await addEnquiry(null)
    return () => has('enquiries', id)
  },
  'letter-text': async () => {
    const id = await queue(testLetter, house.clock.at + retention.letter.keptMs)
    return async () => {
      const query = read().selectFrom('mails').select('text_body').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).text_body !== null
    }
  },
  letter: async () => {
    const id = await queue(testLetter)
    return () => has('mails', id)
  },
  'letter-file': async () => {
    await queue(testLetter)
    house.deps.mail.wake()
    await expect.poll(letterFiles).toHaveLength(1)
    return async () => letterFiles().length > 0
  },
  'ended-session': async () => {
    const student = await enrol(house)
    await student.ask(logout)
    return async () => {
      const ended = read().selectFrom('ended_sessions').select('id')
      return (await ended.where('account_id', '=', student.id).execute()).length > 0
    }
  },
  'known-place': async () => {
    const { id } = await enrol(house)
    return async () => {
      const places = read().selectFrom('known_places').select('digest')
      return (await places.where('account_id', '=', id).execute()).length > 0
    }
  },
  'audit-value': async () => {
    const { id } = await enrol(house)
    return async () => {
      const values = read().selectFrom('audit_values').select('value')
      return (await values.where('person_id', '=', id).execute()).length > 0
    }
  },
  'attempt-place': async () => {
    const { _id: testId } = await releasedExam(await house.admin())
    await sit(await enrol(house), testId)
    return async () =>
      (await read().selectFrom('attempt_places').select('address').execute()).length > 0
  },
  'removed-staff': async () => {
    const id = house.deps.newId()
    const removed = { id, role: 'admin', email: 'gone@example.com', name: 'Gone' } as const
    const row = { ...removed, created_at: 1, deleted_at: house.clock.at }
    await house.deps.db.write((tx) => tx.insertInto('accounts').values(row).execute())
    return async () => {
      const query = read().selectFrom('accounts').select('id').where('id', '=', id)
      return (await query.executeTakeFirst()) !== undefined
    }
  },
  'sent-once': async () => {
    const row = { key_hash: 'k', body_hash: 'b', created_at: house.clock.at }
    await house.deps.db.write((tx) => tx.insertInto('idempotency_keys').values(row).execute())
    return async () =>
      (await read().selectFrom('idempotency_keys').select('key_hash').execute()).length > 0
  },
  'one-time-password': async () => {
    const { id } = await enrol(house)
    await change('accounts', id, { one_time_hash: 'x', one_time_expires_at: house.clock.at })
    return async () => {
      const query = read().selectFrom('accounts').select('one_time_hash').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).one_time_hash !== null
    }
  },
}

describe.each(Object.keys(specimens) as TimedRetentionKind[])('%s', (kind) => {
  it('is kept as long as the notice says, and not longer', async () => {
    const isThere = await specimens[kind]()
    house.pass(retention[kind].keptMs - second)
    await keepRetention(house.deps)
    expect(await isThere()).toBe(true)
    house.pass(2 * second)
    await keepRetention(house.deps)
    expect(await isThere()).toBe(false)
  })
})

it('never erases a student, an attempt or a result because time passes', async () => {
  const admin = await house.admin()
  const student = await enrol(house, 'Stays')
  const exam = await releasedExam(admin)
  await sitThrough(student, exam._id, 3)
  const before = await read().selectFrom('answers').selectAll().execute()
  house.pass(20 * 365 * 24 * 60 * 60 * second)
  await keepRetention(house.deps)
  expect(await has('students', student.id)).toBe(true)
  expect(await read().selectFrom('answers').selectAll().execute()).toEqual(before)
})

it('forgets whom a result was mailed to, but not that it was', async () => {
  const { id } = await enrol(house, 'Perdita', { email: 'perdita@example.com' })
  const exam = await releasedExam(await house.admin())
  const about = { accountId: id, examId: exam._id, attemptId: 'a', title: 'React' }
  const letter = { to: { name: 'Perdita', address: 'perdita@example.com' }, ...about } as const
  const mailId = await queue({ kind: 'result', score: 1, total: 2, percentage: 50, ...letter })
  house.pass(retention.letter.keptMs)
  await keepRetention(house.deps)
  const row = await read()
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .executeTakeFirst()
  expect(row).toMatchObject({ account_id: id, exam_id: exam._id })
  expect(JSON.stringify(row)).not.toMatch(/perdita/i)
})

describe('files that nothing names', () => {
  const long = 2 * 60 * 60
  const inFolder = (folder: string) => readdirSync(join(house.dataDir, folder)).sort()
  const age = (path: string) => {
    const at = Date.now() / 1000 - long
    utimesSync(join(house.dataDir, path), at, at)
  }

  it('go when they are older than an hour; those of a registration under way stay', async () => {
    const { images } = house.deps
    const kept = await picture()
    const orphan = await picture()
    const young = await picture()
    await images.keep('plainOrphan', Buffer.from('x'))
    await enrol(house, 'Priya', { back_image_id: kept })
    for (const file of [`${kept}.sealed`, `${orphan}.sealed`, 'plainOrphan.png']) {
      age(join('images', file))
    }
    await keepRetention(house.deps)
    expect(inFolder('images')).toEqual([`${kept}.sealed`, `${young}.sealed`].sort())
  })

  it('go from the outbox too, half written ones included, and what is not ours stays', async () => {
    const kept = await queue(testLetter)
    house.deps.mail.wake()
    await expect.poll(letterFiles).toHaveLength(1)
    const lost = '2026-11-20T04-30-00_login-details_gone.eml'
    for (const name of [lost, `.${lost}.0123456789ab.tmp`, 'notes.txt']) {
      writeFileSync(join(house.outboxFolder, name), 'Perdita')
    }
    await keepRetention(house.deps)
    expect(letterFiles()).toEqual([expect.stringContaining(`_test_${kept}.eml`), 'notes.txt'])
  })
})
