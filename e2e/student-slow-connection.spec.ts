import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { choose, getOnlyAttempt, logIn } from './student-actions.ts'

const oneWayMs = process.env.LONG ? 5_000 : 1_000
const longTimeout = { timeout: 60_000 }

test(`a round trip of ${(2 * oneWayMs) / 1000} s is enough to take a whole test`, async ({
  page,
  testApp,
}) => {
  test.setTimeout(300_000)
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'Node JS', questions: createQuestions(2) })
  await logIn(page, await createStudent(testApp))
  await expect(page.getByRole('button', { name: 'Start Node JS' })).toBeVisible()

  const sent: string[] = []
  await page.route('**/api/**', async (route) => {
    sent.push(new URL(route.request().url()).pathname)
    await new Promise((resolve) => setTimeout(resolve, oneWayMs))
    const reply = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, oneWayMs))
    await route.fulfill({ response: reply })
  })
  const countCalls = (path: string) => sent.filter((one) => one.includes(path)).length

  await page.getByRole('button', { name: 'Start Node JS' }).click()
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByText('Question 1 of 2')).toBeVisible(longTimeout)
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('Question 2 of 2'), 'nobody waits for the line').toBeVisible({
    timeout: 2 * oneWayMs,
  })
  await expect(page.getByText('Saving answer 1')).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible(longTimeout)
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({
    score: 2,
    finishReason: 'Completed',
  })
  expect(countCalls('/start-quiz/'), 'one start').toBe(1)
  expect(countCalls('/submit-answer/'), 'no answer was given up on its way').toBe(2)
  expect(countCalls('/finishQuiz/'), 'one finish').toBe(1)
})
