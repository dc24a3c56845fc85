import { afterEach, describe, expect, it } from 'vitest'
import { finishQuiz } from '#contract/attempts.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import * as resultRelease from '#contract/result-release.ts'
import * as contract from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import type { KeyCorrections } from '#core/questions/question.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  expectSingleChoice,
  startAttempt,
  studentRecord,
  type TestStudent,
} from '#test/factories.ts'
import { startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { addAccount } from '../accounts/queries.ts'
import { addStudent } from '../students/queries.ts'

let app: TestApp
let admin: TestClient
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
afterEach(async () => {
  await app.close()
  await smtp.close()
})

/** Priya has 4 of 5, Rohan 3, and Sana still sits. */
async function setUpTakenExam() {
  smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const priya = await createStudent(app, 'Priya Nair')
  const rohan = await createStudent(app, 'Rohan Rao')
  const sana = await createStudent(app, 'Sana Shaikh')
  const priyasAttempt = await completeAttempt(priya, testId, 4)
  app.advanceClock(1000)
  await completeAttempt(rohan, testId, 3)
  app.advanceClock(1000)
  const sanas = await startAttempt(sana, testId)
  return { testId, priya, rohan, sana, priyasAttempt, sanasAttempt: sanas.attemptId }
}

async function release(testId: string) {
  return admin.request(resultRelease.releaseResults, { params: { testId } })
}

/** The ten seconds in which a release can be undone. */
function sendEmails() {
  app.advanceClock(releaseUndoMs)
  app.deps.mail.wake()
}

async function progress(testId: string) {
  return (await admin.request(resultRelease.getReleaseProgress, { params: { testId } })).json
}

describe('the list of attempts', () => {
  it('has times, scores and states for an admin', async () => {
    const { testId, priya } = await setUpTakenExam()
    const params = { testId }
    const { json, headers } = await admin.request(contract.listExamAttempts, { params })
    expect(headers['x-total-count']).toBe('3')
    expect(
      json.map(({ studentName, status, score, percentage }) => [
        studentName,
        status,
        score,
        percentage,
      ]),
    ).toEqual([
      ['Sana Shaikh', 'In progress', null, null],
      ['Rohan Rao', 'Completed', 3, 60],
      ['Priya Nair', 'Completed', 4, 80],
    ])
    expect(json[0]).toMatchObject({ secondsLeft: 30 * 60, endTime: null })
    expect(Date.parse(json[0]?.endsAt ?? '') - app.clock.at).toBe(30 * 60_000)
    expect(json[2]).toMatchObject({
      secondsLeft: null,
      testId,
      testTitle: 'React JS',
      testDuration: 30,
      totalQuestions: 5,
      studentId: priya.id,
      finishReason: 'Completed',
      resultReleased: false,
    })
  })

  it.each([
    { query: { search: 'priya' }, names: ['Priya Nair'] },
    { query: { search: 'nair priya' }, names: ['Priya Nair'] },
    { query: { search: 'nair react' }, names: [] },
    { query: { search: 'react' }, names: ['Sana Shaikh', 'Rohan Rao', 'Priya Nair'] },
    { query: { sort: 'name-asc' }, names: ['Priya Nair', 'Rohan Rao', 'Sana Shaikh'] },
    { query: { sort: 'score-desc' }, names: ['Priya Nair', 'Rohan Rao', 'Sana Shaikh'] },
    { query: { sort: 'score-asc', offset: 1, limit: 1 }, names: ['Rohan Rao'] },
    { query: { sort: 'oldest', limit: 1 }, names: ['Priya Nair'] },
  ] as const)('answers $query', async ({ query, names }) => {
    await setUpTakenExam()
    const { json } = await admin.request(contract.listAttempts, { query })
    expect(json.map(({ studentName }) => studentName)).toEqual(names)
  })

  it('has only their own attempts for a student, and no score before the release', async () => {
    const { testId, priya } = await setUpTakenExam()
    const { json } = await priya.request(contract.listOwnAttempts)
    expect(json).toMatchObject([
      { testId, status: 'Completed', score: null, percentage: null, resultReleased: false },
    ])
    await release(testId)
    const after = await priya.request(contract.listOwnAttempts)
    expect(after.json).toMatchObject([{ score: 4, percentage: 80, resultReleased: true }])
  })
})

describe('the tests with attempts', () => {
  async function groups(query: QueryOf<typeof contract.listAttemptsByExam> = {}) {
    const { json, headers } = await admin.request(contract.listAttemptsByExam, { query })
    return { groups: json, total: headers['x-total-count'] }
  }

  it('have their count and average, the last started first', async () => {
    const { testId, priya } = await setUpTakenExam()
    const second = await createReleasedExam(admin, { title: 'Git' })
    await createReleasedExam(admin, { title: 'Never taken' })
    app.advanceClock(1000)
    await completeAttempt(priya, second._id, 5)
    expect(await groups()).toEqual({
      total: '2',
      groups: [
        { testId: second._id, testTitle: 'Git', attempts: 1, average: 100 },
        { testId, testTitle: 'React JS', attempts: 3, average: 70 },
      ],
    })
    expect(await groups({ offset: 1, limit: 1 })).toMatchObject({
      total: '2',
      groups: [{ testTitle: 'React JS' }],
    })
  })

  it.each([
    { search: 'react', found: [['React JS', 3]] },
    {
      search: 'PRIYA',
      found: [
        ['Git', 1],
        ['React JS', 1],
      ],
    },
    { search: 'sana', found: [['React JS', 1]] },
    { search: 'shaikh sana', found: [['React JS', 1]] },
    { search: 'shaikh react', found: [] },
    {
      search: 'i',
      found: [
        ['Git', 1],
        ['React JS', 2],
      ],
    },
    { search: '%', found: [] },
    { search: 'nobody', found: [] },
  ])('that match $search count the matching attempts', async ({ search, found }) => {
    const { priya } = await setUpTakenExam()
    const second = await createReleasedExam(admin, { title: 'Git' })
    app.advanceClock(1000)
    await completeAttempt(priya, second._id, 5)
    const { groups: matching } = await groups({ search })
    expect(matching.map(({ testTitle, attempts }) => [testTitle, attempts])).toEqual(found)
  })

  it('are found as well when many students match', async () => {
    const { testId, sana, sanasAttempt } = await setUpTakenExam()
    await app.deps.db.write(async (tx) => {
      for (let n = 0; n < 501; n++) {
        const id = app.deps.newId()
        const email = `crowd${n}@example.com`
        const namesake = { id, email, name: `Sana ${n}` }
        await addAccount(tx, { ...namesake, role: 'student', passwordHash: undefined }, 0)
        await addStudent(tx, { ...studentRecord, ...namesake })
      }
    })
    expect((await groups({ search: 'sana' })).groups).toEqual([
      { testId, testTitle: 'React JS', attempts: 1, average: null },
    ])
    expect((await groups({ search: 'sana shaikh' })).total).toBe('1')
    await sana.request(finishQuiz, { params: { attemptId: sanasAttempt }, body: {} })
    await admin.send('POST', '/api/students/deleteMany', { body: { ids: [sana.id] } })
    expect((await groups({ search: 'sana' })).total).toBe('0')
    expect((await admin.request(listExams)).json).toMatchObject([{ attempts: 2 }])
    const { headers } = await admin.request(contract.listAttempts)
    expect(headers['x-total-count']).toBe('2')
  })
})

describe('the answer sheet of an admin', () => {
  it('shows chosen, correct and missing answers', async () => {
    const { testId, priya, sana, sanasAttempt } = await setUpTakenExam()
    const params = { studentId: priya.id, testId }
    const { json } = await admin.request(contract.getScoreDetails, { params })
    expect(json).toMatchObject({ studentName: 'Priya Nair', score: 4, totalQuestions: 5 })
    expect(json.responses.filter(({ isCorrect }) => isCorrect)).toHaveLength(4)
    expect(
      json.responses
        .map(expectSingleChoice)
        .every(({ correctAnswer }) => /^right/.test(correctAnswer)),
    ).toBe(true)

    await sana.request(finishQuiz, { params: { attemptId: sanasAttempt }, body: {} })
    const sheet = await admin.request(contract.getAnswers, {
      params: { studentId: sana.id, testId },
    })
    expect(sheet.json.student).toEqual({ _id: sana.id, name: 'Sana Shaikh', email: sana.email })
    expect(
      sheet.json.answers.map(expectSingleChoice).map(({ selectedAnswer }) => selectedAnswer),
    ).toEqual(Array(5).fill(null))
  })

  it('is not found before an attempt is finished', async () => {
    const { testId, sana } = await setUpTakenExam()
    const params = { studentId: sana.id, testId }
    expect(await admin.request(contract.getScoreDetails, { params })).toMatchObject({
      status: 404,
      json: { message: 'Quiz attempt not found.' },
    })
  })
})

describe('releasing', () => {
  it('emails each student who has finished once, however often it is requested', async () => {
    const { testId, priya, rohan } = await setUpTakenExam()
    const replies = await Promise.all([release(testId), release(testId), release(testId)])
    expect(replies[0]).toMatchObject({ status: 202, json: { message: 'Sending...' } })
    expect(replies.reduce((sum, { json }) => sum + json.queued, 0)).toBe(2)
    sendEmails()
    await expect
      .poll(() => progress(testId))
      .toMatchObject({
        state: 'done',
        total: 2,
        sent: 2,
        message: 'Result emails sent successfully.',
      })
    const [email] = await waitForEmails(smtp, priya.email)
    expect(email?.text).toMatch(/React JS[\s\S]*4 of 5/)
    expect(email?.text).toContain('/student/result-detail/')
    await waitForEmails(smtp, rohan.email)
    expect(smtp.received).toHaveLength(2)
  })

  it('emails students who finish later as soon as they do', async () => {
    const { testId, sana, sanasAttempt } = await setUpTakenExam()
    await release(testId)
    sendEmails()
    await sana.request(finishQuiz, { params: { attemptId: sanasAttempt }, body: {} })
    const [email] = await waitForEmails(smtp, sana.email)
    expect(email?.text).toMatch(/0 of 5/)
  })

  it('counts failed emails, and sends them again when it is repeated', async () => {
    const { testId } = await setUpTakenExam()
    smtp.behaviours.push('refuse-for-good')
    await release(testId)
    sendEmails()
    await expect
      .poll(() => progress(testId))
      .toMatchObject({
        state: 'failed',
        total: 2,
        sent: 1,
        failed: 1,
        message: '1 of 2 result emails sent; 1 failed.',
      })
    expect((await release(testId)).json.queued).toBe(1)
    await expect.poll(() => progress(testId)).toMatchObject({ state: 'done', sent: 2, failed: 0 })
    expect(smtp.received).toHaveLength(2)
  })

  it('is idle before the first request', async () => {
    const { testId } = await setUpTakenExam()
    expect(await progress(testId)).toMatchObject({ state: 'idle', total: 0 })
  })
})

describe('withdrawing a release', () => {
  const why = 'The wrong test'
  const unrelease = (testId: string) =>
    admin.request(resultRelease.unreleaseResults, { params: { testId }, body: { why } })

  it('within ten seconds stops all emails, and hides the result', async () => {
    const { testId, priya, priyasAttempt } = await setUpTakenExam()
    await release(testId)
    expect(await progress(testId)).toMatchObject({ state: 'sending', secondsToUndo: 10 })
    expect((await getOwnResult(priya, priyasAttempt)).status).toBe(200)
    app.advanceClock(releaseUndoMs - 1)
    app.deps.mail.wake()
    expect(await progress(testId)).toMatchObject({ sent: 0, secondsToUndo: 1 })

    expect((await unrelease(testId)).json).toEqual({
      message: 'Results are hidden again.',
      stopped: 2,
      sent: 0,
    })
    expect((await getOwnResult(priya, priyasAttempt)).status).toBe(403)
    sendEmails()
    expect(await progress(testId)).toMatchObject({ state: 'idle', total: 0, secondsToUndo: null })
    expect(smtp.received).toEqual([])
    const audit = await app.deps.db.read
      .selectFrom('audit')
      .selectAll()
      .orderBy('sequence')
      .execute()
    expect(audit.at(-1)).toMatchObject({ action: 'results.unreleased', subject: testId })
    const values = await app.deps.db.read.selectFrom('audit_values').select('value').execute()
    expect(values).toContainEqual({ value: JSON.stringify(why) })
  })

  it('after the emails were sent repeats none of them at the next release', async () => {
    const { testId, sana, sanasAttempt } = await setUpTakenExam()
    await release(testId)
    sendEmails()
    await expect.poll(() => progress(testId)).toMatchObject({ state: 'done', sent: 2 })
    expect((await unrelease(testId)).json).toMatchObject({ stopped: 0, sent: 2 })
    expect((await unrelease(testId)).status).toBe(200)
    await sana.request(finishQuiz, { params: { attemptId: sanasAttempt }, body: {} })

    expect((await release(testId)).json.queued).toBe(1)
    sendEmails()
    await expect
      .poll(() => progress(testId))
      .toMatchObject({ state: 'done', total: 1, sent: 1, toldBefore: 2 })
    expect(smtp.received).toHaveLength(3)
  })

  it('needs a reason and an existing test', async () => {
    const { testId } = await setUpTakenExam()
    const params = { testId }
    const reply = await admin.request(resultRelease.unreleaseResults, {
      params,
      body: { why: ' ' },
    })
    expect(reply).toMatchObject({ status: 400, json: { fields: { why: 'Say why' } } })
    expect((await unrelease('nothing')).status).toBe(404)
  })
})

describe('a corrected key', () => {
  async function correct(questionText: string, correction: KeyCorrections[string]) {
    const { read } = app.deps.db
    const revision = await read.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()
    const question = JSON.parse(revision.paper).questions.find(
      ({ text }: { text: string }) => text === questionText,
    )
    await app.deps.db.write((tx) =>
      tx
        .insertInto('key_corrections')
        .values({
          revision_id: revision.id,
          question_id: question.id,
          correction: JSON.stringify(correction),
          why: 'It was wrong',
          corrected_by: 'admin',
          created_at: 0,
        })
        .execute(),
    )
  }

  it('marks the attempts that end later', async () => {
    const { testId, sana, sanasAttempt } = await setUpTakenExam()
    await correct('Question 0', { type: 'everyone' })
    await sana.request(finishQuiz, { params: { attemptId: sanasAttempt }, body: {} })
    const params = { studentId: sana.id, testId }
    expect((await admin.request(contract.getScoreDetails, { params })).json.score).toBe(1)
  })
})

async function getOwnResult(student: TestStudent, attemptId: string) {
  return student.request(contract.getOwnResult, { params: { attemptId } })
}

it('a student can read only their own sheet; another’s is not found', async () => {
  const { testId, priya, rohan, priyasAttempt } = await setUpTakenExam()
  await release(testId)
  expect((await getOwnResult(priya, priyasAttempt)).status).toBe(200)
  const stolen = await getOwnResult(rohan, priyasAttempt)
  expect(stolen.status).toBe(404)
  expect(stolen.text).toBe((await getOwnResult(rohan, 'nothing')).text)
})
