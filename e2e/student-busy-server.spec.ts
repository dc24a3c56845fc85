import { serverHeader } from '#contract/server-header.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { choose, getOnlyAttempt, logIn, start } from './student-actions.ts'

test('a call to a busy server is retried without a second press', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'Node JS', questions: createQuestions(1) })
  await logIn(page, await createStudent(testApp))

  const refusedPaths = new Set<string>()
  await page.route(/\/(start-quiz|get-questions|submit-answer|finishQuiz)\//, (route) => {
    const call = new URL(route.request().url()).pathname.split('/')[3] ?? ''
    if (refusedPaths.has(call)) return route.continue()
    refusedPaths.add(call)
    return route.fulfill({
      status: 503,
      headers: { [serverHeader]: '1', 'retry-after': '1' },
      json: { message: 'The server is busy. Please try again in a moment.', code: 'busy' },
    })
  })

  await start(page, 'Node JS')
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect([...refusedPaths]).toEqual(['start-quiz', 'get-questions', 'submit-answer', 'finishQuiz'])
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({
    score: 1,
    finishReason: 'Completed',
  })
  complaints.length = 0
})
