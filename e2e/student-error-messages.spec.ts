import type { Page } from '@playwright/test'
import { releaseResults } from '#contract/result-release.ts'
import { endOtherSessions } from '#contract/sessions.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
  studentPassword,
} from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logIn, openNewQuiz, start } from './student-actions.ts'
import { hide } from './window-actions.ts'

/** Errors that a retry cannot fix differ from those that it can. */
async function expectRetryAfterFailure(page: Page, calls: RegExp, message: string) {
  await page.route(calls, (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await expect(page.getByText(message)).toBeVisible()
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(message)).toBeHidden()
}

test('a list of tests and a result that fail to load say so, and can be reloaded', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'Node JS' })
  const student = await createStudent(testApp)
  await logIn(page, student)
  // The first news load the list again without the button.
  const testsAndNews = /\/api\/(test\/allTests|students\/news)$/
  await expectRetryAfterFailure(page, testsAndNews, 'Failed to fetch tests')
  await expect(page.getByRole('button', { name: 'Start Node JS' })).toBeVisible()

  const attemptId = await completeAttempt(student, exam._id, 4)
  await admin.request(releaseResults, { params: { testId: exam._id } })
  await page.goto(`/student/result-detail/${attemptId}`)
  await expect(page.getByRole('heading', { name: 'Excellent!' })).toBeVisible()
  await expectRetryAfterFailure(
    page,
    /\/api\/students\/quiz-attempt-detail\//,
    'Failed to load result details. Please try again.',
  )
  await expect(page.getByRole('heading', { name: 'Excellent!' })).toBeVisible()
  complaints.length = 0
})

test('a test that was taken in another window is not started again', async ({
  page,
  testApp,
  complaints,
}) => {
  const exam = await createReleasedExam(await testApp.createAdmin(), { title: 'Node JS' })
  const student = await createStudent(testApp)
  await logIn(page, student)
  await page.getByRole('button', { name: 'Start Node JS' }).click()
  await completeAttempt(student, exam._id, 1)
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByText('You have already taken this test.')).toBeVisible()
  await expect(page).toHaveURL('/student/studentpanel')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Node JS/ })).toContainText('Completed')
  await expect(page.getByText('No test is open for you now.')).toBeVisible()
  complaints.length = 0
})

test('a quiz that cannot be shown says why, and links onwards', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await testApp.createAdmin()
  await createReleasedExam(admin, { title: 'Node JS', integrityMode: 'observe' })
  await logIn(page, await createStudent(testApp))
  await page.goto('/student/quiz/nothing')
  await expect(page.getByRole('heading', { name: 'This quiz is not running' })).toBeVisible()
  await expect(page.getByText('Test not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to your panel' }).click()

  await start(page, 'Node JS')
  await page.route('**/api/students/get-questions/*', (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The quiz did not load' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/students/get-questions/*')
  await expect(page.getByRole('heading', { name: 'Question 1 of 5' }), 'by itself').toBeVisible()

  await page.route('**/api/students/get-questions/*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'We cannot reach the exam server. Nothing is wrong with your device. We keep trying.',
  )
  await expect(page.getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
  await page.unroute('**/api/students/get-questions/*')
  await expect(page.getByRole('heading', { name: 'Question 1 of 5' }), 'by itself').toBeVisible()
  complaints.length = 0
})

test('a student who is logged out elsewhere logs in again within the quiz', async ({
  page,
  testApp,
  complaints,
}) => {
  const { admin, testId, student } = await openNewQuiz(page, testApp, {
    title: 'Node JS',
    questions: createQuestions(2),
  })
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await choose(page, /right/)
  await student.request(endOtherSessions)

  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  await expect(dialog).toContainText(student.email)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The email address or password is not right.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(studentPassword)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: /right/ })).toBeChecked()
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getOnlyAttempt(admin, testId)).toMatchObject({ score: 2, finishReason: 'Completed' })
  complaints.length = 0
})

test('a student whose session ended logs in in another tab, and no answer is lost', async ({
  page,
  testApp,
  complaints,
}) => {
  const { admin, testId, student } = await openNewQuiz(page, testApp, {
    title: 'Node JS',
    questions: createQuestions(2),
    integrityMode: 'observe',
  })
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await testApp.deps.db.write((tx) =>
    tx.deleteFrom('sessions').where('account_id', '=', student.id).execute(),
  )
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await expect(page.getByText('Please log in. We keep trying.')).toBeVisible()

  const elsewhere = await page.context().newPage()
  await logIn(elsewhere, student)
  await elsewhere.close()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getOnlyAttempt(admin, testId)).toMatchObject({ score: 2, finishReason: 'Completed' })
  complaints.length = 0
})

test('a forced end shows its reason and a contact for three seconds, and afterwards', {
  tag: '@long',
}, async ({ page, testApp, complaints }) => {
  const exam = await createReleasedExam(await testApp.createAdmin(), { title: 'Node JS' })
  await logIn(page, await createStudent(testApp))
  await start(page, 'Node JS')
  await hide(page)
  await expect(page.getByRole('heading', { name: 'Your quiz was submitted' })).toBeFocused()
  const shownAt = Date.now()
  await expect(
    page.getByText(
      'The quiz lost its window, so the quiz ended before a question was answered. Thank you for taking part. If this was a mistake, speak to your trainer: they can see what was recorded.',
    ),
  ).toBeVisible()
  await expect(page.getByText(/^Back to your panel in [1-3] s/)).toBeVisible()
  await expect(page).toHaveURL('/student/studentpanel')
  expect(Date.now() - shownAt).toBeGreaterThan(2_000)

  const notice = page.getByRole('region', { name: 'Ended' })
  await expect(notice.getByText('Node JS: ended early, 0 of')).toBeVisible()
  await expect(notice.getByRole('listitem'), 'to be heard before all else').toBeFocused()
  await notice.getByRole('button', { name: 'Details of Node JS' }).click()
  await expect(notice.getByText('No answer was saved')).toBeVisible()
  await expect(
    notice.getByText(/^The quiz lost its window\..* speak to your trainer/),
  ).toBeVisible()
  await expect(notice.getByRole('link', { name: /^Ask the office/ })).toBeVisible()
  await page.getByRole('link', { name: 'Result', exact: true }).click()
  await expect(page.getByText('Ended early, 0 of')).toBeVisible()

  await page.goto(`/student/quiz/${exam._id}`)
  await expect(page.getByRole('heading', { name: 'Your quiz was submitted' })).toBeVisible()
  await page.mouse.move(640, 300)
  await page.mouse.move(650, 310)
  await page.waitForTimeout(4_000)
  await expect(page, 'while the pointer is on it').toHaveURL(`/student/quiz/${exam._id}`)
  await page.getByRole('link', { name: 'Go now' }).focus()
  await page.mouse.move(5, 5)
  await page.waitForTimeout(4_000)
  await expect(page, 'while its link has the focus').toHaveURL(`/student/quiz/${exam._id}`)
  await page.getByRole('link', { name: 'Go now' }).blur()
  await expect(page).toHaveURL('/student/studentpanel')
  complaints.length = 0
})
