import { randomBytes } from 'node:crypto'
import { buildSearchKey } from '#core/text.ts'
import { canonicalJson, hashEntry, hashValue } from '../audit-hash.ts'
import type { MigrationDb } from '../migration-files.ts'

type OldRow = {
  readonly id: string
  readonly at: number
  readonly actor_id: string | null
  readonly actor: string
  readonly action: string
  readonly subject: string | null
  readonly detail: string | null
  readonly address: string | null
}

type Detail = Record<string, string | number | string[]>
type Values = Record<string, unknown>
type Converted = {
  readonly action: string
  readonly detail?: Detail
  readonly values?: Values
  /** Whose data the values are, where that is not the subject. */
  readonly person?: string | undefined
  readonly subject?: string | null | undefined
}

const pageSize = 1_000

/**
 * The audit log by codes. Sentences become a code with ids and counts; reasons, addresses and
 * changed values move beside it, where they can be erased; each row is linked to the one before.
 */
export async function migrate(db: MigrationDb): Promise<void> {
  await db.run(tables)
  const known = await knownIds(db)
  let [sequence, previousHash, isMore] = [0, '', true]
  let after: Pick<OldRow, 'at' | 'id'> = { at: -1, id: '' }
  while (isMore) {
    const rows = await db.all<OldRow>(
      `SELECT id, at, actor_id, actor, action, subject, detail, address FROM audit
       WHERE at > $1 OR (at = $1 AND id > $2) ORDER BY at, id LIMIT ${pageSize}`,
      [after.at, after.id],
    )
    for (const row of rows) {
      sequence += 1
      previousHash = await addEntry(db, { ...row, at: Number(row.at) }, known, {
        sequence,
        previousHash,
      })
    }
    after = rows.at(-1) ?? after
    isMore = rows.length === pageSize
  }
  await db.run('DROP TABLE audit; ALTER TABLE new_audit RENAME TO audit')
  await db.run(indexes)
  await db.run(db.engine === 'sqlite' ? sqliteTriggers : postgresTriggers)
}

const tables = `
CREATE TABLE new_audit (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at BIGINT NOT NULL,
  actor_id TEXT,
  action TEXT NOT NULL,
  subject TEXT,
  detail TEXT,
  value_hashes TEXT,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
);
CREATE TABLE audit_values (
  sequence INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  salt TEXT NOT NULL,
  person_id TEXT,
  at BIGINT NOT NULL,
  search_key SORTED_TEXT NOT NULL,
  PRIMARY KEY (sequence, name)
);
CREATE INDEX audit_values_person ON audit_values (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX audit_values_at ON audit_values (at);
CREATE INDEX audit_values_searched ON audit_values (sequence, search_key)`

const indexes = `
CREATE INDEX audit_listed ON audit (sequence, action, actor_id, subject);
CREATE INDEX audit_subject ON audit (subject, sequence) WHERE subject IS NOT NULL`

const sqliteTriggers = `
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'The audit log only grows.'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'The audit log only grows.'); END;
CREATE TRIGGER audit_values_are_not_changed BEFORE UPDATE ON audit_values
BEGIN SELECT RAISE(ABORT, 'Values of the audit log are erased, never changed.'); END`

const postgresTriggers = `
CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows();
CREATE FUNCTION audit_values_are_not_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'Values of the audit log are erased, never changed.'; END $$;
CREATE TRIGGER audit_values_are_not_changed BEFORE UPDATE ON audit_values
FOR EACH STATEMENT EXECUTE FUNCTION audit_values_are_not_changed()`

type Known = {
  readonly accountByEmail: ReadonlyMap<string, string>
  readonly studentOfAttempt: ReadonlyMap<string, string>
  /** By the student and the moment. */
  readonly grants: ReadonlyMap<string, string>
  readonly titles: ReadonlySet<string>
}

async function knownIds(db: MigrationDb): Promise<Known> {
  // The account that has the address now is the last one.
  const accounts = await db.all<{ id: string; email: string }>(
    'SELECT id, email FROM accounts ORDER BY CASE WHEN deleted_at IS NULL THEN 1 ELSE 0 END, deleted_at',
  )
  const attempts = await db.all<{ id: string; student_id: string }>(
    `SELECT id, student_id FROM attempts WHERE id IN (SELECT subject FROM audit)`,
  )
  const grants = await db.all<{ exam_id: string; student_id: string; created_at: number }>(
    'SELECT exam_id, student_id, created_at FROM grants',
  )
  const exams = await db.all<{ title: string }>('SELECT title FROM exams')
  return {
    accountByEmail: new Map(accounts.map(({ id, email }) => [email, id])),
    studentOfAttempt: new Map(attempts.map((row) => [row.id, row.student_id])),
    grants: new Map(
      grants.map((row) => [`${row.student_id} ${Number(row.created_at)}`, row.exam_id]),
    ),
    titles: new Set(exams.map(({ title }) => title)),
  }
}

type Place = { readonly sequence: number; readonly previousHash: string }

async function addEntry(db: MigrationDb, row: OldRow, known: Known, place: Place) {
  const { sequence, previousHash } = place
  const converted = convert(row, known)
  const actorId = row.actor_id ?? known.accountByEmail.get(row.actor) ?? null
  const subject = converted.subject === undefined ? row.subject : converted.subject
  const owner = converted.person ?? subject ?? actorId
  const values = Object.entries(converted.values ?? {}).map(([name, value]) => {
    return { name, value, personId: owner }
  })
  if (row.address && row.address !== 'this machine') {
    values.push({ name: 'address', value: row.address, personId: actorId })
  }
  const hashes: Record<string, string> = {}
  for (const { name, value, personId } of values) {
    const salt = randomBytes(16).toString('base64url')
    const text = JSON.stringify(value)
    hashes[name] = hashValue(salt, text)
    await db.run(
      `INSERT INTO audit_values (sequence, name, value, salt, person_id, at, search_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [sequence, name, text, salt, personId, row.at, searchKeyOf(value)],
    )
  }
  const isCommandLine = row.actor_id === null && row.actor === 'npm run admin'
  const entry = {
    sequence,
    id: row.id,
    at: row.at,
    actor_id: actorId,
    action: converted.action,
    subject,
    detail: canonicalJson({ ...converted.detail, ...(isCommandLine && { via: 'command-line' }) }),
    value_hashes: canonicalJson(hashes),
    previous_hash: previousHash,
  }
  const hash = hashEntry(entry)
  await db.run(
    `INSERT INTO new_audit (sequence, id, at, actor_id, action, subject, detail, value_hashes,
       previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [...Object.values(entry), hash],
  )
  return hash
}

function searchKeyOf(value: unknown): string {
  const words = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  return buildSearchKey(words.join(' ')).slice(0, 500)
}

/** Sentences whose detail, if any, was a name that is joined at reading now. */
const plain: Readonly<Record<string, string>> = {
  'signed in': 'session.started',
  'changed the password': 'password.changed',
  'asked for a one-time password': 'password.requested',
  'mailed login details': 'login-details.mailed',
  'showed login details': 'login-details.shown',
  'created a test': 'exam.created',
  'updated a test': 'exam.updated',
  'released a test': 'exam.released',
  'unreleased a test': 'exam.unreleased',
  'deleted a test': 'exam.deleted',
  'restored a test': 'exam.restored',
  'handled an enquiry': 'enquiry.handled',
  'reopened an enquiry': 'enquiry.reopened',
}

const manyStudents: Readonly<Record<string, string>> = {
  'deleted students': 'students.deleted',
  'restored students': 'students.restored',
  'erased students': 'students.erased',
}

const admins: Readonly<Record<string, string>> = {
  'added an admin': 'admin.added',
  'reset an admin': 'admin.reset',
  'removed an admin': 'admin.removed',
}

const exports: Readonly<Record<string, string>> = {
  'exported students': 'students.exported',
  'exported scores': 'scores.exported',
}

function convert(row: OldRow, known: Known): Converted {
  const { action, subject } = row
  const detail = row.detail ?? ''
  const plainCode = plain[action]
  if (plainCode) return { action: plainCode }
  const adminCode = admins[action]
  if (adminCode) return { action: adminCode, ...adminOf(subject, known) }
  const manyCode = manyStudents[action]
  if (manyCode && /^\d+:( [\w-]{1,64})*$/.test(detail)) {
    return { action: manyCode, detail: { ids: detail.split(' ').slice(1) } }
  }
  const exportCode = exports[action]
  const [, exported, format] = /^(\d+) as (csv|xlsx)$/.exec(detail) ?? []
  if (exportCode && format) {
    return { action: exportCode, detail: { count: Number(exported), format } }
  }
  return convertDetail(row, known) ?? withNote(action, detail)
}

function convertDetail(row: OldRow, known: Known): Converted | null {
  const { action, subject } = row
  const detail = row.detail ?? ''
  const person = known.studentOfAttempt.get(subject ?? '')
  switch (action) {
    case 'viewed an identity image':
      return /^(front|back)$/.test(detail)
        ? { action: 'identity.viewed', detail: { side: detail } }
        : null
    case 'updated a student':
      return updatedStudent(detail)
    case 'erased a test':
      return { action: 'exam.erased', values: { title: detail } }
    case 'reopened an attempt':
      return { action: 'attempt.reopened', values: { why: detail }, person }
    case 'added time': {
      const [, minutes, why] = /^(\d+) minutes?: ([\s\S]*)$/.exec(detail) ?? []
      if (!minutes) return null
      const added = { minutes: Number(minutes) }
      return { action: 'attempt.extended', detail: added, values: { why }, person }
    }
    case 'granted an attempt':
      return granted(row, known)
    case 'released results': {
      const [, count] = /: (\d+) mails$/.exec(detail) ?? []
      return { action: 'results.released', detail: count ? { mails: Number(count) } : {} }
    }
    case 'took results back': {
      const told = /: (\d+) mails stopped, (\d+) sent before\. ([\s\S]*)$/.exec(detail)
      if (!told) return null
      const [, stopped, sent, why] = told
      const counts = { stopped: Number(stopped), sent: Number(sent) }
      return { action: 'results.unreleased', detail: counts, values: { why } }
    }
    case 'corrected an answer': {
      const told = /, “([\s\S]*?)”: (\w+), (\d+) scores changed\. ([\s\S]*)$/.exec(detail)
      if (!told) return null
      const [, question, key = '', changed, why] = told
      const counts = { key, changed: Number(changed) }
      return { action: 'answer-key.corrected', detail: counts, values: { question, why } }
    }
    case 'sent a letter again':
      return /^[\w-]+$/.test(detail) ? { action: 'mail.resent', detail: { kind: detail } } : null
    case 'sent failed letters again':
      return { action: 'mail.failed-resent', detail: { count: Number(detail) || 0 } }
    case 'sent a test mail':
      return { action: 'mail.test-sent', values: { to: detail } }
    default:
      return null
  }
}

const extraTime = /^extra time from (\d+) % to (\d+) %$/
const fieldNames: Readonly<Record<string, string>> = { 'start date': 'startDate' }

function updatedStudent(detail: string): Converted | null {
  const parts = detail === '' ? [] : detail.split(', ')
  const values: Values = {}
  const fields = parts.map((part) => {
    const [, from, to] = extraTime.exec(part) ?? []
    if (!to) return fieldNames[part] ?? part
    values.extraTimePercent = { from: Number(from), to: Number(to) }
    return 'extraTimePercent'
  })
  if (!fields.every((field) => /^\w+$/.test(field))) return null
  return { action: 'student.updated', detail: { fields }, values }
}

/** The detail began with the test's title, which may hold a colon itself. */
function granted({ subject, at, detail: text }: OldRow, known: Known): Converted {
  const detail = text ?? ''
  const ends = [...detail.matchAll(/: /g)].map(({ index }) => index)
  const end = ends.findLast((index) => known.titles.has(detail.slice(0, index))) ?? ends[0]
  const testId = known.grants.get(`${subject} ${at}`)
  return {
    action: 'attempt.granted',
    ...(testId && { detail: { testId } }),
    values: { why: end === undefined ? detail : detail.slice(end + 2) },
  }
}

function adminOf(email: string | null, known: Known): Omit<Converted, 'action'> {
  const id = known.accountByEmail.get(email ?? '')
  return id || !email ? { subject: id ?? null } : { subject: null, values: { email } }
}

/** Nothing is lost, and nothing that may be a person's stays where it cannot be erased. */
function withNote(action: string, detail: string): Converted {
  return { action: 'legacy.other', values: { note: detail ? `${action}: ${detail}` : action } }
}
