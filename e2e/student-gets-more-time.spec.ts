import { addTime } from '#contract/proctoring.ts'
import { createQuestions } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { choose, getOnlyAttempt, openNewQuiz } from './student-actions.ts'

const minute = 60_000

test('added minutes show without a reload, even at the very end', async ({ page, testApp }) => {
  const { admin, testId } = await openNewQuiz(page, testApp, {
    title: 'Node JS',
    duration: 30,
    questions: createQuestions(2),
    integrityMode: 'observe',
  })
  const params = { attemptId: (await getOnlyAttempt(admin, testId))?._id ?? '' }
  const why = 'A power cut'
  await admin.request(addTime, { params, body: { minutes: 5, why } })
  await expect(page.getByText('5 minutes were added.')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^3[45]:\d\d$/)

  testApp.advanceClock(35 * minute - 50_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('timer')).toHaveText(/^00:[0-5]\d$/)
  await admin.request(addTime, { params, body: { minutes: 10, why } })
  await expect(page.getByText('10 minutes were added.')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(10|09):\d\d$/)
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  expect(await getOnlyAttempt(admin, testId)).toMatchObject({ status: 'In progress' })
})
