import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getExam, listExams } from '#contract/exams.ts'
import { listItemAnalyses } from '#contract/grading.ts'
import * as incidents from '#contract/incidents.ts'
import { getNews } from '#contract/news.ts'
import { reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import * as resultRelease from '#contract/result-release.ts'
import * as contract from '#contract/results.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let office: TestClient
let student: TestStudent
let testId: string
let attemptId: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  office = await app.createStaff('office')
  const other = await createStudent(app, 'Asha Rao')
  student = await createStudent(app, 'Bimal Das')
  testId = (await createReleasedExam(admin))._id
  await completeAttempt(other, testId, 4)
  attemptId = (await startAttempt(student, testId)).attemptId
  const at = new Date(app.clock.at).toISOString()
  const body = { kind: 'devtools' as const, at }
  await student.request(reportEvent, { params: { attemptId }, body })
})
afterEach(() => app.close())

async function makeVoid() {
  const { json } = await admin.request(incidents.listIncidents, { query: {} })
  const [group] = json
  const [member] = group?.members ?? []
  const body = {
    decisionId: 'void',
    groupId: group?._id ?? '',
    outcome: 'voided' as const,
    incidents: [{ _id: member?._id ?? '', attemptId }],
    why: 'Copied',
  }
  expect((await admin.request(incidents.decideIncidents, { body })).status).toBe(200)
}

const undoVoid = () =>
  admin.request(incidents.revertDecision, { body: { decisionId: 'void', why: 'A slip' } })

/** The figures of the test, as each list and page has them. */
async function readFigures() {
  const params = { testId }
  const statistics = (await admin.request(contract.getScoreStatistics, { params })).json
  const items = (await admin.request(listItemAnalyses, { params })).json
  const [group] = (await admin.request(contract.listAttemptsByExam, { query: {} })).json
  return {
    statistics: [statistics.attempts, statistics.average, statistics.percentages],
    items: items.attempts,
    group: [group?.attempts, group?.average],
  }
}

it('a void attempt is left out of every figure until the decision is reverted', async () => {
  const before = await readFigures()
  expect(before).toMatchObject({ statistics: [2, 40, expect.anything()], items: 2, group: [2, 40] })
  await makeVoid()
  expect(await readFigures()).toEqual({
    statistics: [1, 80, [{ percentage: 80, count: 1 }]],
    items: 1,
    group: [1, 80],
  })
  await undoVoid()
  expect(await readFigures()).toEqual(before)
})

it('a void attempt stays in the lists and in the file, marked as void and without a score', async () => {
  await makeVoid()
  const { json } = await admin.request(contract.listExamAttempts, { params: { testId } })
  const own = json.find(({ _id }) => _id === attemptId)
  expect(own).toMatchObject({ isVoid: true, score: null, percentage: null })
  const file = await admin.request(contract.exportExamAttempts, {
    params: { testId },
    query: { format: 'csv' },
  })
  expect(file.text).toMatch(/Bimal Das.*Void, not counted/)
})

it('a void attempt is nobody’s result, not even after a release', async () => {
  await makeVoid()
  const released = await admin.request(resultRelease.releaseResults, { params: { testId } })
  expect(released.json.queued).toBe(1)
  const own = (await student.request(contract.listOwnAttempts)).json
  expect(own).toMatchObject([
    {
      isVoid: true,
      score: null,
      resultReleased: false,
      incident: { outcome: { outcome: 'voided' } },
    },
  ])
  const params = { attemptId }
  expect((await student.request(contract.getOwnResult, { params })).status).toBe(403)
  expect((await student.request(listExams)).json[0]).not.toHaveProperty('attempt.resultReleased')
  const seen = await office.request(contract.listExamAttempts, { params: { testId } })
  expect(seen.json.map(({ studentName }) => studentName)).toEqual(['Asha Rao'])
})

it('a void attempt that counts again is sent its result', async () => {
  await makeVoid()
  await admin.request(resultRelease.releaseResults, { params: { testId } })
  await undoVoid()
  const mails = await app.deps.db.read
    .selectFrom('mails')
    .select('attempt_id')
    .where('kind', '=', 'result')
    .execute()
  expect(mails.map((row) => row.attempt_id)).toContain(attemptId)
})

it('voiding an attempt withdraws a result that waits to be sent', async () => {
  await admin.request(resultRelease.releaseResults, { params: { testId } })
  await makeVoid()
  const mails = await app.deps.db.read
    .selectFrom('mails')
    .select('attempt_id')
    .where('kind', '=', 'result')
    .execute()
  expect(mails.map((row) => row.attempt_id)).not.toContain(attemptId)
})

describe('voiding an attempt after its result was sent', () => {
  /** The emails about it, oldest first. */
  const listEmails = () =>
    app.deps.db.read
      .selectFrom('mails')
      .select(['kind', 'state', 'subject', 'text_body as text'])
      .where('attempt_id', '=', attemptId)
      .orderBy('created_at')
      .execute()
  const listKinds = async () => (await listEmails()).map(({ kind }) => kind)

  async function deliver() {
    app.advanceClock(releaseUndoMs)
    app.deps.mail.wake()
    await expect
      .poll(async () => (await listEmails()).every(({ state }) => state === 'sent'))
      .toBe(true)
  }

  beforeEach(async () => {
    await admin.request(resultRelease.releaseResults, { params: { testId } })
    await deliver()
  })

  it('sends the student an email that it counts no longer', async () => {
    await makeVoid()
    const [first, second] = await listEmails()
    expect([first?.kind, second?.kind]).toEqual(['result', 'voided-result'])
    expect(second?.subject).toBe('Your result no longer counts: React JS')
    expect(second?.text).toMatch(/The result that we sent you for it,\s+0 of 5,/)
    await deliver()
  })

  it('sends the student the result again when it is reverted', async () => {
    await makeVoid()
    await deliver()
    await undoVoid()
    await deliver()
    expect(await listKinds()).toEqual(['result', 'voided-result', 'corrected-result'])
    await admin.request(resultRelease.releaseResults, { params: { testId } })
    expect(await listKinds()).toHaveLength(3)
  })

  it('sends nothing if it is reverted before the email was sent', async () => {
    await makeVoid()
    app.advanceClock(1)
    await undoVoid()
    await deliver()
    expect(await listKinds()).toEqual(['result'])
  })
})

it('a void attempt is not counted among the attempts of its test until the decision is reverted', async () => {
  const count = async () => {
    const { json: exam } = await admin.request(getExam, { params: { id: testId } })
    const [listed] = (await admin.request(listExams)).json
    return [exam.attempts, listed && 'attempts' in listed && listed.attempts]
  }
  expect(await count()).toEqual([2, 2])
  await makeVoid()
  expect(await count()).toEqual([1, 1])
  await admin.request(deleteStudents, { body: { ids: [student.id] } })
  expect(await count()).toEqual([1, 1])
  await admin.request(restoreStudents, { body: { ids: [student.id] } })
  await undoVoid()
  expect(await count()).toEqual([2, 2])
})

it('a void attempt cannot be reopened, and is news for its student', async () => {
  const version = async () => (await student.request(getNews)).json.version
  const before = await version()
  await makeVoid()
  expect(await version()).not.toBe(before)
  const reopened = await admin.request(reopenAttempt, {
    params: { attemptId },
    body: { why: 'By hand' },
  })
  expect(reopened.json).toMatchObject({ code: 'attempt-void' })
})
