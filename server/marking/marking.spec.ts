import { afterEach, describe, expect, it } from 'vitest'
import { finishQuiz } from '#contract/attempts.ts'
import { getExam, updateExam } from '#contract/exams.ts'
import * as contract from '#contract/grading.ts'
import * as results from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import type { Guest, House } from '../house.ts'
import { enrol, type Pupil, releasedExam, sit, sitThrough } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'
import { lettersTo } from '../house-letters.ts'
import { openPostOffice } from '../house-post-office.ts'

let house: House
let admin: Guest
let post: Awaited<ReturnType<typeof openPostOffice>>
afterEach(async () => {
  await house.close()
  await post.close()
})

/** Priya has 4 of 5 and Rohan 3; Rohan left out none. */
async function examTaken() {
  post = await openPostOffice()
  house = await openHouse({ smtpUrl: post.url })
  admin = await house.admin()
  const { _id: testId } = await releasedExam(admin)
  const priya = await enrol(house, 'Priya Nair')
  const rohan = await enrol(house, 'Rohan Rao')
  await sitThrough(priya, testId, 4)
  await sitThrough(rohan, testId, 3)
  return { testId, priya, rohan }
}

async function items(testId: string) {
  return (await admin.ask(contract.listItemAnalyses, { params: { testId } })).json.items
}

/** The question that this student got wrong and the other right, or the other way round. */
async function wrongOf(testId: string, { id: studentId }: Pupil) {
  const { json } = await admin.ask(results.getScoreDetails, { params: { studentId, testId } })
  const wrong = json.responses.find(({ isCorrect }) => !isCorrect)
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
  return admin.ask(contract.correctAnswerKey, { params: { testId }, body })
}

async function scores(testId: string) {
  const query = { sort: 'name-asc' } as const
  const { json } = await admin.ask(results.listExamAttempts, { params: { testId }, query })
  return json.map(({ score }) => score)
}

async function release(testId: string) {
  await admin.ask(results.releaseResults, { params: { testId } })
  house.pass(releaseUndoMs)
  house.deps.mail.wake()
}

describe('the questions of a test', () => {
  it('tell how often each option was chosen, and that two are too few to tell more', async () => {
    const { testId } = await examTaken()
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

  it('go on under another title, and stand apart once their words change', async () => {
    const { testId } = await examTaken()
    const { json: test } = await admin.ask(getExam, { params: { id: testId } })
    await admin.ask(updateExam, { params: { id: testId }, body: { title: 'React' } })
    expect((await items(testId)).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2])

    const questions = test.questions.map((question, n) =>
      n === 0 ? { ...question, question: 'Asked anew' } : question,
    )
    await admin.ask(updateExam, { params: { id: testId }, body: { questions } })
    const all = await items(testId)
    expect(
      all.map(({ questionText, attempts, isEarlier }) => [questionText, attempts, isEarlier]),
    ).toEqual([
      ['Asked anew', 0, false],
      ...[1, 2, 3, 4].map((n) => [`Question ${n}`, 2, false]),
      ['Question 0', 2, true],
    ])
  })

  it('of deleted students count for nothing, and a running attempt neither', async () => {
    const { testId, priya } = await examTaken()
    await sit(await enrol(house, 'Sana Shaikh'), testId)
    await admin.call('POST', '/api/students/deleteMany', { body: { ids: [priya.id] } })
    expect((await items(testId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
  })
})

describe('a correction', () => {
  it('is shown beforehand and changes nothing then', async () => {
    const { testId, priya } = await examTaken()
    const { item } = await wrongOf(testId, priya)
    const { questionId, revisionId } = item
    const before = await scores(testId)
    const { json } = await admin.ask(contract.previewCorrection, {
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

  it('gives the mark to whoever chose the other option, and takes it from the rest', async () => {
    const { testId, priya } = await examTaken()
    const { item, chosen } = await wrongOf(testId, priya)
    const reply = await correct(testId, item, chosen)
    expect(reply).toMatchObject({ status: 200, json: { message: 'Answer corrected.', mails: 0 } })
    const { json: sheet } = await admin.ask(results.getScoreDetails, {
      params: { testId, studentId: priya.id },
    })
    expect(sheet.score).toBe(5)
    expect(sheet.responses.filter(({ isCorrect }) => isCorrect)).toHaveLength(5)
    const mended = (await items(testId)).find(({ questionId }) => questionId === item.questionId)
    expect(mended?.options.map(({ isKey }) => isKey)).toEqual(
      ['A', 'B', 'C', 'D'].map((letter) => letter === chosen),
    )
    const correctedBy = 'admin@example.com'
    expect(mended?.correction).toMatchObject({ key: chosen, why: 'The key was wrong', correctedBy })
    const kept = await house.deps.db.read.selectFrom('key_corrections').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(correctedBy)
    const audit = await house.deps.db.read.selectFrom('audit').selectAll().execute()
    expect(audit.at(-1)).toMatchObject({ action: 'answer-key.corrected', subject: testId })
    const values = await house.deps.db.read.selectFrom('audit_values').select('value').execute()
    expect(values).toContainEqual({ value: '"The key was wrong"' })
  })

  it('can be taken back to what was printed, and changes nothing when given twice', async () => {
    const { testId, priya } = await examTaken()
    const { item, chosen } = await wrongOf(testId, priya)
    const before = await scores(testId)
    await correct(testId, item, chosen)
    const once = await scores(testId)
    expect((await correct(testId, item, chosen)).json).toMatchObject({ raised: 0, lowered: 0 })
    expect(await scores(testId)).toEqual(once)
    await correct(testId, item, 'printed')
    expect(await scores(testId)).toEqual(before)
    expect((await items(testId)).every(({ correction }) => correction === null)).toBe(true)
  })

  it('holds for those who finish later, and on a later paper with the same words', async () => {
    const { testId, priya } = await examTaken()
    const { item } = await wrongOf(testId, priya)
    const sana = await enrol(house, 'Sana Shaikh')
    const { attemptId } = await sit(sana, testId)
    await correct(testId, item, 'everyone')
    await sana.ask(finishQuiz, { params: { attemptId }, body: {} })
    expect((await scores(testId)).at(-1)).toBe(1)

    await admin.ask(updateExam, { params: { id: testId }, body: { title: 'React' } })
    const tara = await enrol(house, 'Tara Thakur')
    const later = await sit(tara, testId)
    await tara.ask(finishQuiz, { params: { attemptId: later.attemptId }, body: {} })
    expect((await scores(testId)).at(-1)).toBe(1)
  })

  it('is told to those who had another result, and only if that is wished', async () => {
    const { testId, priya } = await examTaken()
    await release(testId)
    await lettersTo(post, priya.email)
    await expect.poll(() => post.letters.length, { timeout: 10_000 }).toBe(2)
    const { item } = await wrongOf(testId, priya)
    const first = await correct(testId, item, 'everyone')
    expect(first.json.mails).toBe(0)
    expect(first.json.told).toBe(first.json.raised)
    await correct(testId, item, 'printed')

    const wished = await correct(testId, item, 'everyone', { mail: true })
    expect(wished.json.mails).toBe(wished.json.raised)
    await expect.poll(() => post.letters.length, { timeout: 10_000 }).toBe(2 + wished.json.mails)
    const letter = (await lettersTo(post, priya.email)).at(-1)
    expect(letter?.subject).toBe('Your corrected result: React JS')
    expect(letter?.text).toMatch(/5 of 5/)
    const seen = await priya.ask(results.listOwnAttempts)
    expect(seen.json).toMatchObject([{ score: 5, percentage: 100 }])
  })

  it('puts the right score into letters that have not left', async () => {
    const { testId, priya } = await examTaken()
    await admin.ask(results.releaseResults, { params: { testId } })
    const { item } = await wrongOf(testId, priya)
    await correct(testId, item, 'everyone')
    house.pass(releaseUndoMs)
    house.deps.mail.wake()
    const [letter] = await lettersTo(post, priya.email)
    expect(letter?.text).toMatch(/5 of 5/)
    await expect.poll(() => post.letters.length, { timeout: 10_000 }).toBe(2)
  })

  it('is refused for what is not there', async () => {
    const { testId } = await examTaken()
    const [item] = await items(testId)
    if (!item) throw new Error('There is no question')
    expect((await correct(testId, { ...item, questionId: 'nothing' }, 'A')).status).toBe(400)
    expect((await correct(testId, { ...item, revisionId: 'nothing' }, 'A')).status).toBe(400)
    expect((await correct('nothing', item, 'A')).status).toBe(404)
    expect((await correct(testId, item, 'A', { why: ' ' })).json.fields).toEqual({ why: 'Say why' })
  })
})
