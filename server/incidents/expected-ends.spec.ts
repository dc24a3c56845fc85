import { afterEach, beforeEach, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { finishQuiz } from '#contract/attempts.ts'
import * as contract from '#contract/incidents.ts'
import { applyAction } from '#contract/live.ts'
import { getAttemptClock, reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { expireAttempts } from '../attempts/expire-attempts.ts'
import { applyDueActions } from '../live/live-actions.ts'

const minute = 60_000
let app: TestApp
let admin: TestClient
let student: TestStudent
let testId: string
let attemptId: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { duration: 30, integrityMode: 'warn' }))._id
  student = await createStudent(app, 'Priya Nair')
  attemptId = (await startAttempt(student, testId)).attemptId
})
afterEach(() => app.close())

const list = async () => (await admin.request(contract.listIncidents, { query: {} })).json
const getOwn = async () => (await student.request(listOwnAttempts)).json[0]?.incident
const say = (text: string, incidentId: string) =>
  student.request(contract.writeStatement, { params: { attemptId }, body: { incidentId, text } })

/** Until the sweeper has closed what is overdue, with the student's page in sight all the time. */
async function runOutOfTime() {
  for (let n = 0; n < 31; n += 1) {
    await student.request(getAttemptClock, { params: { attemptId } })
    app.advanceClock(minute)
  }
  await expireAttempts(app.deps)
}

async function logInAgain() {
  const body = { email: student.email, password: studentPassword }
  await student.request(studentLogin, { body })
}

it('a student may comment on running out of time for 24 h; the comment makes it an incident', async () => {
  await runOutOfTime()
  expect(await list()).toEqual([])
  const own = await getOwn()
  expect(own).toMatchObject({ kind: 'time-up', statement: null, outcome: null })

  app.advanceClock(23 * 60 * minute)
  await logInAgain()
  expect((await say('The lab was locked.', own?._id ?? '')).status).toBe(200)
  const [group, ...rest] = await list()
  expect(rest).toEqual([])
  expect(group).toMatchObject({
    kind: 'time-up',
    proposed: null,
    isDecided: false,
    members: [{ status: 'ended', statement: { text: 'The lab was locked.' } }],
  })
  expect(group?.members[0]?.misfits).toMatchObject({ reopened: 'no-time-left' })

  const body = {
    decisionId: 'd',
    groupId: group?._id ?? '',
    outcome: 'new-attempt' as const,
    incidents: [{ _id: group?._id ?? '', attemptId }],
    why: 'Workstation',
  }
  expect((await admin.request(contract.decideIncidents, { body })).json.decided).toHaveLength(1)
  expect(await getOwn()).toMatchObject({
    statement: 'The lab was locked.',
    outcome: { outcome: 'new-attempt', why: 'Workstation' },
  })
})

it('the student is no longer asked for a comment after a day, or once the attempt is open again', async () => {
  await runOutOfTime()
  const own = await getOwn()
  await admin.request(reopenAttempt, {
    params: { attemptId },
    body: { why: 'By hand', minutes: 5 },
  })
  expect(await getOwn()).toBeUndefined()
  await student.request(finishQuiz, { params: { attemptId }, body: {} })
  app.advanceClock(25 * 60 * minute)
  await logInAgain()
  expect(await getOwn()).toBeUndefined()
  expect((await say('Late', own?._id ?? '')).json).toMatchObject({ code: 'statement-too-late' })
  expect(await list()).toEqual([])
})

it('a student may comment on an end by staff, too', async () => {
  const body = { kind: 'end', reason: 'illness' } as const
  await admin.request(applyAction, { params: { testId }, body })
  app.advanceClock(11_000)
  await applyDueActions(app.deps)
  const own = await getOwn()
  expect(own?.kind).toBe('ended-by-staff')
  expect(await list()).toEqual([])
  await say('I was not ill.', own?._id ?? '')
  expect(await list()).toMatchObject([
    { kind: 'ended-by-staff', members: [{ statement: { text: 'I was not ill.' } }] },
  ])
})

it('an outage is shown instead of the expected end until the student comments on the end', async () => {
  const at = new Date(app.clock.at).toISOString()
  app.advanceClock(40_000)
  await student.request(reportEvent, {
    params: { attemptId },
    body: { kind: 'offline', at, durationMs: 40_000 },
  })
  await runOutOfTime()
  expect((await getOwn())?.kind).toBe('offline')
  expect(await list()).toMatchObject([{ kind: 'offline' }])
})
