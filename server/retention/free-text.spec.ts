import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgotPassword, studentLogin } from '#contract/accounts.ts'
import { finishQuiz } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import * as batches from '#contract/batches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as enquiries from '#contract/enquiries.ts'
import { deleteExam, updateExam } from '#contract/exams.ts'
import { correctAnswerKey } from '#contract/grading.ts'
import * as incidents from '#contract/incidents.ts'
import { applyAction, getLiveTable } from '#contract/live.ts'
import * as proctoring from '#contract/proctoring.ts'
import { releaseResults, unreleaseResults } from '#contract/result-release.ts'
import { eraseStudent, updateStudent } from '#contract/students.ts'
import { verifyAuditChain } from '#server/audit-log/audit-chain.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { reconcileRegisters } from '../registers/reconcile-registers.ts'
import { markStudentsDeleted } from '../students/deletion-queries.ts'
import { applyRetention } from './apply-retention.ts'

const day = 24 * 60 * 60_000

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterEach(() => app.close())

/** The row whose erasure takes a text along: one of this table, or the account in `person_id`. */
type Owner = 'accounts' | 'exams' | 'enquiries' | 'batches' | 'person_id' | 'passing'

/**
 * Columns that hold what somebody typed, or a part of it. A table with several owners goes with the
 * one that a row names.
 */
const freeText: Readonly<Record<string, { columns: string; owners: readonly Owner[] }>> = {
  accounts: { columns: 'email name', owners: ['accounts'] },
  passkeys: { columns: 'name', owners: ['accounts'] },
  students: {
    columns:
      'name name_key email phone dob fname fphone laddress paddress qualification qualification_year college designation company other_course referral friend_name remarks guardian_consent_name phone_key parent_key roll_number roll_number_key',
    owners: ['accounts'],
  },
  live_action_attempts: { columns: 'reason_text message', owners: ['accounts', 'exams'] },
  incident_decisions: { columns: 'why', owners: ['accounts', 'exams'] },
  incident_statements: { columns: 'text', owners: ['accounts', 'exams'] },
  mails: {
    columns:
      'to_name to_address subject text_body html_body last_error search_key reply_name reply_address',
    owners: ['accounts', 'exams', 'enquiries'],
  },
  audit_values: { columns: 'value search_key', owners: ['person_id'] },
  // Names of rooms.
  exam_windows: { columns: 'rooms', owners: ['exams'] },
  registers: { columns: 'rooms', owners: ['exams'] },
  window_seats: { columns: 'room', owners: ['exams'] },
  // Titles of exams and names of rooms.
  window_emails: {
    columns: 'notified_title notified_room notified_before pending',
    owners: ['exams'],
  },
  enquiries: { columns: 'name name_key email contact message', owners: ['enquiries'] },
  batches: { columns: 'name name_key', owners: ['batches'] },
  exams: { columns: 'title title_key', owners: ['exams'] },
  revisions: { columns: 'paper', owners: ['exams'] },
  key_corrections: { columns: 'why', owners: ['exams'] },
  // Until the job that answers it takes it, within seconds.
  password_requests: { columns: 'email', owners: ['passing'] },
}

/** Ids, codes, days, addresses of networks, names of devices from a list, digests, keys. */
const codes: Readonly<Record<string, string>> = {
  accounts: 'id role password_hash one_time_hash staff_role disabled_by',
  answers: 'attempt_id question_id answer',
  attempt_contacts: 'attempt_id',
  attempt_events: 'id attempt_id kind',
  attempt_places: 'attempt_id address device_id device_name',
  attempts: 'id exam_id revision_id student_id finish_reason',
  audit: 'id actor_id action subject detail value_hashes previous_hash hash',
  audit_values: 'name salt person_id',
  batch_students: 'batch_id student_id',
  batches: 'id course start_day end_day',
  ended_sessions: 'id account_id address device_name device_kind method end_reason',
  enquiries: 'id course',
  exam_window_students: 'window_id student_id',
  exam_windows: 'id exam_id audience batch_id',
  exams: 'id revision_id integrity_mode navigation counted_attempt',
  grants: 'id exam_id student_id',
  idempotency_keys: 'key_hash body_hash account_id exam_id enquiry_id',
  images: 'id',
  incident_decisions: 'incident_id attempt_id decision_id group_id outcome decided_by',
  incident_statements: 'incident_id attempt_id',
  key_corrections: 'revision_id question_id corrected_by correction',
  known_places: 'account_id kind digest',
  late_answers: 'attempt_id question_id answer decision replaced',
  let_in_networks: 'network',
  live_action_attempts: 'action_id attempt_id',
  live_actions: 'id exam_id kind reason not_done actor_id actor_address state',
  exam_clock: 'moved_because',
  lobby_visits: 'exam_id student_id',
  register_entries: 'window_id student_id attempt_id',
  register_excuses: 'window_id student_id reason excused_by',
  registers: 'window_id exam_id audience batch_id',
  institute: 'id',
  heartbeats: 'boot_id host unnamed_proxy',
  mails: 'id kind state account_id exam_id enquiry_id attempt_id server_fault refusal_code',
  migrations: 'name',
  passkey_challenges: 'holder challenge',
  passkeys: 'id account_id public_key transports',
  password_requests: 'id address',
  pending_logins: 'token_hash account_id password_fingerprint',
  question_progress: 'attempt_id question_id',
  recovery_codes: 'account_id code_hash',
  revisions: 'id exam_id',
  sessions: 'token_hash account_id xsrf_token id address device_name device_kind device_id method',
  students:
    'id gender role course start_date front_image_id back_image_id identity_checked_by consent_notice_version consent_language terms_version',
  totp_keys: 'account_id sealed_key',
  undone_ends: 'id attempt_id finish_reason',
  window_emails: 'window_id student_id exam_id email_id',
  window_seats: 'window_id student_id exam_id',
}

type Column = { readonly table: string; readonly column: string }
type Reference = { readonly from: string; readonly to: string }

/** As the database itself says. */
async function listTextColumns(): Promise<Column[]> {
  const { read, engine } = app.deps.db
  const query =
    engine === 'sqlite'
      ? sql<Column>`SELECT m.name AS "table", c.name AS "column"
          FROM sqlite_master m, pragma_table_info(m.name) c
          WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.type NOT LIKE '%INT%'
            AND c.type NOT IN ('DOUBLE PRECISION', 'BLOB')`
      : sql<Column>`SELECT table_name AS "table", column_name AS "column"
          FROM information_schema.columns WHERE table_schema = current_schema()
            AND data_type NOT IN ('integer', 'bigint', 'smallint', 'double precision', 'bytea')`
  return [...(await query.execute(read)).rows]
}

/** A row of `from` goes with the row of `to` that it names. */
async function listCascades(): Promise<Reference[]> {
  const { read, engine } = app.deps.db
  const query =
    engine === 'sqlite'
      ? sql<Reference>`SELECT m.name AS "from", k."table" AS "to"
          FROM sqlite_master m, pragma_foreign_key_list(m.name) k
          WHERE m.type = 'table' AND k.on_delete = 'CASCADE'`
      : sql<Reference>`SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to"
          FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'
            AND connamespace = current_schema()::regnamespace`
  const { rows } = await query.execute(read)
  const toName = (name: string) => name.replace(/^.*\./, '').replaceAll('"', '')
  return rows.map(({ from, to }) => ({ from: toName(from), to: toName(to) }))
}

/**
 * Tables of limits that run out within a day: on PostgreSQL an app that has any makes them in its
 * schema.
 */
const ofLimits = ['limits', 'slowed_networks', 'waiting_logins']

const toNames = (table: string, columns: string) =>
  columns.split(' ').map((column) => `${table}.${column}`)

describe('every column of text', () => {
  it('is listed as an id or a code, or as free text with an owner', async () => {
    const found = (await listTextColumns())
      .filter(({ table }) => !ofLimits.includes(table))
      .map(({ table, column }) => `${table}.${column}`)
    const known = [
      ...Object.entries(freeText).flatMap(([table, { columns }]) => toNames(table, columns)),
      ...Object.entries(codes).flatMap(([table, columns]) => toNames(table, columns)),
    ]
    expect(found.toSorted()).toEqual(known.toSorted())
  })

  it('is erased with its owner, as the foreign keys say', async () => {
    const cascades = await listCascades()
    const reach = (table: string): string[] => [
      table,
      ...cascades.filter(({ from }) => from === table).flatMap(({ to }) => reach(to)),
    ]
    for (const [table, { owners }] of Object.entries(freeText)) {
      const bound = owners.filter((owner) => owner !== 'person_id' && owner !== 'passing')
      expect({ table, reached: reach(table) }).toEqual({
        table,
        reached: expect.arrayContaining(bound),
      })
    }
  })
})

const canary = 'canary'

/** Columns of all tables in which the word stands. */
async function findColumnsWith(word: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await listTextColumns()) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}
      WHERE lower(${sql.ref(column)}) LIKE ${`%${word}%`}`.execute(app.deps.db.read)
    if (Number(rows[0]?.count) > 0) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

/** Files of the data folder in which the word stands: the database, its log, the outbox, the limits. */
function findFilesWith(word: string): string[] {
  return readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).toString('latin1').toLowerCase().includes(word))
}

const listFreeText = (owner: Owner, tables = Object.keys(freeText)) =>
  tables
    .filter((table) => freeText[table]?.owners.includes(owner))
    .flatMap((table) => toNames(table, freeText[table]?.columns ?? ''))

const act = (testId: string, body: BodyOf<typeof applyAction>) =>
  admin.request(applyAction, { params: { testId }, body })

type Seat = { readonly student: TestStudent; readonly attemptId: string; readonly testId: string }

async function seat(testId: string, name: string, overrides = {}): Promise<Seat> {
  const student = await createStudent(app, name, overrides)
  const { attemptId } = await startAttempt(student, testId)
  return { student, attemptId, testId }
}

/** Everything that staff can write about attempts, about this one alone or with others. */
async function writeAbout(testId: string, seats: readonly Seat[], word: string) {
  const attemptIds = seats.map(({ attemptId }) => attemptId)
  const reason = { reason: 'other', reasonText: `${word} felt ill`, attemptIds } as const
  for (const kind of ['pause', 'resume', 'message', 'add-minutes'] as const) {
    const minutes = kind === 'add-minutes' ? { minutes: 1 } : {}
    const reply = await act(testId, { kind, ...reason, ...minutes, message: `Dear ${word}` })
    expect(reply.json.done).toBe(seats.length)
    app.advanceClock(11_000)
  }
  const added = { minutes: 2, why: `${word} came late`, attemptIds }
  await admin.request(proctoring.addTimeToExam, { params: { testId }, body: added })
  for (const { student, attemptId } of seats) {
    const at = new Date(app.clock.at).toISOString()
    await student.request(proctoring.reportEvent, {
      params: { attemptId },
      body: { kind: 'devtools', at },
    })
  }
  const listed = (await admin.request(incidents.listIncidents, { query: { testId } })).json
  const own = listed
    .flatMap(({ members }) => members)
    .filter((one) => attemptIds.includes(one.attemptId) && one.decision === null)
  expect(own).toHaveLength(seats.length)
  for (const { student, attemptId } of seats) {
    const incidentId = own.find((one) => one.attemptId === attemptId)?._id ?? ''
    const text = `${word} pressed a key`
    await student.request(incidents.writeStatement, {
      params: { attemptId },
      body: { incidentId, text },
    })
  }
  for (const { student, attemptId } of seats)
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
  const decide = async (outcome: 'kept' | 'voided') => {
    app.advanceClock(1_000)
    const decisionId = app.deps.newId()
    const members = own.map(({ _id, attemptId }) => ({ _id, attemptId }))
    const body = { decisionId, groupId: decisionId, outcome, why: `${word} was seen` }
    const { json } = await admin.request(incidents.decideIncidents, {
      body: { ...body, incidents: members },
    })
    expect(json.decided).toHaveLength(seats.length)
    return decisionId
  }
  const kept = await decide('kept')
  app.advanceClock(1_000)
  const back = { decisionId: kept, why: `${word} was not seen` }
  expect((await admin.request(incidents.revertDecision, { body: back })).json.opened).toBe(
    seats.length,
  )
  await decide('voided')
}

async function erase(student: TestStudent) {
  const { db } = app.deps
  const { name } = await db.read
    .selectFrom('students')
    .select('name')
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
  await db.write((tx) => markStudentsDeleted(tx, [student.id], app.clock.at))
  const reply = await admin.request(eraseStudent, { params: { id: student.id }, body: { name } })
  expect(reply.status).toBe(200)
  await db.clean()
}

const listAudited = async (search: string) =>
  (await admin.request(listAuditEntries, { query: { search } })).json

/** One with the word in every field. */
function createCanaryRecord() {
  const names = ['fname', 'laddress', 'paddress', 'qualification', 'qualification_year', 'college']
  const others = ['designation', 'company', 'other_course', 'referral', 'friend_name', 'remarks']
  const rest = ['phone', 'fphone', 'dob', 'guardian_consent_name', 'name_key', 'phone_key']
  return Object.fromEntries(
    [...names, ...others, ...rest, 'parent_key', 'roll_number', 'roll_number_key'].map((column) => [
      column,
      `${canary} ${column}`,
    ]),
  )
}

it('erasing a student leaves no text by them or about them alone', async () => {
  const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'warn' })
  const own = await seat(testId, 'Canary Nair', { email: 'canary@example.com' })
  const { student } = own
  const remarks = { remarks: 'The canary pays monthly' }
  await admin.request(updateStudent, { params: { id: student.id }, body: remarks })
  await app.deps.db.write((tx) =>
    tx.updateTable('students').set(createCanaryRecord()).where('id', '=', student.id).execute(),
  )
  const wrong = { email: 'canary@example.com', password: 'a wrong canary' }
  await app.createClient().request(studentLogin, { body: wrong })
  await app.createClient().request(forgotPassword, { body: { email: wrong.email } })
  const changed = { minutes: 3, why: 'The canary was disturbed' }
  await admin.request(proctoring.addTime, { params: { attemptId: own.attemptId }, body: changed })
  await writeAbout(testId, [own], canary)
  const granted = { studentId: student.id, why: 'The canary was ill' }
  await admin.request(proctoring.grantAttempt, { params: { testId }, body: granted })
  await app.deps.db.write(async (tx) => {
    const email = { kind: 'test', to: { name: canary, address: wrong.email }, askedBy: canary }
    const at = app.clock.at
    await app.deps.mail.queue(tx, [email as never], at, at + day)
    const texts = { text_body: canary, html_body: canary, last_error: canary, search_key: canary }
    const reply = { reply_name: canary, reply_address: wrong.email, subject: canary }
    const set = { ...texts, ...reply, account_id: student.id, kind: 'login-details' as const }
    await tx.updateTable('mails').set(set).where('kind', '=', 'test').execute()
    const key = { id: 'key', account_id: student.id, name: canary, public_key: '', counter: 0 }
    const more = { transports: '[]', created_at: at }
    await tx
      .insertInto('passkeys')
      .values({ ...key, ...more } as never)
      .execute()
  })
  await expect
    .poll(() => findColumnsWith(canary), { timeout: 10_000 })
    .toEqual(expect.arrayContaining([...listFreeText('accounts'), 'audit_values.value']))
  expect((await listAudited(canary)).length).toBeGreaterThan(5)

  await erase(student)
  expect(await findColumnsWith(canary)).toEqual([])
  expect(findFilesWith(canary)).toEqual([])
  expect(await listAudited(canary)).toEqual([])
  expect(await verifyAuditChain(app.deps.db.read)).toMatchObject({ isIntact: true })
})

describe('words about several students', () => {
  async function writeAboutThree() {
    const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'warn' })
    const seats: Seat[] = []
    for (const name of ['Asha Rao', 'Bela Das', 'Chitra Iyer']) seats.push(await seat(testId, name))
    await writeAbout(testId, seats, canary)
    return { testId, seats }
  }

  it('are kept beside the action; the audit log has its kind, the count and the listed reason', async () => {
    await writeAboutThree()
    const found = await findColumnsWith(canary)
    expect(found.filter((name) => name.startsWith('audit'))).toEqual([])
    const { json } = await admin.request(listAuditEntries, { query: { action: 'attempt.paused' } })
    expect(json).toHaveLength(3)
    // The log shows the words from where they lie, as long as they are kept.
    expect(json[0]).toMatchObject({
      detail: { count: 3 },
      values: { why: 'Other: canary felt ill' },
    })
    for (const action of ['attempt.messaged', 'incident.kept', 'incident.taken-back'] as const) {
      const [entry] = (await admin.request(listAuditEntries, { query: { action } })).json
      expect(entry).toMatchObject({ action, detail: { count: 3 } })
    }
    app.advanceClock(31 * day)
    await applyRetention(app.deps)
    const later = await admin.request(listAuditEntries, { query: { action: 'attempt.paused' } })
    expect(later.json[0]?.values).toEqual({ why: 'Other' })
  })

  it('are shown with the attempt whose time was changed', async () => {
    const { seats } = await writeAboutThree()
    const params = { attemptId: seats[0]?.attemptId ?? '' }
    const { json } = await admin.request(proctoring.listTimeAdjustments, { params })
    expect(json.map(({ minutes, why }) => [minutes, why])).toEqual([
      [1, 'Other: canary felt ill'],
      [2, 'Other: canary came late'],
    ])
  })

  it('are erased with the first of these students, and the record of the action stays', async () => {
    const { testId, seats } = await writeAboutThree()
    const [first, second] = seats as [Seat, Seat, Seat]
    const statements = 'incident_statements.text'
    await erase(first.student)
    expect(await findColumnsWith(canary)).toEqual([statements])
    const row = { testId, attemptId: second.attemptId }
    const { json } = await admin.request(getLiveTable, { params: { testId: row.testId } })
    expect(json.students.every(({ openMessages }) => openMessages === 0)).toBe(true)
    const decisions = await app.deps.db.read
      .selectFrom('incident_decisions')
      .select(['outcome', 'why'])
      .execute()
    expect(decisions).toEqual([
      { outcome: 'voided', why: '' },
      { outcome: 'voided', why: '' },
    ])
    for (const { student } of seats.slice(1)) await erase(student)
    expect(await findColumnsWith(canary)).toEqual([])
    expect(findFilesWith(canary)).toEqual([])
    expect(await verifyAuditChain(app.deps.db.read)).toMatchObject({ isIntact: true })
  })

  it('are erased with a student whom the action skipped, too', async () => {
    const { _id: testId } = await createReleasedExam(admin, {})
    const running = await seat(testId, 'Asha Rao')
    const student = await createStudent(app, 'Bela Das')
    const finished = await completeAttempt(student, testId, 1)
    const words = { reason: 'other', reasonText: 'The canary fainted' } as const
    const attemptIds = [running.attemptId, finished]
    const { json } = await act(testId, { kind: 'pause', ...words, attemptIds })
    expect(json).toMatchObject({ done: 1, notDone: [{ attemptIds: [finished] }] })
    expect(await findColumnsWith(canary)).toEqual(['live_action_attempts.reason_text'])
    await erase(student)
    expect(await findColumnsWith(canary)).toEqual([])
  })
})

it('erasing an exam, a batch or an enquiry leaves nothing of its text', async () => {
  const { _id: testId } = await createReleasedExam(admin, { title: 'A canary' })
  const student = await createStudent(app)
  await completeAttempt(student, testId, 3)
  await admin.request(updateExam, { params: { id: testId }, body: { title: 'The canary' } })
  const [revision] = await app.deps.db.read.selectFrom('revisions').selectAll().execute()
  const [question] = (JSON.parse(revision?.paper ?? '{}') as { questions: { id: string }[] })
    .questions
  const key = { revisionId: revision?.id ?? '', questionId: question?.id ?? '', key: 'everyone' }
  const corrected = await admin.request(correctAnswerKey, {
    params: { testId },
    body: { ...key, why: 'A canary sang', mail: false } as never,
  })
  expect(corrected.status).toBe(200)
  await admin.request(releaseResults, { params: { testId } })
  const why = 'The canary was not ready'
  await admin.request(unreleaseResults, { params: { testId }, body: { why } })
  const batch = await createBatch(admin, [student], { name: 'Canary batch' })
  await openWindow(admin, testId, {
    now: app.clock.at,
    rooms: [{ name: 'Canary lab', seats: 1 }],
    audience: { kind: 'students', studentIds: [student.id] },
  })
  await reconcileRegisters(app.deps)
  const sender = { name: 'A canary', email: 'canary@example.com', contact: '+91 98200 12345' }
  const enquiry = { ...sender, course: 'Full Stack Development', message: 'A canary asks' } as const
  await app.createClient().request(enquiries.sendEnquiry, { body: enquiry })
  const tables = [
    ...['exams', 'revisions', 'key_corrections', 'batches'],
    ...['exam_windows', 'registers', 'window_seats'],
  ]
  expect(await findColumnsWith(canary)).toEqual(
    expect.arrayContaining([
      ...listFreeText('exams', tables),
      ...listFreeText('batches', tables),
      ...['name', 'name_key', 'email', 'message'].map((column) => `enquiries.${column}`),
    ]),
  )

  await admin.request(deleteExam, { params: { id: testId } })
  await admin.request(batches.deleteBatch, { params: { id: batch._id } })
  app.advanceClock(31 * day)
  await applyRetention(app.deps)
  const listed = (await admin.request(enquiries.listEnquiries)).json
  await admin.request(enquiries.eraseEnquiries, { body: { ids: listed.map(({ _id }) => _id) } })
  await app.deps.db.clean()
  // The log keeps the name of what was erased, for a year.
  expect(await findColumnsWith(canary)).toEqual(['audit_values.search_key', 'audit_values.value'])
  app.advanceClock(366 * day)
  await applyRetention(app.deps)
  expect(await findColumnsWith(canary)).toEqual([])
})

it('every value of the audit log has an owner that exists', async () => {
  const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'warn' })
  const own = await seat(testId, 'Asha Rao')
  await writeAbout(testId, [own, await seat(testId, 'Bela Das')], canary)
  await writeAbout(testId, [await seat(testId, 'Chitra Iyer')], canary)
  const { read } = app.deps.db
  const values = await read
    .selectFrom('audit_values')
    .leftJoin('accounts', 'accounts.id', 'audit_values.person_id')
    .select(['audit_values.name', 'value', 'accounts.role'])
    .execute()
  const orphans = values.filter(({ role, value }) => role === null && value.includes(canary))
  expect(orphans).toEqual([])
})
