import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { choose, getOnlyAttempt, logIn } from './student-actions.ts'

const oneWayMs = process.env.LONG ? 5_000 : 1_000

test(`a whole test can be taken with a round trip of ${(2 * oneWayMs) / 1000} s`, {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'Node JS', questions: createQuestions(2) })
  await logIn(page, await createStudent(testApp))
  await expect(page.getByRole('button', { name: 'Start Node JS' })).toBeVisible()

  const sent: string[] = []
  const isSavingShown = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    sent.push(path)
    await new Promise((resolve) => setTimeout(resolve, oneWayMs))
    const reply = await route.fetch()
    if (path.includes('/submit-answer/')) await isSavingShown.promise
    await new Promise((resolve) => setTimeout(resolve, oneWayMs))
    await route.fulfill({ response: reply })
  })
  const countCalls = (path: string) => sent.filter((one) => one.includes(path)).length

  await page.getByRole('button', { name: 'Start Node JS' }).click()
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(
    page.getByRole('heading', { name: 'Question 2 of 2' }),
    'nobody waits for the line',
  ).toBeVisible()
  await expect(page.getByText('Saving answer 1')).toBeVisible()
  isSavingShown.resolve()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({
    score: 2,
    finishReason: 'Completed',
  })
  expect(countCalls('/start-quiz/'), 'one start').toBe(1)
  expect(countCalls('/submit-answer/'), 'no answer was given up on its way').toBe(2)
  expect(countCalls('/finishQuiz/'), 'one finish').toBe(1)
})
