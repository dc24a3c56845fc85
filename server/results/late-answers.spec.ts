import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishExpiredQuiz, finishQuiz, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { listItemAnalyses } from '#contract/grading.ts'
import { decideLateAnswers, listLateAnswers, sendLateAnswers } from '#contract/late-answers.ts'
import { reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import * as resultRelease from '#contract/result-release.ts'
import * as results from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import { kindNames } from '#core/questions/question.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
const why = 'Network'
let app: TestApp
let admin: TestClient
let priya: TestStudent
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let quiz: Awaited<ReturnType<typeof startAttempt>>

beforeEach(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  admin = await app.createAdmin()
  priya = await createStudent(app)
  const { _id: testId } = await createReleasedExam(admin)
  quiz = await startAttempt(priya, testId)
})
afterEach(async () => {
  await app.close()
  await smtp.close()
})

const params = () => ({ attemptId: quiz.attemptId })

/** The answer to the question at a place of the paper, chosen now. */
function choose(place: number, pattern = /^right/) {
  const question = quiz.paper.questions[place]
  const selectedOption = question?.options.findIndex(({ text }) => pattern.test(text)) ?? -1
  return { questionId: question?._id ?? '', selectedOption, sequence: app.clock.at }
}

const submit = (body: ReturnType<typeof choose>) =>
  priya.request(submitAnswer, { params: { ...params(), testId: quiz.testId }, body })
const send = (answers: ReturnType<typeof choose>[], student: TestClient = priya) =>
  student.request(sendLateAnswers, { params: params(), body: { answers } })
const list = async () => (await admin.request(listLateAnswers, { params: params() })).json
const decide = async (
  decision: 'accepted' | 'left-out',
  seen?: { questionId: string; sequence: number }[],
) => {
  const answers = (seen ?? (await list()).answers).map(({ questionId, sequence }) => {
    return { questionId, sequence }
  })
  const body = { decision, why, answers }
  return admin.request(decideLateAnswers, { params: params(), body })
}
const readScore = async () => {
  const query = { params: { testId: quiz.testId } }
  return (await admin.request(results.listExamAttempts, query)).json[0]?.score
}
const readOwn = async () => (await priya.request(results.listOwnAttempts)).json[0]

/** One right answer arrives; three more are chosen and do not, of which one changes the first. */
async function loseConnectionBeforeEnd() {
  app.advanceClock(minute)
  await submit(choose(0, /^wrong/))
  const body = { kind: 'offline' as const, at: new Date(app.clock.at).toISOString() }
  await priya.request(reportEvent, { params: params(), body })
  app.advanceClock(minute)
  const waiting = [choose(0)]
  app.advanceClock(minute)
  waiting.push(choose(1), choose(2, /^wrong/))
  app.advanceClock(30 * minute)
  return waiting
}

it('a device whose clock stood still learns which answers came too late with its end', async () => {
  await submit(choose(0))
  const inTime = choose(0)
  const unsent = [choose(1), choose(2)]
  app.advanceClock(31 * minute)
  const end = (answers: Omit<ReturnType<typeof choose>, 'sequence'>[]) =>
    priya.request(finishExpiredQuiz, { params: params(), body: { answers } })
  for (const _ of ['first', 'second']) {
    const { json } = await end([inTime, ...unsent])
    expect(json.notTaken).toEqual(unsent.map(({ questionId }) => questionId))
  }
  const { sequence: _, ...withoutNumber } = choose(3)
  for (const answers of [[inTime], [withoutNumber]]) {
    expect(Object.keys((await end(answers)).json)).toEqual(['message', 'finishReason'])
  }
  expect(await readScore()).toBe(1)
})

describe('an answer that a second device chose after the finish', () => {
  it('is neither accepted nor kept as late, and is shown to staff', async () => {
    app.advanceClock(minute)
    await submit(choose(0))
    await priya.request(finishQuiz, { params: params(), body: {} })
    app.advanceClock(2000)
    const chosen = choose(1)
    for (const _ of ['sent', 'sent again']) {
      expect((await send([chosen])).json).toEqual({
        saved: [],
        late: [],
        declined: [chosen.questionId],
      })
    }
    expect(await list()).toMatchObject({
      answers: [],
      afterFinish: [{ number: 2, chosenAt: new Date(chosen.sequence).toISOString() }],
    })
    expect(await readOwn()).not.toHaveProperty('ending')
    const query = { params: { testId: quiz.testId } }
    const [attempt] = (await admin.request(results.listExamAttempts, query)).json
    expect(attempt).not.toHaveProperty('lateAnswers')
    expect(attempt?.score).toBe(1)
  })

  it('is replaced by one that was chosen before the finish', async () => {
    const before = choose(1)
    await priya.request(finishQuiz, { params: params(), body: {} })
    app.advanceClock(2000)
    await send([choose(1, /^wrong/)])
    expect((await send([before])).json.late).toEqual([before.questionId])
    const { answers, afterFinish } = await list()
    expect(answers).toMatchObject([{ number: 2, isBeforeEnd: true, decision: null }])
    expect(afterFinish).toBeUndefined()
    await send([choose(1, /^wrong/)])
    expect((await list()).answers).toMatchObject([{ sequence: before.sequence }])
  })
})

describe('answers chosen in time that arrive after the end', () => {
  it('are kept as late and do not count, also when they are sent twice', async () => {
    const waiting = await loseConnectionBeforeEnd()
    for (let n = 0; n < 2; n += 1) {
      const { status, json } = await send(waiting)
      const late = waiting.map(({ questionId }) => questionId)
      expect({ status, json }).toEqual({ status: 200, json: { saved: [], late, declined: [] } })
    }
    expect(await readScore()).toBe(0)
    const { answers, ...rest } = await list()
    expect(rest).toEqual({
      total: 5,
      scoreIfAccepted: 2,
      scoreIfLeftOut: 0,
      resultsReleasedAt: null,
    })
    expect(answers).toMatchObject([
      {
        number: 1,
        isBeforeEnd: true,
        decision: null,
        before: [choose(0, /^wrong/).selectedOption],
      },
      { number: 2, isBeforeEnd: true, decision: null, before: null },
      { number: 3, chosen: [choose(2, /^wrong/).selectedOption], before: null },
    ])
  })

  it('are shown to the student, without a score, until the result is released', async () => {
    await send(await loseConnectionBeforeEnd())
    const own = await readOwn()
    expect(own).toMatchObject({ status: 'Completed', score: null, finishReason: 'Time expired' })
    expect(own?.ending).toMatchObject({ saved: [1], late: [1, 2, 3] })
    expect(Date.parse(own?.ending?.offlineFrom ?? '')).toBe(app.clock.at - 32 * minute)
    expect(Date.parse(own?.ending?.lateAt ?? '')).toBe(app.clock.at)
    await decide('accepted')
    expect((await readOwn())?.ending).toMatchObject({ saved: [1], late: [1, 2, 3] })
    await admin.request(resultRelease.releaseResults, { params: { testId: quiz.testId } })
    expect(await readOwn()).toMatchObject({ score: 2 })
    expect(await readOwn()).not.toHaveProperty('ending')
    const { json } = await priya.request(results.getOwnResult, { params: params() })
    expect(json).toMatchObject({ score: 2, late: { kept: 3, accepted: 3 } })
  })

  it('are counted in lists for staff until somebody decides', async () => {
    await send(await loseConnectionBeforeEnd())
    const read = async () => {
      const query = { params: { testId: quiz.testId } }
      return (await admin.request(results.listExamAttempts, query)).json[0]
    }
    expect(await read()).toMatchObject({ lateAnswers: 3 })
    await decide('left-out')
    expect(await read()).not.toHaveProperty('lateAnswers')
  })

  it('count in score, answer sheet and item analysis once accepted, which is audited', async () => {
    await send(await loseConnectionBeforeEnd())
    const reply = await decide('accepted')
    expect(reply).toMatchObject({ status: 200, json: { score: 2, mails: 0 } })
    expect(await readScore()).toBe(2)
    const sheet = { params: { testId: quiz.testId, studentId: priya.id } }
    const { json } = await admin.request(results.getAnswers, sheet)
    expect(json.answers.map(({ isCorrect }) => isCorrect)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    const { items } = (await admin.request(listItemAnalyses, { params: { testId: quiz.testId } }))
      .json
    expect(items.reduce((sum, { correct }) => sum + correct, 0)).toBe(2)
    const log = (await admin.request(listAuditEntries, { query: {} })).json
    expect(log[0]).toMatchObject({
      action: 'late-answers.accepted',
      detail: { count: 3, before: 0, after: 2 },
    })
  })

  it('do not count once they are left out, and the decision can be changed again', async () => {
    await send(await loseConnectionBeforeEnd())
    for (const [decision, score] of [
      ['accepted', 2],
      ['left-out', 0],
      ['accepted', 2],
      ['accepted', 2],
      ['left-out', 0],
    ] as const) {
      expect((await decide(decision)).json).toMatchObject({ score })
      expect(await readScore()).toBe(score)
      expect(await list()).toMatchObject({ scoreIfAccepted: 2, scoreIfLeftOut: 0 })
    }
    expect((await readOwn())?.ending).toMatchObject({ saved: [1], late: [1, 2, 3] })
  })

  it('cannot be decided about if more have arrived in the meantime', async () => {
    const [first, ...others] = await loseConnectionBeforeEnd()
    await send(first ? [first] : [])
    const seen = (await list()).answers
    await send(others)
    expect(await decide('accepted', seen)).toMatchObject({
      status: 409,
      json: { code: 'late-answers-changed' },
    })
    expect(await readScore()).toBe(0)
  })

  it('cannot be decided about by somebody who saw another answer to the same question', async () => {
    await send(await loseConnectionBeforeEnd())
    const [first, ...others] = (await list()).answers
    if (!first) throw new Error('no late answer')
    const seen = [{ ...first, sequence: first.sequence - 1 }, ...others]
    expect(await decide('accepted', seen)).toMatchObject({
      status: 409,
      json: { code: 'late-answers-changed' },
    })
    expect(await readScore()).toBe(0)
  })

  it('lead to an email with the corrected result if they are accepted after the release', async () => {
    const waiting = await loseConnectionBeforeEnd()
    await readOwn()
    await admin.request(resultRelease.releaseResults, { params: { testId: quiz.testId } })
    app.advanceClock(releaseUndoMs)
    app.deps.mail.wake()
    await waitForEmails(smtp, priya.email)
    await send(waiting)
    expect((await list()).answers[0]).toMatchObject({ isBeforeEnd: true })
    expect((await decide('accepted')).json).toMatchObject({ score: 2, mails: 1 })
    const emails = await waitForEmails(smtp, priya.email, 2)
    expect(emails[1]?.subject).toMatch(/corrected/i)
  })

  it('become answers when the attempt is reopened, unless the student gives a newer one', async () => {
    await send(await loseConnectionBeforeEnd())
    await admin.request(reopenAttempt, { params: params(), body: { why, minutes: 5 } })
    expect((await send([choose(3)])).json).toMatchObject({ code: 'not-over' })
    await priya.request(startQuiz, { params: { testId: quiz.testId }, body: { kinds: kindNames } })
    await submit(choose(2))
    await priya.request(finishQuiz, { params: params(), body: {} })
    expect(await readScore()).toBe(3)
    expect((await list()).answers).toEqual([])
    expect(await readOwn()).not.toHaveProperty('ending')
  })
})

describe('an answer is not kept as late', () => {
  it('if it counts already, or a newer one does', async () => {
    const early = choose(0)
    app.advanceClock(1000)
    await submit(choose(0, /^wrong/))
    await priya.request(finishQuiz, { params: params(), body: {} })
    expect((await send([early])).json).toEqual({
      saved: [early.questionId],
      late: [],
      declined: [],
    })
    expect((await list()).answers).toEqual([])
  })

  it('if it was chosen after the deadline, or is not of this paper', async () => {
    app.advanceClock(31 * minute)
    const after = choose(0)
    const other = { ...choose(1), questionId: 'another', sequence: 1 }
    const option = { ...choose(2), selectedOption: 7, sequence: 1 }
    const { json } = await send([after, other, option])
    const ids = [after, other, option].map(({ questionId }) => questionId)
    expect(json).toEqual({ saved: [], late: [], declined: ids })
    expect((await list()).answers).toEqual([])
  })

  it('if it is older than the one kept, which stays decided', async () => {
    const waiting = await loseConnectionBeforeEnd()
    await send(waiting)
    await decide('left-out')
    await send(waiting.map((one) => ({ ...one, sequence: one.sequence - 1 })))
    expect((await list()).answers.map(({ decision }) => decision)).toEqual(
      waiting.map(() => 'left-out'),
    )
  })

  it('if its attempt still runs, or it comes from another student', async () => {
    const answer = choose(0)
    expect(await send([answer])).toMatchObject({ status: 409, json: { code: 'not-over' } })
    await priya.request(finishExpiredQuiz, { params: params(), body: {} })
    const rohan = await createStudent(app, 'Rohan Rao')
    expect((await send([answer], rohan)).status).toBe(404)
    expect((await list()).answers).toEqual([])
  })
})
