import { listAttemptEvents } from '#contract/proctoring.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logIn, openNewQuiz, start } from './student-actions.ts'

test('answers wait while the network is down, and all arrive before the quiz is finished', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  const { admin, testId } = await openNewQuiz(page, testApp, {
    title: 'Node JS',
    questions: createQuestions(3),
    integrityMode: 'observe',
  })
  await answer(page, 1, /right/)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await expect(page.getByText('Question 3 of 3')).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByText('2 answers waiting to send')).toBeVisible()
  await expect(page.getByText('We will send your answers when you are online.')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getOnlyAttempt(admin, testId)).toMatchObject({
    score: 3,
    finishReason: 'Completed',
  })
  const attemptId = (await getOnlyAttempt(admin, testId))?._id ?? ''
  const { json: events } = await admin.request(listAttemptEvents, { params: { attemptId } })
  expect(events.map(({ kind }) => kind)).toContain('offline')
  complaints.length = 0
})

test('a finish that fails keeps the page', async ({ page, testApp, complaints }) => {
  const admin = await testApp.createAdmin()
  await createReleasedExam(admin, { title: 'Node JS', questions: createQuestions(1) })
  await logIn(page, await createStudent(testApp))
  await page.route('**/api/students/finishQuiz/*', (route) => route.fulfill({ status: 500 }))
  await start(page, 'Node JS')
  await answer(page, 1, /right/)
  await expect(page.getByText('Error finishing quiz.')).toBeVisible()
  await page.unroute('**/api/students/finishQuiz/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(page.getByText('your quiz is finished', { exact: false })).toBeVisible()
  complaints.length = 0
})
