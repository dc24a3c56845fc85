import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createExam, getExam, updateExam } from '#contract/exams.ts'
import * as grading from '#contract/grading.ts'
import { releaseResults, resendResult, unreleaseResults } from '#contract/result-release.ts'
import * as contract from '#contract/results.ts'
import type { CountingRule } from '#core/grading/counted-attempt.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let priya: TestStudent
let rohan: TestStudent
let testId: string
let first: string
let second: string

/** Priya has 4 and then 2 of 5, Rohan 3. */
beforeEach(async () => {
  // Nothing listens there: an email that has left keeps no text.
  app = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:9' })
  admin = await app.createAdmin()
  priya = await createStudent(app, 'Priya Nair')
  rohan = await createStudent(app, 'Rohan Rao')
  testId = (await createReleasedExam(admin, { attemptsAllowed: 2 }))._id
  first = await completeAttempt(priya, testId, 4)
  app.advanceClock(1000)
  second = await completeAttempt(priya, testId, 2)
  app.advanceClock(1000)
  await completeAttempt(rohan, testId, 3)
})
afterEach(() => app.close())

const setRule = (countedAttempt: CountingRule) =>
  admin.request(updateExam, { params: { id: testId }, body: { countedAttempt } })
const release = () => admin.request(releaseResults, { params: { testId } })
const figures = async () =>
  (await admin.request(contract.getScoreStatistics, { params: { testId } })).json
const groups = async (search = '') =>
  (await admin.request(contract.listAttemptsByExam, { query: { search } })).json
const items = async () =>
  (await admin.request(grading.listItemAnalyses, { params: { testId } })).json
const own = async () => {
  const { json } = await priya.request(contract.listOwnAttempts)
  return Object.fromEntries(json.map(({ _id, counting }) => [_id, counting]))
}
const letters = async () => {
  const rows = await app.deps.db.read
    .selectFrom('mails')
    .select(['attempt_id', 'score', 'text_body'])
    .where('account_id', '=', priya.id)
    .where('kind', 'in', ['result', 'repeated-result'])
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, text: (row.text_body ?? '').replaceAll(/\s+/g, ' ') }))
}

describe('two attempts of one student', () => {
  it.each([
    { rule: 'last', average: 50, percentages: [40, 60], right: 5 },
    { rule: 'best', average: 70, percentages: [60, 80], right: 7 },
    { rule: 'average', average: 60, percentages: [60, 60], right: 9 },
  ] as const)('give figures of the $rule', async ({ rule, average, percentages, right }) => {
    await setRule(rule)
    const found = await figures()
    expect(found).toMatchObject({ attempts: 3, running: 0, average })
    expect(found.counting).toEqual({ rule, students: 1 })
    const reached = found.percentages.flatMap(({ percentage, count }) =>
      Array<number>(count).fill(percentage),
    )
    expect(reached.toSorted()).toEqual(percentages)
    expect(await groups()).toMatchObject([
      { attempts: 3, average, counting: { rule, students: 1 } },
    ])
    expect(await groups('priya')).toMatchObject([
      { average: { last: 40, best: 80, average: 60 }[rule] },
    ])
    expect(await groups('rohan')).toMatchObject([{ average: 60 }])
    const analysis = await items()
    expect(analysis.counting).toEqual({ rule, students: 1 })
    expect(analysis.attempts).toBe(rule === 'average' ? 3 : 2)
    expect(analysis.items.reduce((sum, { correct }) => sum + correct, 0)).toBe(right)
  })

  it('show in lists and exports which of them counts', async () => {
    await setRule('best')
    const params = { testId }
    const { json } = await admin.request(contract.listExamAttempts, { params })
    const byId = new Map(json.map(({ _id, counting }) => [_id, counting]))
    expect(byId.get(first)).toEqual({ rule: 'best', attempts: 2, isCounted: true })
    expect(byId.get(second)).toEqual({ rule: 'best', attempts: 2, isCounted: false })
    expect([...byId.values()].filter((counting) => counting === undefined)).toHaveLength(1)
    const file = await admin.request(contract.exportExamAttempts, { params })
    const [head, ...rows] = file.text.trim().split(/\r?\n/)
    expect(head).toMatch(/,Counts$/)
    const counts = rows.map((row) => row.split(',').at(-1)).toSorted()
    expect(counts).toEqual(['no', 'yes', 'yes (the best)'])
    const questions = await admin.request(grading.exportItemAnalyses, { params })
    expect(questions.text.split(/\r?\n/)[0]).toContain('Attempts (the best of each student)')
  })

  it('show the student which one counts once results are released', async () => {
    await setRule('average')
    expect(await own()).toEqual({ [first]: undefined, [second]: undefined })
    await release()
    const counting = { rule: 'average', attempts: 2, isCounted: true, average: 60 }
    expect(await own()).toEqual({ [first]: counting, [second]: counting })
    const { json } = await priya.request(contract.getOwnResult, { params: { attemptId: first } })
    expect(json.counting).toEqual(counting)
  })

  it.each([
    { rule: 'last', attempt: 'second', words: 'and your last attempt counts. This is its result.' },
    { rule: 'best', attempt: 'first', words: 'and your best attempt counts. This is its result.' },
    {
      rule: 'average',
      attempt: 'second',
      words: 'and the average of them counts: 60%. This is the result of one of them.',
    },
  ] as const)('lead to an email of the $rule that says so', async ({ rule, attempt, words }) => {
    await setRule(rule)
    await release()
    const sent = await letters()
    expect(sent.map(({ attempt_id: id }) => id)).toEqual([attempt === 'first' ? first : second])
    expect(sent[0]?.text).toContain(`You have taken this test 2 times, ${words}`)
  })

  it('lead to an email about the other one that says that it does not count', async () => {
    await setRule('best')
    await release()
    app.advanceClock(60_000)
    await admin.request(resendResult, { params: { attemptId: second } })
    const sent = await letters()
    expect(sent.at(-1)?.text).toContain(
      'your best attempt counts. This is the result of another one.',
    )
  })
})

describe('the counting rule', () => {
  it('is the last attempt by default, and is then in no reply', async () => {
    const { json } = await admin.request(getExam, { params: { id: testId } })
    expect(json).not.toHaveProperty('countedAttempt')
    expect((await setRule('best')).json.test.countedAttempt).toBe('best')
    expect((await setRule('last')).json.test).not.toHaveProperty('countedAttempt')
    const made = await admin.request(createExam, {
      body: {
        title: 'PHP',
        countedAttempt: 'average',
        questions: [{ question: 'Q', options: ['a', 'b'], correct_answer: 'a' }],
      },
    })
    expect(made.json.test.countedAttempt).toBe('average')
  })

  it('changes the version of the test', async () => {
    const { version } = (await setRule('best')).json.test
    expect((await setRule('average')).json.test.version).not.toBe(version)
    const stale = { countedAttempt: 'last', basedOn: version } as const
    const { json } = await admin.request(updateExam, { params: { id: testId }, body: stale })
    expect(json.code).toBe('test-changed')
  })

  it('cannot change once results are released, until they are withdrawn', async () => {
    await setRule('best')
    await release()
    const { status, json } = await setRule('average')
    expect([status, Object.keys(json.fields ?? {})]).toEqual([400, ['countedAttempt']])
    expect((await setRule('best')).status).toBe(200)
    expect((await figures()).counting?.rule).toBe('best')
    await admin.request(unreleaseResults, { params: { testId }, body: { why: 'A slip' } })
    expect((await setRule('average')).status).toBe(200)
  })

  it('is not mentioned where each student has one attempt', async () => {
    const { _id: other } = await createReleasedExam(admin, { title: 'PHP' })
    await completeAttempt(rohan, other, 3)
    const params = { testId: other }
    const { json } = await admin.request(contract.getScoreStatistics, { params })
    expect(json).toEqual({
      attempts: 1,
      running: 0,
      average: 60,
      percentages: [{ percentage: 60, count: 1 }],
    })
    const list = await admin.request(contract.listExamAttempts, { params })
    expect(list.json[0]).not.toHaveProperty('counting')
    const file = await admin.request(contract.exportExamAttempts, { params })
    expect(file.text.split(/\r?\n/)[0]).toMatch(/,Result released$/)
  })
})
