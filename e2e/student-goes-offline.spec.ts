import { listAttemptEvents } from '#contract/proctoring.ts'
import { createQuestions } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, openNewQuiz } from './student-actions.ts'

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
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Question 3 of 3' })).toBeVisible()
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

for (const lost of ['request', 'reply'] as const) {
  test(`a finish whose ${lost} is lost is reported, and succeeds by itself`, {
    tag: '@long',
  }, async ({ page, testApp, complaints }) => {
    const { admin, testId } = await openNewQuiz(page, testApp, {
      title: 'Node JS',
      questions: createQuestions(2),
    })
    let calls = 0
    // The next try comes after a second: it waits until the message was read.
    const read = Promise.withResolvers<void>()
    await page.route('**/api/students/finishQuiz/*', async (route) => {
      calls += 1
      if (calls > 1) return read.promise.then(() => route.continue())
      if (lost === 'reply') await route.fetch()
      return route.fulfill({ status: 500 })
    })
    await answer(page, 1, /right/)
    await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
    await answer(page, 2, /right/)
    await expect(page.getByText('Error finishing quiz.')).toBeVisible()
    await expect(page.getByText('kept on this page, which tries again by itself.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    const failed = await getOnlyAttempt(admin, testId)
    expect(failed?.status).toBe(lost === 'reply' ? 'Completed' : 'In progress')

    read.resolve()
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
    await expect(page.getByText('your quiz is finished', { exact: false })).toBeVisible()
    expect(calls).toBe(2)
    const attempt = await getOnlyAttempt(admin, testId)
    expect(attempt).toMatchObject({ score: 2, finishReason: 'Completed' })
    if (lost === 'reply') expect(attempt?.endTime).toBe(failed?.endTime)
    complaints.length = 0
  })
}

test('a finish that keeps failing can be tried again at once', { tag: '@long' }, async ({
  page,
  testApp,
  complaints,
}) => {
  await openNewQuiz(page, testApp, { title: 'Node JS', questions: createQuestions(1) })
  // Asking for long: only a press comes sooner.
  const headers = { 'retry-after': '600' }
  await page.route('**/api/students/finishQuiz/*', (route) =>
    route.fulfill({ status: 500, headers }),
  )
  await answer(page, 1, /right/)
  await expect(page.getByText('Error finishing quiz.')).toBeVisible()
  await page.unroute('**/api/students/finishQuiz/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  complaints.length = 0
})
