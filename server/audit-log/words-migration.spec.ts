import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { addLiveAction } from '../live/live-action-queries.ts'
import { type AuditEvent, audit, eraseAuditValues } from './audit.ts'
import { verifyAuditChain } from './audit-chain.ts'

const migration = '0059-words-about-students.ts'
const actor = { id: 'staff', email: '', address: '' }
const at = Date.UTC(2026, 10, 20, 9)

let app: TestApp
let examId: string
let students: readonly [TestStudent, TestStudent]
let attemptIds: [string, string]
beforeEach(async () => {
  app = await createTestApp()
  examId = (await createReleasedExam(await app.createAdmin()))._id
  students = [await createStudent(app, 'Asha Rao'), await createStudent(app, 'Bela Das')]
  attemptIds = [
    await completeAttempt(students[0], examId, 1),
    await completeAttempt(students[1], examId, 1),
  ]
})
afterEach(() => app.close())

/** As the version before wrote it. */
const write = (event: Omit<AuditEvent, 'actor'>, when = at) =>
  app.deps.db.write((tx) => audit(tx, app.deps, { actor, ...event }, when))

const addAction = (id: string, ids: readonly string[], message: string | null, when = at) =>
  app.deps.db.write((tx) =>
    addLiveAction(
      tx,
      {
        id,
        examId,
        kind: message ? 'message' : 'pause',
        minutes: null,
        reason: 'other',
        notDone: [],
        actorId: 'staff',
        actorAddress: null,
        actedAt: when,
        undoUntil: when,
        state: 'done',
        reasonText: 'words beside',
        message,
      },
      ids,
    ),
  )

/** The next start runs it. */
async function migrateAgain() {
  await app.deps.db.write((tx) => sql`DELETE FROM migrations WHERE name = ${migration}`.execute(tx))
  await app.close({ keep: true })
  app = await createTestApp({ dataDir: app.dataDir, schema: app.schema })
}

const listValues = () =>
  app.deps.db.read
    .selectFrom('audit_values')
    .innerJoin('audit', 'audit.sequence', 'audit_values.sequence')
    .select(['action', 'name', 'value', 'person_id'])
    .where('audit.actor_id', '=', 'staff')
    .where('audit_values.name', '!=', 'address')
    .orderBy('audit.sequence')
    .orderBy('name')
    .execute()

const messaged = {
  action: 'attempt.messaged',
  values: { why: 'Other: ill', note: 'Dear' },
} as const

it('a message to one student is assigned to that student, and the chain still verifies', async () => {
  await addAction('one', attemptIds.slice(0, 1), 'Dear')
  await write({ ...messaged, subject: examId, detail: { count: 1 } })
  await migrateAgain()
  const person_id = students[0].id
  expect(await listValues()).toMatchObject([
    { name: 'note', value: '"Dear"', person_id },
    { name: 'why', value: '"Other: ill"', person_id },
  ])
  await app.deps.db.erase((tx) => eraseAuditValues(tx, [person_id]))
  expect(await listValues()).toEqual([])
  expect(await verifyAuditChain(app.deps.db.read)).toMatchObject({ isIntact: true })
})

it('text about several or unknown students is erased, but not the reason from the list', async () => {
  await addAction('several', attemptIds, 'Dear')
  await write({ ...messaged, subject: examId, detail: { count: 2 } })
  const gone = { subject: examId, detail: { count: 1 } }
  await write({ ...messaged, ...gone, values: { why: 'Noise', note: 'Dear' } }, at + 1)
  for (const [index, subject] of attemptIds.entries()) {
    const person = students[index]?.id ?? ''
    const about = { subject, person, values: { why: 'Other: fell ill' } }
    await write({ ...about, action: 'attempt.paused', detail: { live: 'several' } })
    await write({ ...about, action: 'attempt.extended', detail: { minutes: 5 } }, at + 2)
    await write({ ...about, action: 'incident.kept' }, at + 3)
  }
  const own = { subject: attemptIds[0], person: students[0].id, values: { why: 'Asked' } }
  await write({ ...own, action: 'attempt.extended', detail: { minutes: 1 } }, at + 4)
  await migrateAgain()
  expect(await listValues()).toEqual([
    { action: 'attempt.messaged', name: 'why', value: '"Noise"', person_id: examId },
    { action: 'attempt.extended', name: 'why', value: '"Asked"', person_id: students[0].id },
  ])
  expect(await verifyAuditChain(app.deps.db.read)).toMatchObject({ isIntact: true })
  if (app.deps.db.engine === 'postgres') return
  await app.deps.db.clean()
  expect(readFileSync(join(app.dataDir, 'institute.db')).toString('latin1')).not.toMatch(/fell ill/)
})

it('text stored with an action or a decision about an erased student is erased', async () => {
  const { db } = app.deps
  await addAction('left', attemptIds.slice(1), null)
  await addAction('whole', attemptIds, null, at + 1)
  for (const [live, when] of [
    ['left', at],
    ['whole', at + 1],
  ] as const) {
    for (const subject of attemptIds) {
      await write({ action: 'attempt.paused', subject, detail: { live }, person: subject }, when)
    }
  }
  await write({ action: 'incident.kept', subject: 'erased-attempt' }, at + 2)
  await write({ action: 'incident.kept', subject: attemptIds[1] }, at + 2)
  const decision = { attempt_id: attemptIds[1], outcome: 'kept', given_ms: null, group_id: 'g' }
  const by = { decided_by: 'staff', why: 'words beside' }
  await db.write(async (tx) => {
    const rows = [
      { ...decision, ...by, incident_id: 'i', decision_id: 'd', decided_at: at + 2 },
      { ...decision, ...by, incident_id: 'j', decision_id: 'e', decided_at: at + 3 },
    ]
    await tx.insertInto('incident_decisions').values(rows).execute()
  })
  await migrateAgain()
  const { read } = app.deps.db
  const actions = await read
    .selectFrom('live_action_attempts')
    .select(['action_id', 'reason_text'])
    .distinct()
    .orderBy('action_id')
    .execute()
  expect(actions).toEqual([
    { action_id: 'left', reason_text: null },
    { action_id: 'whole', reason_text: 'words beside' },
  ])
  const decisions = await read
    .selectFrom('incident_decisions')
    .select(['decision_id', 'why'])
    .orderBy('decision_id')
    .execute()
  expect(decisions).toEqual([
    { decision_id: 'd', why: '' },
    { decision_id: 'e', why: 'words beside' },
  ])
})
