import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz, startQuiz } from '#contract/attempts.ts'
import { listTimeAdjustments, reopenAttempt } from '#contract/proctoring.ts'
import * as contract from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import type { Guest, House } from '../house.ts'
import { enrol, type Pupil, releasedExam, sit, sitThrough } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'
import { lettersTo } from '../house-letters.ts'
import { openPostOffice } from '../house-post-office.ts'

const why = 'A false alarm'
let house: House
let admin: Guest
let priya: Pupil
let rohan: Pupil
let post: Awaited<ReturnType<typeof openPostOffice>>
beforeEach(async () => {
  post = await openPostOffice()
  house = await openHouse({ smtpUrl: post.url })
  admin = await house.admin()
  priya = await enrol(house, 'Priya Nair')
  rohan = await enrol(house, 'Rohan Rao')
})
afterEach(async () => {
  await house.close()
  await post.close()
})

/** Priya has 4 of 5, Rohan 3. */
async function examTaken(attemptsAllowed = 1) {
  const { _id: testId } = await releasedExam(admin, { attemptsAllowed })
  const attemptId = await sitThrough(priya, testId, 4)
  house.pass(1000)
  await sitThrough(rohan, testId, 3)
  return { testId, params: { attemptId } }
}

const release = (testId: string) => admin.ask(contract.releaseResults, { params: { testId } })
const reopen = (params: { attemptId: string }) =>
  admin.ask(reopenAttempt, { params, body: { why } })

async function lettersLeave(testId: string, expected: object) {
  house.pass(releaseUndoMs)
  house.deps.mail.wake()
  const progress = async () =>
    (await admin.ask(contract.getReleaseProgress, { params: { testId } })).json
  await expect.poll(progress, { timeout: 10_000 }).toMatchObject(expected)
}

describe('a letter of a result that no longer stands', () => {
  it('does not leave once its attempt is reopened; the new end is told instead', async () => {
    const { testId, params } = await examTaken()
    await release(testId)
    await reopen(params)
    await lettersLeave(testId, { state: 'done', total: 1, sent: 1 })
    await lettersTo(post, rohan.email)
    expect(post.letters).toHaveLength(1)

    expect((await release(testId)).json.queued).toBe(0)
    await priya.ask(finishQuiz, { params, body: {} })
    await lettersLeave(testId, { state: 'done', total: 2, sent: 2 })
    const [letter] = await lettersTo(post, priya.email)
    expect(letter?.text).toMatch(/4 of 5/)
    expect(post.letters).toHaveLength(2)
  })

  it('that failed cannot be sent again while the attempt runs, and is written anew after it', async () => {
    const { testId, params } = await examTaken()
    post.manners.push('refuse-for-good', 'refuse-for-good')
    await release(testId)
    await lettersLeave(testId, { state: 'failed', failed: 2 })
    await reopen(params)
    expect((await release(testId)).json.queued).toBe(1)
    await lettersLeave(testId, { state: 'done', total: 1, sent: 1 })
    await priya.ask(finishQuiz, { params, body: {} })
    await lettersLeave(testId, { state: 'done', total: 2, sent: 2 })
    await lettersTo(post, priya.email)
  })

  it('is not tried again where it was on its way and did not arrive', async () => {
    const { testId, params } = await examTaken()
    await release(testId)
    const { db } = house.deps
    const lease = { leased_until: house.clock.at + 120_000, next_try_at: house.clock.at }
    await db.write((tx) =>
      tx.updateTable('mails').set(lease).where('account_id', '=', priya.id).execute(),
    )
    await reopen(params)
    const mails = await db.read
      .selectFrom('mails')
      .select(['state', 'text_body', 'last_error'])
      .where('account_id', '=', priya.id)
      .execute()
    const withdrawn = 'Withdrawn while it was on its way.'
    expect(mails).toEqual([{ state: 'failed', text_body: null, last_error: withdrawn }])

    await priya.ask(finishQuiz, { params, body: {} })
    await lettersLeave(testId, { state: 'done', total: 2, sent: 2 })
    await lettersTo(post, priya.email)
  })

  it('has left: the new end is no second letter', async () => {
    const { testId, params } = await examTaken()
    await release(testId)
    await lettersLeave(testId, { state: 'done', sent: 2 })
    await reopen(params)
    await priya.ask(finishQuiz, { params, body: {} })
    await lettersLeave(testId, { state: 'done', total: 2, sent: 2 })
    expect(post.letters).toHaveLength(2)
  })

  it('waits for the end of another attempt that its student has begun', async () => {
    const { testId } = await examTaken(2)
    await release(testId)
    const { json: started } = await priya.ask(startQuiz, { params: { testId } })
    await lettersLeave(testId, { state: 'done', total: 1, sent: 1 })
    const params = { attemptId: started.quizAttemptId }
    await priya.ask(finishQuiz, { params, body: {} })
    await lettersLeave(testId, { state: 'done', total: 2, sent: 2 })
    const [letter] = await lettersTo(post, priya.email)
    expect(letter?.text).toMatch(/0 of 5/)
  })
})

it('a release that is taken back stops letters that failed, too', async () => {
  const { testId } = await examTaken()
  post.manners.push('refuse-for-good')
  await release(testId)
  await lettersLeave(testId, { state: 'failed', sent: 1, failed: 1 })
  const params = { testId }
  const { json } = await admin.ask(contract.unreleaseResults, { params, body: { why } })
  expect(json).toMatchObject({ stopped: 1, sent: 1 })
  expect((await release(testId)).json.queued).toBe(1)
  await lettersLeave(testId, { state: 'done', total: 2, sent: 2 })
})

it('while none of a student’s attempts has ended, the one that runs is told with its story', async () => {
  const { _id: testId } = await releasedExam(admin, { attemptsAllowed: 0 })
  const { attemptId } = await sit(priya, testId)
  const params = { testId, studentId: priya.id }
  const { status, json } = await admin.ask(contract.getAnswers, { params })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    student: { name: 'Priya Nair' },
    attempts: [{ _id: attemptId, status: 'In progress', score: null }],
  })
  expect((await admin.ask(listTimeAdjustments, { params: { attemptId } })).json).toEqual([])
  const none = { testId, studentId: rohan.id }
  expect((await admin.ask(contract.getAnswers, { params: none })).status).toBe(404)

  await priya.ask(finishQuiz, { params: { attemptId }, body: {} })
  await sit(priya, testId)
  const ended = await admin.ask(contract.getAnswers, { params })
  expect(ended.json.attempts.map(({ status: is }) => is)).toContain('In progress')
  expect(ended.json.answers).toHaveLength(5)
})
