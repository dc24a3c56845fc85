import { afterEach, describe, expect, it } from 'vitest'
import { finishQuiz } from '#contract/attempts.ts'
import { getExam, updateExam } from '#contract/exams.ts'
import * as contract from '#contract/grading.ts'
import * as resultRelease from '#contract/result-release.ts'
import * as results from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  expectSingleChoice,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
afterEach(async () => {
  await app.close()
  await smtp.close()
})

/** Priya has 4 of 5 and Rohan 3; Rohan left out none. */
async function setUpTakenExam() {
  smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const priya = await createStudent(app, 'Priya Nair')
  const rohan = await createStudent(app, 'Rohan Rao')
  await completeAttempt(priya, testId, 4)
  await completeAttempt(rohan, testId, 3)
  return { testId, priya, rohan }
}

async function items(testId: string) {
  return (await admin.request(contract.listItemAnalyses, { params: { testId } })).json.items
}

/** The question that this student got wrong and the other right, or the other way round. */
async function findWrongItem(testId: string, { id: studentId }: TestStudent) {
  const { json } = await admin.request(results.getScoreDetails, { params: { studentId, testId } })
  const wrong = json.responses.map(expectSingleChoice).find(({ isCorrect }) => !isCorrect)
  const all = await items(testId)
  const item = all.find(({ questionId }) => questionId === wrong?.questionId)
  if (!wrong || !item) throw new Error('There is no such question')
  const chosen = item.options.findIndex(({ text }) => text === wrong.selectedAnswer)
  return { item, chosen: 'ABCD'[chosen] as contract.AnswerKey }
}

async function correct(
  testId: string,
  { questionId, revisionId }: contract.ItemAnalysis,
  key: contract.AnswerKey,
  more: { mail?: boolean; why?: string } = {},
) {
  const body = { questionId, revisionId, key, why: 'The key was wrong', ...more }
  return admin.request(contract.correctAnswerKey, { params: { testId }, body })
}

async function scores(testId: string) {
  const query = { sort: 'name-asc' } as const
  const { json } = await admin.request(results.listExamAttempts, { params: { testId }, query })
  return json.map(({ score }) => score)
}

async function release(testId: string) {
  await admin.request(resultRelease.releaseResults, { params: { testId } })
  app.advanceClock(releaseUndoMs)
  app.deps.mail.wake()
}

async function countSent(testId: string) {
  return (await admin.request(resultRelease.getReleaseProgress, { params: { testId } })).json.sent
}

describe('the questions of a test', () => {
  it('show how often each option was chosen, and that two attempts are too few for more', async () => {
    const { testId } = await setUpTakenExam()
    const all = await items(testId)
    expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    expect(all.reduce((sum, { correct }) => sum + correct, 0)).toBe(7)
    for (const item of all) {
      expect(item).toMatchObject({
        attempts: 2,
        unanswered: 0,
        verdict: 'too-few',
        isEarlier: false,
      })
      expect(item.options.map(({ isKey }) => isKey)).toEqual([true, false, false, false])
      expect(item.options.reduce((sum, { chosen }) => sum + chosen, 0)).toBe(2)
      expect(item.options[0]?.chosen).toBe(item.correct)
    }
  })

  it('keep their attempts under another title, and are listed apart once their text changes', async () => {
    const { testId } = await setUpTakenExam()
    const { json: test } = await admin.request(getExam, { params: { id: testId } })
    await admin.request(updateExam, { params: { id: testId }, body: { title: 'React' } })
    expect((await items(testId)).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2])

    const questions = test.questions.map((question, n) =>
      n === 0 ? { ...question, question: 'Asked anew' } : question,
    )
    await admin.request(updateExam, { params: { id: testId }, body: { questions } })
    const all = await items(testId)
    expect(
      all.map(({ questionText, attempts, isEarlier }) => [questionText, attempts, isEarlier]),
    ).toEqual([
      ['Asked anew', 0, false],
      ...[1, 2, 3, 4].map((n) => [`Question ${n}`, 2, false]),
      ['Question 0', 2, true],
    ])
  })

  it('leave out attempts of deleted students and running attempts', async () => {
    const { testId, priya } = await setUpTakenExam()
    await startAttempt(await createStudent(app, 'Sana Shaikh'), testId)
    await admin.send('POST', '/api/students/deleteMany', { body: { ids: [priya.id] } })
    expect((await items(testId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
  })
})

describe('a correction', () => {
  it('can be previewed without changing anything', async () => {
    const { testId, priya } = await setUpTakenExam()
    const { item } = await findWrongItem(testId, priya)
    const { questionId, revisionId } = item
    const before = await scores(testId)
    const { json } = await admin.request(contract.previewCorrection, {
      params: { testId },
      query: { questionId, revisionId, key: 'everyone' },
    })
    expect(json).toMatchObject({ attempts: 2, raised: 2 - item.correct, lowered: 0, told: 0 })
    expect(json.changes).toContainEqual({
      attemptId: expect.any(String),
      studentName: 'Priya Nair',
      before: { score: 4, percentage: 80 },
      after: { score: 5, percentage: 100 },
    })
    expect(await scores(testId)).toEqual(before)
  })

  it('gives the mark to students who chose the other option, and takes it from the rest', async () => {
    const { testId, priya } = await setUpTakenExam()
    const { item, chosen } = await findWrongItem(testId, priya)
    const reply = await correct(testId, item, chosen)
    expect(reply).toMatchObject({ status: 200, json: { message: 'Answer corrected.', mails: 0 } })
    const { json: sheet } = await admin.request(results.getScoreDetails, {
      params: { testId, studentId: priya.id },
    })
    expect(sheet.score).toBe(5)
    expect(sheet.responses.filter(({ isCorrect }) => isCorrect)).toHaveLength(5)
    const corrected = (await items(testId)).find(({ questionId }) => questionId === item.questionId)
    expect(corrected?.options.map(({ isKey }) => isKey)).toEqual(
      ['A', 'B', 'C', 'D'].map((letter) => letter === chosen),
    )
    const correctedBy = 'admin@example.com'
    expect(corrected?.correction).toMatchObject({
      key: chosen,
      why: 'The key was wrong',
      correctedBy,
    })
    const storedCorrections = await app.deps.db.read
      .selectFrom('key_corrections')
      .selectAll()
      .execute()
    expect(JSON.stringify(storedCorrections)).not.toContain(correctedBy)
    const audit = await app.deps.db.read
      .selectFrom('audit')
      .selectAll()
      .orderBy('sequence')
      .execute()
    expect(audit.at(-1)).toMatchObject({ action: 'answer-key.corrected', subject: testId })
    const values = await app.deps.db.read.selectFrom('audit_values').select('value').execute()
    expect(values).toContainEqual({ value: '"The key was wrong"' })
  })

  it('can be reverted to the printed key, and changes nothing when it is given twice', async () => {
    const { testId, priya } = await setUpTakenExam()
    const { item, chosen } = await findWrongItem(testId, priya)
    const before = await scores(testId)
    await correct(testId, item, chosen)
    const once = await scores(testId)
    expect((await correct(testId, item, chosen)).json).toMatchObject({ raised: 0, lowered: 0 })
    expect(await scores(testId)).toEqual(once)
    await correct(testId, item, 'printed')
    expect(await scores(testId)).toEqual(before)
    expect((await items(testId)).every(({ correction }) => correction === null)).toBe(true)
  })

  it('applies to students who finish later, and to a later paper with the same question', async () => {
    const { testId, priya } = await setUpTakenExam()
    const { item } = await findWrongItem(testId, priya)
    const sana = await createStudent(app, 'Sana Shaikh')
    const { attemptId } = await startAttempt(sana, testId)
    await correct(testId, item, 'everyone')
    await sana.request(finishQuiz, { params: { attemptId }, body: {} })
    expect((await scores(testId)).at(-1)).toBe(1)

    await admin.request(updateExam, { params: { id: testId }, body: { title: 'React' } })
    const tara = await createStudent(app, 'Tara Thakur')
    const later = await startAttempt(tara, testId)
    await tara.request(finishQuiz, { params: { attemptId: later.attemptId }, body: {} })
    expect((await scores(testId)).at(-1)).toBe(1)
  })

  it('is sent only on request, to students who were sent another result', async () => {
    const { testId, priya } = await setUpTakenExam()
    await release(testId)
    await waitForEmails(smtp, priya.email)
    // Recorded as sent: until then they are on their way, and a correction withdraws them.
    await expect.poll(() => countSent(testId)).toBe(2)
    const { item } = await findWrongItem(testId, priya)
    const first = await correct(testId, item, 'everyone')
    expect(first.json.mails).toBe(0)
    expect(first.json.told).toBe(first.json.raised)
    await correct(testId, item, 'printed')

    const withEmails = await correct(testId, item, 'everyone', { mail: true })
    expect(withEmails.json.mails).toBe(withEmails.json.raised)
    await expect.poll(() => smtp.received.length).toBe(2 + withEmails.json.mails)
    const email = (await waitForEmails(smtp, priya.email, 2)).at(-1)
    expect(email?.subject).toBe('Your corrected result: React JS')
    const seen = await priya.request(results.listOwnAttempts)
    expect(seen.json).toMatchObject([{ score: 5, percentage: 100 }])
    const attemptId = seen.json[0]?._id ?? ''
    const sheet = await priya.request(results.getOwnResult, { params: { attemptId } })
    const corrections = sheet.json.responses.map(({ correction }) => correction)
    const number = corrections.findIndex(Boolean) + 1
    const correction = { at: new Date(app.clock.at).toISOString(), everyone: true }
    expect(corrections.filter(Boolean)).toEqual([correction])
    expect(email?.text).toContain(
      `Question ${number} of your paper was corrected. 4 of 5 is now 5 of 5.`,
    )
  })

  it('updates the score in emails that have not been sent', async () => {
    const { testId, priya } = await setUpTakenExam()
    await admin.request(resultRelease.releaseResults, { params: { testId } })
    const { item } = await findWrongItem(testId, priya)
    await correct(testId, item, 'everyone')
    app.advanceClock(releaseUndoMs)
    app.deps.mail.wake()
    const [email] = await waitForEmails(smtp, priya.email)
    expect(email?.text).toMatch(/5 of 5/)
    await expect.poll(() => smtp.received.length).toBe(2)
  })

  it('is refused for an unknown question, revision or test, and without a reason', async () => {
    const { testId } = await setUpTakenExam()
    const [item] = await items(testId)
    if (!item) throw new Error('There is no question')
    expect((await correct(testId, { ...item, questionId: 'nothing' }, 'A')).status).toBe(400)
    expect((await correct(testId, { ...item, revisionId: 'nothing' }, 'A')).status).toBe(400)
    expect((await correct('nothing', item, 'A')).status).toBe(404)
    expect((await correct(testId, item, 'A', { why: ' ' })).json.fields).toEqual({ why: 'Say why' })
  })
})
