import { existsSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteBatch } from '#contract/batches.ts'
import { logout } from '#contract/current-session.ts'
import { applyAction } from '#contract/live.ts'
import { getStorage } from '#contract/storage.ts'
import { retention, type TimedRetentionKind } from '#core/students/retention.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Email } from '../platform/mailer/email.ts'
import { applyRetention } from './apply-retention.ts'
import { tidyImages } from './tidy-images.ts'

const second = 1000

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const getReader = () => app.deps.db.read

async function addPicture(): Promise<string> {
  const id = app.deps.newId()
  await app.deps.images.saveEncrypted(id, Buffer.from('a card'))
  return id
}

async function addEnquiry(handledAt: number | null) {
  const id = app.deps.newId()
  const fields = { name: 'Ravi', name_key: 'ravi', email: 'r@example.com', contact: '1234567' }
  const row = {
    id,
    ...fields,
    course: 'x',
    message: null,
    created_at: app.clock.at,
    handled_at: handledAt,
  }
  await app.deps.db.write((tx) => tx.insertInto('enquiries').values(row).execute())
  return id
}

/** @param notBefore far off where the email shall wait. */
async function queueEmail(email: Email, notBefore = app.clock.at): Promise<string> {
  const { db, mail, now } = app.deps
  await db.write((tx) => mail.queue(tx, [email], now(), notBefore))
  const { id } = await getReader()
    .selectFrom('mails')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

const testEmail: Email = {
  kind: 'test',
  to: { name: '', address: 'a@example.com' },
  askedBy: 'x',
}

const hasRow = async (
  table: 'students' | 'exams' | 'batches' | 'enquiries' | 'mails',
  id: string,
) =>
  (await getReader().selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

const hasPicture = async (studentId: string) => {
  const { front_image_id: id } = await getReader()
    .selectFrom('students')
    .select('front_image_id')
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow()
  return id !== null && (await app.deps.images.loadEncrypted(id)) !== null
}

const updateRow = (table: 'students' | 'accounts', id: string, set: object) =>
  app.deps.db.write((tx) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.join(
      Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} WHERE id = ${id}`.execute(tx),
  )

const listOutbox = () => (existsSync(app.outboxFolder) ? readdirSync(app.outboxFolder) : [])

/** Makes one of each kind now, and says later whether it is still there. */
const examples: Record<TimedRetentionKind, () => Promise<() => Promise<boolean>>> = {
  'deleted-student': async () => {
    const { id } = await createStudent(app)
    await updateRow('students', id, { deleted_at: app.clock.at })
    await updateRow('accounts', id, { deleted_at: app.clock.at })
    return () => hasRow('students', id)
  },
  'deleted-exam': async () => {
    const { _id: id } = await createReleasedExam(await app.createAdmin())
    const deleted = { deleted_at: app.clock.at }
    await app.deps.db.write((tx) =>
      tx.updateTable('exams').set(deleted).where('id', '=', id).execute(),
    )
    return () => hasRow('exams', id)
  },
  'deleted-batch': async () => {
    const admin = await app.createAdmin()
    const { _id: id } = await createBatch(admin)
    await admin.request(deleteBatch, { params: { id } })
    return () => hasRow('batches', id)
  },
  'identity-pictures-checked': async () => {
    const { id } = await createStudent(app, 'Priya', { front_image_id: await addPicture() })
    await updateRow('students', id, { identity_checked_at: app.clock.at })
    return () => hasPicture(id)
  },
  'identity-pictures-unchecked': async () => {
    const { id } = await createStudent(app, 'Priya', { front_image_id: await addPicture() })
    return () => hasPicture(id)
  },
  'picture-set-aside': async () => {
    const id = await addPicture()
    await app.deps.images.setAside([id])
    const at = app.clock.at / 1000
    utimesSync(join(app.dataDir, 'images', 'set-aside', `${id}.sealed`), at, at)
    return async () => (await app.deps.images.loadEncrypted(id)) !== null
  },
  'enquiry-handled': async () => {
    const id = await addEnquiry(app.clock.at)
    return () => hasRow('enquiries', id)
  },
  'enquiry-open': async () => {
    const id = await addEnquiry(null)
    return () => hasRow('enquiries', id)
  },
  'email-text': async () => {
    const id = await queueEmail(testEmail, app.clock.at + retention.email.keptMs)
    return async () => {
      const query = getReader().selectFrom('mails').select('text_body').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).text_body !== null
    }
  },
  email: async () => {
    const id = await queueEmail(testEmail)
    return () => hasRow('mails', id)
  },
  'email-file': async () => {
    await queueEmail(testEmail)
    app.deps.mail.wake()
    await expect.poll(listOutbox).toHaveLength(1)
    return async () => listOutbox().length > 0
  },
  'ended-session': async () => {
    const student = await createStudent(app)
    await student.request(logout)
    return async () => {
      const ended = getReader().selectFrom('ended_sessions').select('id')
      return (await ended.where('account_id', '=', student.id).execute()).length > 0
    }
  },
  'known-place': async () => {
    const { id } = await createStudent(app)
    return async () => {
      const places = getReader().selectFrom('known_places').select('digest')
      return (await places.where('account_id', '=', id).execute()).length > 0
    }
  },
  'audit-value': async () => {
    const { id } = await createStudent(app)
    return async () => {
      const values = getReader().selectFrom('audit_values').select('value')
      return (await values.where('person_id', '=', id).execute()).length > 0
    }
  },
  'attempt-place': async () => {
    const { _id: testId } = await createReleasedExam(await app.createAdmin())
    await startAttempt(await createStudent(app), testId)
    return async () =>
      (await getReader().selectFrom('attempt_places').select('address').execute()).length > 0
  },
  'live-action': async () => {
    const admin = await app.createAdmin()
    const { _id: testId } = await createReleasedExam(admin)
    await startAttempt(await createStudent(app), testId)
    const body = { kind: 'message', reason: 'noise', message: 'Ten minutes left.' } as const
    await admin.request(applyAction, { params: { testId }, body })
    return async () =>
      (await getReader().selectFrom('live_action_attempts').select('message').execute()).length > 0
  },
  'removed-staff': async () => {
    const id = app.deps.newId()
    const removed = { id, role: 'admin', email: 'gone@example.com', name: 'Gone' } as const
    const row = { ...removed, created_at: 1, deleted_at: app.clock.at }
    await app.deps.db.write((tx) => tx.insertInto('accounts').values(row).execute())
    return async () => {
      const query = getReader().selectFrom('accounts').select('id').where('id', '=', id)
      return (await query.executeTakeFirst()) !== undefined
    }
  },
  'sent-once': async () => {
    const row = { key_hash: 'k', body_hash: 'b', created_at: app.clock.at }
    await app.deps.db.write((tx) => tx.insertInto('idempotency_keys').values(row).execute())
    return async () =>
      (await getReader().selectFrom('idempotency_keys').select('key_hash').execute()).length > 0
  },
  'one-time-password': async () => {
    const { id } = await createStudent(app)
    await updateRow('accounts', id, { one_time_hash: 'x', one_time_expires_at: app.clock.at })
    return async () => {
      const query = getReader().selectFrom('accounts').select('one_time_hash').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).one_time_hash !== null
    }
  },
}

describe.each(Object.keys(examples) as TimedRetentionKind[])('%s', (kind) => {
  it('is kept as long as the notice says, and not longer', async () => {
    const isThere = await examples[kind]()
    app.advanceClock(retention[kind].keptMs - second)
    await applyRetention(app.deps)
    expect(await isThere()).toBe(true)
    app.advanceClock(2 * second)
    await applyRetention(app.deps)
    expect(await isThere()).toBe(false)
  })
})

it('retention never erases a student, an attempt or a result because time passes', async () => {
  const admin = await app.createAdmin()
  const student = await createStudent(app, 'Stays')
  const exam = await createReleasedExam(admin)
  await completeAttempt(student, exam._id, 3)
  const before = await getReader().selectFrom('answers').selectAll().execute()
  app.advanceClock(20 * 365 * 24 * 60 * 60 * second)
  await applyRetention(app.deps)
  expect(await hasRow('students', student.id)).toBe(true)
  expect(await getReader().selectFrom('answers').selectAll().execute()).toEqual(before)
})

it('retention erases the address of a result email, but not the record that it was sent', async () => {
  const { id } = await createStudent(app, 'Perdita', { email: 'perdita@example.com' })
  const exam = await createReleasedExam(await app.createAdmin())
  const resultFields = { accountId: id, examId: exam._id, attemptId: 'a', title: 'React' }
  const resultEmail = {
    to: { name: 'Perdita', address: 'perdita@example.com' },
    ...resultFields,
  } as const
  const mailId = await queueEmail({
    kind: 'result',
    score: 1,
    total: 2,
    percentage: 50,
    ...resultEmail,
  })
  app.advanceClock(retention.email.keptMs)
  await applyRetention(app.deps)
  const row = await getReader()
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .executeTakeFirst()
  expect(row).toMatchObject({ account_id: id, exam_id: exam._id })
  expect(JSON.stringify(row)).not.toMatch(/perdita/i)
})

describe('files without a row', () => {
  const twoHoursSeconds = 2 * 60 * 60
  const listFolder = (folder: string) => readdirSync(join(app.dataDir, folder)).sort()
  const makeOld = (path: string) => {
    const at = app.clock.at / 1000 - twoHoursSeconds
    utimesSync(join(app.dataDir, path), at, at)
  }

  it('are set aside after an hour, and restored once a row names them', async () => {
    const { images } = app.deps
    const kept = await addPicture()
    const orphan = await addPicture()
    const young = await addPicture()
    await images.save('plainOrphan', Buffer.from('x'))
    await createStudent(app, 'Priya', { back_image_id: kept })
    for (const file of [`${kept}.sealed`, `${orphan}.sealed`, 'plainOrphan.png']) {
      makeOld(join('images', file))
    }
    await applyRetention(app.deps)
    const others = ['institute.id', 'set-aside']
    expect(listFolder('images')).toEqual([`${kept}.sealed`, `${young}.sealed`, ...others].sort())
    expect(listFolder('images/set-aside')).toEqual([`${orphan}.sealed`, 'plainOrphan.png'].sort())
    expect(await images.loadEncrypted(orphan)).not.toBeNull()

    // As after a newer dump was restored.
    await createStudent(app, 'Rohan', { back_image_id: orphan })
    await applyRetention(app.deps)
    expect(listFolder('images')).toContain(`${orphan}.sealed`)
    expect(listFolder('images/set-aside')).toEqual(['plainOrphan.png'])
  })

  it('are not set aside if there are many, and home counts them until they are', async () => {
    const { images } = app.deps
    await createStudent(app, 'Priya', { back_image_id: await addPicture() })
    const orphans = [await addPicture(), await addPicture(), await addPicture()]
    for (const id of orphans) makeOld(join('images', `${id}.sealed`))
    await applyRetention(app.deps)
    expect(await images.listSetAside(Number.POSITIVE_INFINITY)).toEqual([])
    const admin = await app.createAdmin()
    expect((await admin.request(getStorage)).json.unnamedPictures).toBe(3)

    await tidyImages({ ...app.deps, isAnyNumber: true })
    const aside = await images.listSetAside(Number.POSITIVE_INFINITY)
    expect(aside.toSorted()).toEqual(orphans.toSorted())
    expect((await admin.request(getStorage)).json.unnamedPictures).toBe(0)
  })

  it('of a refused registration are removed, even if that failed at first', async () => {
    const { images } = app.deps
    const folder = join(app.dataDir, 'images')
    const id = await addPicture()
    renameSync(folder, `${folder}-away`)
    writeFileSync(folder, 'no folder')
    await images.discard([id])
    rmSync(folder)
    renameSync(`${folder}-away`, folder)
    expect(listFolder('images')).toContain(`${id}.sealed`)
    await images.removeDiscarded()
    expect(listFolder('images')).not.toContain(`${id}.sealed`)
  })

  it('are removed from the outbox with temporary files, and other files stay', async () => {
    const kept = await queueEmail(testEmail)
    app.deps.mail.wake()
    await expect.poll(listOutbox).toHaveLength(1)
    const lost = '2026-11-20T04-30-00_login-details_gone.eml'
    for (const name of [lost, `.${lost}.0123456789ab.tmp`, 'notes.txt']) {
      writeFileSync(join(app.outboxFolder, name), 'Perdita')
    }
    await applyRetention(app.deps)
    expect(listOutbox()).toEqual([expect.stringContaining(`_test_${kept}.eml`), 'notes.txt'])
  })
})
