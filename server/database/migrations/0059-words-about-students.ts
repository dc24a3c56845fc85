import type { MigrationDb } from '../migration-files.ts'

type Entry = {
  readonly sequence: number
  readonly at: number
  readonly actor_id: string | null
  readonly action: string
  readonly subject: string | null
  readonly detail: string | null
}
type Value = {
  readonly sequence: number
  readonly name: string
  readonly value: string
  readonly salt: string
  readonly at: number
  readonly search_key: string
}

const listedReasons = ['Power cut', 'Network', 'Workstation', 'Noise', 'Illness', 'Late', 'Other']

/** Entries that were written for each attempt of one press, with the same words. */
const pressActions = `'attempt.reopened', 'attempt.extended', 'attempt.granted', 'attempt.paused',
  'attempt.resumed', 'attempt.ended', 'attempt.voided', 'attempt.action-undone',
  'incident.no-consequence', 'incident.kept', 'incident.taken-back'`

/**
 * Every free text gets the student it is about: a message to one is theirs, and not the exam's.
 * Words about several leave the audit log, where nobody could tell whose they are; they lie beside
 * what was done, unless one of these students is erased already.
 */
export async function migrate(db: MigrationDb): Promise<void> {
  const presses = await listPresses(db)
  const moved = await moveMessages(db)
  const erased = (await eraseSharedValues(db, presses)) + (await eraseLeftWords(db, presses))
  if (moved + erased > 0 && db.engine === 'sqlite') await markUnclean(db)
}

async function moveMessages(db: MigrationDb): Promise<number> {
  const entries = await db.all<Entry>(
    `SELECT sequence, at, actor_id, action, subject, detail FROM audit WHERE action = 'attempt.messaged'`,
  )
  for (const entry of entries) {
    const values = await db.all<Value>(
      `SELECT sequence, name, value, salt, at, search_key FROM audit_values
       WHERE sequence = $1 AND name IN ('why', 'note')`,
      [entry.sequence],
    )
    const person = readDetail(entry).count === 1 ? await findReceiver(db, entry) : null
    for (const value of values) {
      if (isListed(value)) continue
      const key = [entry.sequence, value.name]
      await db.run('DELETE FROM audit_values WHERE sequence = $1 AND name = $2', key)
      if (person === null) continue
      // Values are never updated; the same one under another owner has the same hash.
      await db.run(
        `INSERT INTO audit_values (sequence, name, value, salt, person_id, at, search_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [value.sequence, value.name, value.value, value.salt, person, value.at, value.search_key],
      )
    }
  }
  return entries.length
}

async function findReceiver(db: MigrationDb, { subject, at }: Entry): Promise<string | null> {
  const rows = await db.all<{ student_id: string }>(
    `SELECT DISTINCT t.student_id FROM live_actions l
     JOIN live_action_attempts a ON a.action_id = l.id JOIN attempts t ON t.id = a.attempt_id
     WHERE l.exam_id = $1 AND l.acted_at = $2 AND l.kind = 'message'`,
    [subject, at],
  )
  return rows.length === 1 ? (rows[0]?.student_id ?? null) : null
}

async function eraseSharedValues(db: MigrationDb, presses: Presses): Promise<number> {
  let erased = 0
  for (const entries of presses.values()) {
    if (countSubjects(entries) < 2) continue
    for (const { sequence } of entries) {
      const [value] = await db.all<Value>(
        `SELECT sequence, name, value, salt, at, search_key FROM audit_values
         WHERE sequence = $1 AND name = 'why'`,
        [sequence],
      )
      if (!value || isListed(value)) continue
      await db.run(`DELETE FROM audit_values WHERE sequence = $1 AND name = 'why'`, [sequence])
      erased += 1
    }
  }
  return erased
}

/** Beside a live action or a decision, where one of those they were about is erased. */
async function eraseLeftWords(db: MigrationDb, presses: Presses): Promise<number> {
  let erased = 0
  const actions = await db.all<{ id: string; left: number }>(
    `SELECT action_id AS id, count(*) AS "left" FROM live_action_attempts
     WHERE reason_text IS NOT NULL OR message IS NOT NULL GROUP BY action_id`,
  )
  for (const { id, left } of actions) {
    if (countSubjects(presses.get(`live ${id}`) ?? []) <= Number(left)) continue
    await db.run(
      'UPDATE live_action_attempts SET reason_text = NULL, message = NULL WHERE action_id = $1',
      [id],
    )
    erased += 1
  }
  const decisions = await db.all<{ id: string; at: number; by: string | null; left: number }>(
    `SELECT decision_id AS id, decided_at AS at, decided_by AS "by", count(*) AS "left"
     FROM incident_decisions WHERE why <> '' GROUP BY decision_id, decided_at, decided_by`,
  )
  for (const { id, at, by, left } of decisions) {
    const made = [...presses.values()].filter(
      ([one]) => one?.at === Number(at) && one.actor_id === by,
    )
    const most = Math.max(0, ...made.map(countSubjects))
    if (most <= Number(left)) continue
    await db.run(`UPDATE incident_decisions SET why = '' WHERE decision_id = $1`, [id])
    erased += 1
  }
  return erased
}

type Presses = ReadonlyMap<string, readonly Entry[]>

/** By the live action or, of what is none, by moment, person and kind. */
async function listPresses(db: MigrationDb): Promise<Presses> {
  const rows = await db.all<Entry>(
    `SELECT sequence, at, actor_id, action, subject, detail FROM audit
     WHERE action IN (${pressActions}) ORDER BY sequence`,
  )
  return Map.groupBy(
    rows.map((row) => ({ ...row, at: Number(row.at) })),
    (entry) => {
      const { live } = readDetail(entry)
      return live ? `live ${live}` : `${entry.at} ${entry.actor_id} ${entry.action}`
    },
  )
}

function countSubjects(entries: readonly Entry[]): number {
  return new Set(entries.map(({ subject }) => subject)).size
}

function readDetail({ detail }: Entry): { live?: string; count?: number } {
  return detail === null ? {} : JSON.parse(detail)
}

/** One of the list, without own words. */
function isListed({ name, value }: Value): boolean {
  return name === 'why' && listedReasons.some((reason) => value === JSON.stringify(reason))
}

/** So that the file is rewritten at this start, as after every erasure. */
async function markUnclean(db: MigrationDb): Promise<void> {
  const [row] = await db.all<{ user_version: number }>('PRAGMA user_version')
  if (row?.user_version === 1) await db.run('PRAGMA user_version = 2')
}
