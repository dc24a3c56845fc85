import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { attemptAt, choose, logIn, start } from './student-at-desk.ts'

test('a server that is busy is called again, and nobody presses twice', async ({
  page,
  house,
  complaints,
}) => {
  const admin = await house.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'Node JS', questions: createQuestions(1) })
  await logIn(page, await createStudent(house))

  const turnedAway = new Set<string>()
  await page.route(/\/(start-quiz|get-questions|submit-answer|finishQuiz)\//, (route) => {
    const call = new URL(route.request().url()).pathname.split('/')[3] ?? ''
    if (turnedAway.has(call)) return route.continue()
    turnedAway.add(call)
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { message: 'The server is busy. Please try again in a moment.', code: 'busy' },
    })
  })

  await start(page, 'Node JS')
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect([...turnedAway]).toEqual(['start-quiz', 'get-questions', 'submit-answer', 'finishQuiz'])
  expect(await attemptAt(admin, exam._id)).toMatchObject({ score: 1, finishReason: 'Completed' })
  complaints.length = 0
})
