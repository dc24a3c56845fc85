import { parse } from 'papaparse'
import { afterEach, expect, it } from 'vitest'
import { finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { correctAnswerKey, exportItemAnalyses, listItemAnalyses } from '#contract/grading.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

/** Questions come in an order of their own for each student; their options tell which one it is. */
async function complete(
  student: TestStudent,
  testId: string,
  isRight: (question: number) => boolean,
) {
  const { attemptId, paper } = await startAttempt(student, testId)
  for (const { _id: questionId, options } of paper.questions) {
    const right = options.find(({ text }) => text.startsWith('right'))?.text ?? ''
    const wrong = options.find(({ text }) => text.startsWith('wrong'))?.text
    const selectedAnswer = isRight(Number(right.split(' ')[1])) ? right : wrong
    const body = { questionId, selectedAnswer }
    await student.request(submitAnswer, { params: { attemptId, testId }, body })
  }
  await student.request(finishQuiz, { params: { attemptId }, body: {} })
}

it('the overview of all questions is exported as sorted and filtered', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const questions = createQuestions(3).map((question, at) =>
    at === 1 ? { ...question, question: '=HYPERLINK("x")' } : question,
  )
  const exam = await createReleasedExam(admin, { title: 'React JS', questions })
  const params = { testId: exam._id }
  for (let student = 0; student < 10; student++) {
    // Nobody gets question 2 right, a third question 1, and two thirds question 0.
    await complete(
      await createStudent(app, `Student ${student}`),
      exam._id,
      (question) => question < student % 3,
    )
  }
  const read = async (query: object) => {
    const { text, headers } = await admin.request(exportItemAnalyses, { params, query })
    expect(headers['content-disposition']).toContain('questions-React-JS-2026-11-21.csv')
    return parse<Record<string, string>>(text.replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    }).data
  }
  expect(await read({ sort: 'right-asc' })).toMatchObject([
    { Number: '3', Right: '0', 'Right, in %': '0', Flag: 'Nobody was right' },
    { Number: '2', Right: '3', 'Right, in %': '30', Question: `'=HYPERLINK("x")` },
    { Number: '1', Right: '6', 'Right, in %': '60', Attempts: '10', 'Not answered': '0' },
  ])
  expect(await read({ flag: 'flagged' })).toMatchObject([
    { Number: '3', Key: 'A', Flag: 'Nobody was right' },
  ])

  const { items } = (await admin.request(listItemAnalyses, { params })).json
  const [, , last] = items
  const body = {
    revisionId: last?.revisionId ?? '',
    questionId: last?.questionId ?? '',
    key: 'everyone',
    why: 'Ambiguous',
    mail: false,
  }
  await admin.request(correctAnswerKey, { params, body })
  expect(await read({ flag: 'flagged' })).toEqual([])
  const missing = await admin.request(exportItemAnalyses, { params: { testId: 'nothing' } })
  expect(missing.status).toBe(404)
  const wrongSort = await admin.send('GET', `/api/test/${exam._id}/items/export?sort=name`)
  expect(wrongSort.status).toBe(400)
})
