import { afterEach, expect, it } from 'vitest'
import * as contract from '#contract/incidents.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import type { Outcome } from '#core/proctoring/incident-outcomes.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
afterEach(() => app.close())

/** An attempt that developer tools have ended. */
async function endEarly() {
  app = await createTestApp()
  admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'strict' })
  const student = await createStudent(app)
  const { attemptId } = await startAttempt(student, testId)
  const body = { kind: 'devtools' as const, at: new Date(app.clock.at).toISOString() }
  await student.request(reportEvent, { params: { attemptId }, body })
  return { student, attemptId }
}

async function decide(decisionId: string, outcome: Outcome) {
  const [group] = (await admin.request(contract.listIncidents, { query: {} })).json
  const incidents = (group?.members ?? []).map(({ _id, attemptId }) => ({ _id, attemptId }))
  const groupId = group?._id ?? ''
  const body = { decisionId, groupId, incidents, outcome, why: 'Network' }
  expect((await admin.request(contract.decideIncidents, { body })).status).toBe(200)
}

async function findOwn(student: TestStudent) {
  const [attempt] = (await student.request(listOwnAttempts)).json
  if (!attempt?.incident) throw new Error('Nothing has happened')
  return attempt.incident
}

function dismiss(
  student: TestStudent,
  attemptId: string,
  incident: contract.OwnIncident,
  isDismissed = true,
) {
  const decidedAt = incident.outcome?.at ?? incident.at
  const body = { incidentId: incident._id, decidedAt, isDismissed }
  return student.request(contract.dismissOutcome, { params: { attemptId }, body })
}

it('a dismissed outcome stays dismissed for the account until the student undoes it', async () => {
  const { student, attemptId } = await endEarly()
  await decide('first', 'kept')
  const decided = await findOwn(student)
  expect(decided.outcome).not.toHaveProperty('isDismissed')
  for (const _ of ['pressed', 'sent again'])
    expect((await dismiss(student, attemptId, decided)).status).toBe(200)
  expect((await findOwn(student)).outcome).toEqual({ ...decided.outcome, isDismissed: true })
  await dismiss(student, attemptId, decided, false)
  expect(await findOwn(student)).toEqual(decided)
})

it('a newer decision is shown again, and dismissing the old one does not hide it', async () => {
  const { student, attemptId } = await endEarly()
  await decide('first', 'kept')
  const decided = await findOwn(student)
  await dismiss(student, attemptId, decided)
  app.advanceClock(1000)
  await admin.request(contract.revertDecision, { body: { decisionId: 'first', why: 'A slip' } })
  app.advanceClock(1000)
  await decide('second', 'voided')
  expect((await dismiss(student, attemptId, decided)).json).toMatchObject({
    code: 'incident-not-found',
  })
  const { outcome } = await findOwn(student)
  expect(outcome).toMatchObject({ outcome: 'voided' })
  expect(outcome).not.toHaveProperty('isDismissed')
})

it('an open incident and another student’s outcome cannot be dismissed', async () => {
  const { student, attemptId } = await endEarly()
  const open = await findOwn(student)
  expect((await dismiss(student, attemptId, open)).json).toMatchObject({
    code: 'incident-not-found',
  })
  await decide('first', 'kept')
  const other = await createStudent(app, 'Asha Rao')
  const refused = await dismiss(other, attemptId, await findOwn(student))
  expect(refused.json).toMatchObject({ code: 'attempt-not-found' })
  expect((await findOwn(student)).outcome).not.toHaveProperty('isDismissed')
})
