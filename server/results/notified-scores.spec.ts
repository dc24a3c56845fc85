import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz, startQuiz } from '#contract/attempts.ts'
import {
  type AnswerKey,
  correctAnswerKey,
  type ItemAnalysis,
  listItemAnalyses,
  previewCorrection,
} from '#contract/grading.ts'
import { reopenAttempt } from '#contract/proctoring.ts'
import * as resultRelease from '#contract/result-release.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let priya: TestStudent
let rohan: TestStudent
let testId: string
let priyasAttempt: string
/** The one question that she alone got wrong. */
let priyasWrong: ItemAnalysis
let smtp: Awaited<ReturnType<typeof startSmtpServer>>

/** Priya has 4 of 5, Rohan all. */
beforeEach(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { attemptsAllowed: 2 }))._id
  priya = await createStudent(app, 'Priya Nair')
  rohan = await createStudent(app, 'Rohan Rao')
  priyasAttempt = await completeAttempt(priya, testId, 4)
  await completeAttempt(rohan, testId, 5)
  const { json } = await admin.request(listItemAnalyses, { params: { testId } })
  priyasWrong = json.items.find((item) => item.correct === 1) ?? expect.unreachable('No mistake')
})
afterEach(async () => {
  await app.close()
  await smtp.close()
})

const release = async () =>
  (await admin.request(resultRelease.releaseResults, { params: { testId } })).json.queued
const unrelease = () =>
  admin.request(resultRelease.unreleaseResults, {
    params: { testId },
    body: { why: 'A wrong key' },
  })
const getProgress = async () =>
  (await admin.request(resultRelease.getReleaseProgress, { params: { testId } })).json
const resend = (attemptId = priyasAttempt) =>
  admin.request(resultRelease.resendResult, { params: { attemptId } })

/**
 * Sends every email that is queued, then compares how many there are: an email too many is noticed
 * too. Each release is a moment later than what was before it.
 */
async function sendQueued(expectedTotal: number) {
  app.advanceClock(releaseUndoMs)
  app.deps.mail.wake()
  await expect.poll(countUnsent).toBe(0)
  expect(smtp.received).toHaveLength(expectedTotal)
}

async function countUnsent() {
  const { db } = app.deps
  const rows = await db.read.selectFrom('mails').select('id').where('state', '!=', 'sent').execute()
  return rows.length
}

async function correct(key: AnswerKey, mail = false) {
  const { questionId, revisionId } = priyasWrong
  const body = { questionId, revisionId, key, why: 'The key was wrong', mail }
  return (await admin.request(correctAnswerKey, { params: { testId }, body })).json
}

function listSubjects({ email }: TestStudent) {
  return smtp.received
    .filter(({ to }) => [to ?? []].flat().some(({ text }) => text.includes(email)))
    .map(({ subject }) => subject)
}

const [first, corrected] = ['Your result: React JS', 'Your corrected result: React JS']

describe('a release that is withdrawn, and repeated with another key', () => {
  it('sends the corrected result to students who were sent another score, and counts them', async () => {
    await release()
    await sendQueued(2)
    expect(await getProgress()).toMatchObject({ state: 'done', total: 2, corrected: 0 })
    await unrelease()
    expect(await getProgress()).toMatchObject({ state: 'idle', total: 0, sent: 0, toldBefore: 0 })
    const { questionId, revisionId } = priyasWrong
    const query = { questionId, revisionId, key: 'everyone' } as const
    const preview = await admin.request(previewCorrection, { params: { testId }, query })
    expect(preview.json).toMatchObject({ told: 1, isReleased: false })
    expect(await correct('everyone')).toMatchObject({ told: 1, mails: 0 })

    expect(await release()).toBe(1)
    expect(await release()).toBe(0)
    await sendQueued(3)
    expect(await getProgress()).toMatchObject({
      state: 'done',
      total: 1,
      sent: 1,
      corrected: 1,
      toldBefore: 1,
      message: 'Result emails sent successfully.',
    })
    expect([listSubjects(priya), listSubjects(rohan)]).toEqual([[first, corrected], [first]])
    expect(smtp.received.at(-1)?.text).toMatch(/5 of 5/)
  })

  it('sends nothing to students whose score is again the one they were sent', async () => {
    await release()
    await sendQueued(2)
    await unrelease()
    await correct('everyone')
    expect(await correct('printed')).toMatchObject({ told: 0 })
    expect(await release()).toBe(0)
    expect(await getProgress()).toMatchObject({ state: 'idle', total: 0, toldBefore: 2 })
  })

  it('sends an email again if it could not be delivered', async () => {
    await release()
    await sendQueued(2)
    await unrelease()
    await correct('everyone')
    smtp.behaviours.push('refuse-for-good')
    await release()
    app.advanceClock(releaseUndoMs)
    app.deps.mail.wake()
    await expect
      .poll(getProgress)
      .toMatchObject({ state: 'failed', total: 1, failed: 1, corrected: 1 })
    expect(await release()).toBe(1)
    await sendQueued(3)
    expect(listSubjects(priya)).toEqual([first, corrected])
  })
})

describe('an attempt that ran while the key was corrected', () => {
  it('leads to the corrected result if it was reopened', async () => {
    await release()
    await sendQueued(2)
    const params = { attemptId: priyasAttempt }
    await admin.request(reopenAttempt, { params, body: { why: 'A power cut' } })
    expect(await correct('everyone', true)).toMatchObject({ mails: 0 })
    await priya.request(startQuiz, { params: { testId } })
    await priya.request(finishQuiz, { params, body: {} })
    await sendQueued(3)
    expect(listSubjects(priya)).toEqual([first, corrected])
    expect(smtp.received.at(-1)?.text).toMatch(/5 of 5/)
  })

  it('holds back the corrected result of the first attempt until it ends', async () => {
    await release()
    await sendQueued(2)
    const { attemptId } = await startAttempt(priya, testId)
    expect(await correct('everyone', true)).toMatchObject({ told: 1, mails: 0 })
    expect((await resend()).status).toBe(409)
    await priya.request(finishQuiz, { params: { attemptId }, body: {} })
    await sendQueued(3)
    expect(listSubjects(priya)).toEqual([first, corrected])
    expect(smtp.received.at(-1)?.text).toMatch(/5 of 5/)
  })
})

describe('a student who is deleted for a while', () => {
  const ids = () => ({ body: { ids: [priya.id] } })
  const remove = () => admin.request(deleteStudents, ids())
  const restore = () => admin.request(restoreStudents, ids())

  it('is sent the corrected result once restored', async () => {
    await release()
    await sendQueued(2)
    await remove()
    expect(await correct('everyone', true)).toMatchObject({ told: 0, mails: 0 })
    expect(await release()).toBe(0)
    expect(await getProgress()).toMatchObject({ state: 'done', total: 1, corrected: 0 })
    expect(smtp.received).toHaveLength(2)
    await restore()
    await sendQueued(3)
    expect([listSubjects(priya), listSubjects(rohan)]).toEqual([[first, corrected], [first]])
    expect(smtp.received.at(-1)?.text).toMatch(/5 of 5/)
    expect(await release()).toBe(0)
  })

  it('is sent a correction that had no emails at the next release, like all others', async () => {
    await release()
    await sendQueued(2)
    await remove()
    await correct('everyone')
    await restore()
    await sendQueued(2)
    expect(await release()).toBe(1)
    await sendQueued(3)
    expect(listSubjects(priya)).toEqual([first, corrected])
  })

  it('is sent the first result of a release during the deletion', async () => {
    await remove()
    expect(await release()).toBe(1)
    await restore()
    await sendQueued(2)
    expect([listSubjects(priya), listSubjects(rohan)]).toEqual([[first], [first]])
  })

  it('is sent nothing of a release that was withdrawn before the restore', async () => {
    await remove()
    await release()
    await unrelease()
    await restore()
    await sendQueued(0)
  })
})

describe('the result of one student', () => {
  it('can be sent again once it was sent, and only if it is released', async () => {
    expect(await resend()).toMatchObject({ status: 403 })
    expect(await resend('nothing')).toMatchObject({ status: 404 })
    await release()
    const waiting = `The result is on its way to ${priya.email} already.`
    expect(await resend()).toMatchObject({ status: 202, json: { message: waiting } })
    await sendQueued(2)

    // The second resend would send an email that has left already once more, so the first is held.
    smtp.behaviours.push('hold')
    const replies = await Promise.all([resend(), resend()])
    expect(replies.map(({ json }) => json.message).toSorted()).toEqual([
      waiting,
      `The result is on its way to ${priya.email}.`,
    ])
    await expect.poll(() => smtp.received.length).toBe(3)
    smtp.replyToHeld()
    await sendQueued(3)
    expect([listSubjects(priya), listSubjects(rohan)]).toEqual([[first, first], [first]])
    expect(await getProgress()).toMatchObject({ total: 2, sent: 2 })
    const audit = await app.deps.db.read
      .selectFrom('audit')
      .selectAll()
      .orderBy('sequence')
      .execute()
    expect(audit.at(-1)).toMatchObject({ action: 'result.resent', subject: priyasAttempt })
  })

  it('is sent as corrected if another score was sent before', async () => {
    await release()
    await sendQueued(2)
    await correct('everyone')
    await resend()
    await sendQueued(3)
    expect(listSubjects(priya)).toEqual([first, corrected])
    expect(await release()).toBe(0)
  })
})

it('a repeated release that emails nobody has no entry in the audit log', async () => {
  const listReleases = () =>
    app.deps.db.read
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'results.released')
      .orderBy('sequence')
      .execute()
  expect([await release(), await release()]).toEqual([2, 0])
  expect(await listReleases()).toEqual([{ detail: '{"mails":2}' }])
  await unrelease()
  await release()
  expect(await listReleases()).toHaveLength(2)
})

it('a release that emails nobody is in the audit log, once', async () => {
  const { _id: untaken } = await createReleasedExam(admin)
  const releaseUntaken = () =>
    admin.request(resultRelease.releaseResults, { params: { testId: untaken } })
  for (let times = 0; times < 2; times++) await releaseUntaken()
  const releases = app.deps.db.read
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'results.released')
    .where('subject', '=', untaken)
  expect(await releases.execute()).toEqual([{ detail: '{"mails":0}' }])
})

it('the migration notes for emails of an older version the score at the time of the upgrade', async () => {
  await release()
  await sendQueued(2)
  const { dataDir, schema } = app
  await app.deps.db.write(async (tx) => {
    await sql`DROP INDEX mails_by_attempt`.execute(tx)
    for (const column of ['attempt_id', 'score']) {
      await sql`ALTER TABLE mails DROP COLUMN ${sql.ref(column)}`.execute(tx)
    }
    await sql`DELETE FROM migrations WHERE name LIKE '0033%'`.execute(tx)
  })
  await app.close({ keep: true })
  app = await createTestApp({ dataDir, schema, smtpUrl: smtp.url })
  const mails = await app.deps.db.read
    .selectFrom('mails')
    .select(['attempt_id', 'score'])
    .where('account_id', '=', priya.id)
    .execute()
  expect(mails).toEqual([{ attempt_id: priyasAttempt, score: 4 }])
})
