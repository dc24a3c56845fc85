import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { createSchema } from '#test/test-databases.ts'
import type { Database } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { openSqlite } from '../database/sqlite.ts'
import { verifyAuditChain } from './audit-chain.ts'

const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'sqlite'
const migrationsFolder = join(import.meta.dirname, '../database/migrations')
let dataDir: string
let databaseUrl: string
let db: Database | undefined

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'old-audit-'))
  if (engine === 'postgres') {
    const schema = `old_audit_${Date.now()}_${Math.floor(performance.now())}`
    databaseUrl = await createSchema(inject('postgresUrl'), schema)
  }
})
afterEach(async () => {
  await db?.close()
  db = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

type OldRow = [actor: string, action: string, subject?: string | null, detail?: string]

const asha = 'admin@example.com'
const oldRows: readonly OldRow[] = [
  [asha, 'signed in'],
  [asha, 'updated a student', 'student-1', 'fees, remarks, extra time from 10 % to 20 %'],
  [asha, 'viewed an identity image', 'student-1', 'front'],
  [asha, 'reopened an attempt', 'attempt-1', 'Priya was ill'],
  [asha, 'added time', 'attempt-1', '1 minute: Power: cut'],
  [asha, 'granted an attempt', 'student-1', 'React: hooks: Priya asked: nicely'],
  [asha, 'deleted students', null, '2: student-1 student-2'],
  [asha, 'exported scores', 'exam-1', '12 as csv'],
  [asha, 'created a test', 'exam-1', 'React: hooks'],
  [asha, 'released results', 'exam-1', 'React: hooks: 12 mails'],
  [asha, 'took results back', 'exam-1', 'React: hooks: 3 mails stopped, 9 sent before. Too early'],
  [asha, 'corrected an answer', 'exam-1', 'React, “Which?”: B, 2 scores changed. A typo'],
  [asha, 'sent a test mail', null, 'priya@example.com'],
  ['npm run admin', 'added an admin', asha],
  ['npm run admin', 'removed an admin', 'gone@example.com'],
  ['system', 'erased a test', 'exam-0', 'An old test'],
  [asha, 'updated a student', 'student-1', 'a sentence of Priya that nobody foresaw'],
]

const statements = [
  `INSERT INTO accounts (id, role, email, name, created_at)
   VALUES ('admin-1', 'admin', '${asha}', 'Asha', 1), ('student-1', 'student', 'p@x.in', 'Priya', 1)`,
  `INSERT INTO students (id, name, name_key, email, phone, dob, gender, role, fname, fphone, laddress,
     paddress, course, referral, terms_version, terms_accepted_at, created_at)
   VALUES ('student-1', 'Priya', 'priya', 'p@x.in', '', '', '', '', '', '', '', '', '', '', '', 1, 1)`,
  `INSERT INTO exams (id, revision_id, title, title_key, duration_minutes, question_count,
     integrity_mode, attempts_allowed, created_at)
   VALUES ('exam-1', 'r1', 'React: hooks', 'react: hooks', 30, 1, 'strict', 1, 1)`,
  `INSERT INTO revisions (id, exam_id, paper, created_at) VALUES ('r1', 'exam-1', '{}', 1)`,
  `INSERT INTO attempts (id, exam_id, revision_id, student_id, seed, started_at, ends_at, closes_at)
   VALUES ('attempt-1', 'exam-1', 'r1', 'student-1', 1, 1, 2, 3)`,
  `INSERT INTO grants (id, exam_id, student_id, created_at) VALUES ('g', 'exam-1', 'student-1', 1005)`,
]

/** A database as it was before codes, with these lines in its log. */
async function makeOldDatabase(rows: readonly OldRow[]) {
  const migrations = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql') && name < '0015')
    .filter((name) => name.split('.').length === 2 || name.includes(`.${engine}.`))
    .sort()
  const type = engine === 'sqlite' ? 'TEXT' : 'TEXT COLLATE "C"'
  const quoted = (value: string | null | undefined) =>
    value ? `'${value.replaceAll("'", "''")}'` : 'NULL'
  const script = [
    'CREATE TABLE migrations (name TEXT PRIMARY KEY)',
    ...migrations.map((name) =>
      readFileSync(join(migrationsFolder, name), 'utf8').replaceAll('SORTED_TEXT', type),
    ),
    ...migrations.map((name) => `INSERT INTO migrations (name) VALUES ('${name}')`),
    ...statements,
    ...rows.map(([actor, action, subject, detail], index) => {
      const fields = [actor, action, subject, detail].map(quoted).join(', ')
      const actorId = actor === asha ? "'admin-1'" : 'NULL'
      const address = actor === asha ? "'203.0.113.7'" : "''"
      return `INSERT INTO audit (id, at, actor_id, actor, action, subject, detail, address, search_key)
        VALUES ('id${index}', ${1000 + index}, ${actorId}, ${fields}, ${address}, ${quoted(actor)})`
    }),
  ].join(';\n')
  if (engine === 'sqlite') {
    const sqlite = new Sqlite(join(dataDir, 'institute.db'))
    sqlite.pragma('journal_mode = WAL')
    sqlite.exec(script)
    sqlite.close()
  } else {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(script)
    await client.end()
  }
}

async function openDatabase() {
  const onDiskFault = (error: unknown) => {
    throw error
  }
  db =
    engine === 'sqlite'
      ? await openSqlite({ dataDir, onDiskFault })
      : await openPostgres(databaseUrl, pino({ enabled: false }))
  return db
}

async function readEntries({ read }: Database) {
  const rows = await read.selectFrom('audit').selectAll().orderBy('sequence').execute()
  const values = await read.selectFrom('audit_values').selectAll().orderBy('name').execute()
  return rows.map(({ sequence, actor_id, action, subject, detail }) => ({
    row: [actor_id, action, subject, JSON.parse(detail ?? '{}')],
    values: Object.fromEntries(
      values
        .filter((one) => one.sequence === sequence && one.name !== 'address')
        .map((one) => [one.name, JSON.parse(one.value)]),
    ),
  }))
}

it('the migration turns every sentence into a code, and moves personal values beside it', async () => {
  await makeOldDatabase(oldRows)
  const all = await readEntries(await openDatabase())
  const by = 'admin-1'
  const via = { via: 'command-line' }
  expect(all).toEqual([
    { row: [by, 'session.started', null, {}], values: {} },
    {
      row: [
        by,
        'student.updated',
        'student-1',
        { fields: ['fees', 'remarks', 'extraTimePercent'] },
      ],
      values: { extraTimePercent: { from: 10, to: 20 } },
    },
    { row: [by, 'identity.viewed', 'student-1', { side: 'front' }], values: {} },
    { row: [by, 'attempt.reopened', 'attempt-1', {}], values: { why: 'Priya was ill' } },
    {
      row: [by, 'attempt.extended', 'attempt-1', { minutes: 1 }],
      values: { why: 'Power: cut' },
    },
    {
      row: [by, 'attempt.granted', 'student-1', { testId: 'exam-1' }],
      values: { why: 'Priya asked: nicely' },
    },
    {
      row: [by, 'students.deleted', null, { ids: ['student-1', 'student-2'] }],
      values: {},
    },
    { row: [by, 'scores.exported', 'exam-1', { count: 12, format: 'csv' }], values: {} },
    { row: [by, 'exam.created', 'exam-1', {}], values: {} },
    { row: [by, 'results.released', 'exam-1', { mails: 12 }], values: {} },
    {
      row: [by, 'results.unreleased', 'exam-1', { sent: 9, stopped: 3 }],
      values: { why: 'Too early' },
    },
    {
      row: [by, 'answer-key.corrected', 'exam-1', { changed: 2, key: 'B' }],
      values: { question: 'Which?', why: 'A typo' },
    },
    { row: [by, 'mail.test-sent', null, {}], values: { to: 'priya@example.com' } },
    { row: [null, 'admin.added', by, via], values: {} },
    { row: [null, 'admin.removed', null, via], values: { email: 'gone@example.com' } },
    { row: [null, 'exam.erased', 'exam-0', {}], values: { title: 'An old test' } },
    {
      row: [by, 'legacy.other', 'student-1', {}],
      values: { note: 'updated a student: a sentence of Priya that nobody foresaw' },
    },
  ])
})

it('the migration links the rows, keeps whose data each value is, and arms the triggers again', async () => {
  await makeOldDatabase(oldRows)
  const { read, write } = await openDatabase()
  expect(await verifyAuditChain(read)).toMatchObject({ isIntact: true, count: oldRows.length })
  const owners = await read
    .selectFrom('audit_values')
    .select(['name', 'person_id'])
    .where('sequence', '=', 4)
    .orderBy('name')
    .execute()
  expect(owners).toEqual([
    { name: 'address', person_id: 'admin-1' },
    { name: 'why', person_id: 'student-1' },
  ])
  await expect(
    write((tx) => tx.updateTable('audit').set({ action: 'exam.erased' }).execute()),
  ).rejects.toThrow('The audit log only grows.')
  await expect(write((tx) => tx.deleteFrom('audit').execute())).rejects.toThrow(
    'The audit log only grows.',
  )
  await expect(
    write((tx) => tx.updateTable('audit_values').set({ value: '1' }).execute()),
  ).rejects.toThrow('Values of the audit log are erased, never changed.')
  await write((tx) => tx.deleteFrom('audit_values').where('sequence', '=', 4).execute())
  expect(await verifyAuditChain(read)).toMatchObject({ isIntact: true, count: oldRows.length })
})

it.runIf(engine === 'sqlite')(
  'leaves no old text in any file after values are erased',
  async () => {
    const secret = 'Perdita Vanishes had the measles'
    const many = Array.from(
      { length: 1_500 },
      (): OldRow => [asha, 'reopened an attempt', 'attempt-1', secret],
    )
    await makeOldDatabase(many)
    const isInFiles = (text: string) =>
      readdirSync(dataDir).some((name) => readFileSync(join(dataDir, name)).includes(text))
    expect(isInFiles(secret)).toBe(true)
    expect(isInFiles('reopened an attempt')).toBe(true)
    await (await openDatabase()).clean()
    expect(isInFiles('reopened an attempt')).toBe(false)
    expect(isInFiles(secret)).toBe(true)
    expect(await verifyAuditChain((db as Database).read)).toMatchObject({
      isIntact: true,
      count: 1_500,
    })
  },
)

it.runIf(engine === 'sqlite')(
  'is complete or undone when the process is killed during it',
  async () => {
    const many = Array.from({ length: 3_000 }, (): OldRow => [asha, 'signed in'])
    await makeOldDatabase(many)
    const sqlite = new URL('../database/sqlite.ts', import.meta.url).href
    const program = `
    const { openSqlite } = await import(${JSON.stringify(sqlite)})
    console.log('begins')
    await openSqlite({ dataDir: process.env.DATA_DIR, onDiskFault: console.error })
    console.log('done')
    setInterval(() => {}, 1000)`
    for (const delayMs of [20, 60, 120]) {
      const env = { ...process.env, DATA_DIR: dataDir }
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
      await once(child.stdout, 'data')
      await pause(delayMs)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const { read } = await openDatabase()
    expect(await verifyAuditChain(read)).toMatchObject({ isIntact: true, count: 3_000 })
    const left = await sql<{ name: string }>`SELECT name FROM sqlite_master`.execute(read)
    expect(left.rows.map(({ name }) => name)).not.toContain('new_audit')
  },
)
