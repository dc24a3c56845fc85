import type { Page } from '@playwright/test'
import { applyAction } from '#contract/live.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import { fillStudentRegistration } from '#test/registration-page.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expectAnnounced, listen } from './announcements.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logIn } from './student-actions.ts'

test('each action in a quiz is announced once', async ({ page, testApp }) => {
  await startQuiz(page, testApp)
  await page.keyboard.press('Enter')
  await expectAnnounced(page, 'Choose an option first.')
  await page.keyboard.press('Shift+B')
  await expectAnnounced(page, 'Option B is now struck out.')
  await expect(page.getByRole('radio', { name: /^B .*, struck out$/ })).toBeVisible()
  await page.keyboard.press('Shift+B')
  await expectAnnounced(page, 'Option B is no longer struck out.')
  await page.keyboard.press('t')
  await expectAnnounced(page, /^(30|29) minutes( \d+ seconds?)? left\. 0 of 4 answers saved\.$/)
  await page.keyboard.press('b')
  await page.keyboard.press('b')
  await expectAnnounced(page, 'Option B is chosen.')
  await answer(page, 1, /right/)
  await expectAnnounced(page, /^Question 2 of 4: Question \d/, 'Answer 1 saved')
  await page.getByRole('button', { name: 'Later' }).click()
  await expectAnnounced(page, /^Question 3 of 4/, 'Question 2 of 4 is put last.')

  for (const number of [3, 4]) {
    await page.getByRole('heading', { name: `Question ${number} of 4` }).waitFor()
    await answer(page, number, /right/)
  }
  await page.getByRole('heading', { name: 'Question 2 of 4' }).waitFor()
  await page.evaluate(() => window.announcements.splice(0))
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expectAnnounced(page, /^Thank you!: Your quiz is finished and all 4 answers/)
  await expect(page).toHaveURL('/student/studentpanel')
  await expectAnnounced(page, /^Hello, Priya/)
})

test('messages, pauses and warnings in a quiz are announced once', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const { admin, testId } = await startQuiz(page, testApp)
  await answer(page, 1, /right/)
  await expectAnnounced(page, /^Question 2 of 4: Question \d/, 'Answer 1 saved')

  const { _id: attemptId } = (await getOnlyAttempt(admin, testId)) ?? { _id: '' }
  const act = (kind: 'pause' | 'resume' | 'message', message?: string) =>
    admin.request(applyAction, {
      params: { testId },
      body: { kind, attemptIds: [attemptId], reason: 'noise', ...(message && { message }) },
    })
  await act('message', 'The lab closes at six.')
  await expectAnnounced(page, /Message from the institute.*The lab closes at six\./)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expectAnnounced(page, /^Question 2 of 4/)
  await act('pause')
  await expectAnnounced(page, 'Paused by the institute. Your time stands still.')
  await act('resume')
  await expectAnnounced(page, 'React JS', /^Question 2 of 4/, /^Resumed\. (30|29):\d\d left$/)

  await page.goBack()
  await expectAnnounced(
    page,
    'dialog The back button was pressed',
    /^Warning 1 of 2\. At .* Your answers: 1 is saved\. Nothing is lost\. The warning counts/,
  )
  await page.getByRole('button', { name: 'I understand' }).click()
  await expectAnnounced(page, /^Question 2 of 4/)
})

async function startQuiz(page: Page, testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const exam = { title: 'React JS', duration: 30, questions: createQuestions(4) }
  const { _id: testId } = await createReleasedExam(admin, { ...exam, integrityMode: 'warn' })
  await logIn(page, await createStudent(testApp))
  await page.getByRole('button', { name: 'Start React JS' }).waitFor()
  await listen(page)

  await page.getByRole('button', { name: 'Start React JS' }).click()
  await expectAnnounced(
    page,
    /^dialog React JS: This gives a warning, the third one ends.* Switching/,
  )
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expectAnnounced(page, 'React JS', /^Question 1 of 4: Question \d/)
  return { admin, testId }
}

test('the question before leaving is announced in full after Alt and an arrow', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  await createReleasedExam(admin, { title: 'React JS', questions: createQuestions(2) })
  await logIn(page, await createStudent(testApp))
  await page.getByRole('button', { name: 'Start React JS' }).click()
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeFocused()
  await listen(page)
  const rest = '0 of 2 questions are answered. You cannot come back to this quiz if you leave it.'
  const question = 'Leaving will auto-submit your quiz. Continue?'
  await page.goBack()
  await expectAnnounced(page, /^dialog Leaving will/, rest)
  await page.keyboard.press('Escape')
  await expectAnnounced(page, /^Question 1 of 2/)
  await page.keyboard.press('Alt+ArrowLeft')
  if (!(await page.getByRole('alertdialog').isVisible())) await page.goBack()
  await expectAnnounced(page, /^dialog Leaving will/, `${question} ${rest}`)
})

test('the next page announces what a visitor or a new student did', { tag: '@long' }, async ({
  page,
  testApp,
  complaints,
}) => {
  const fields = await fillStudentRegistration(page)
  await listen(page)
  await fields.register.click()
  await expect(page).toHaveURL('/student/login')
  await expectAnnounced(page, 'Student Login', /^Registration Successful\. .* hours\. Log in/)

  await page.getByLabel('Email').fill('priya.nair@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a wrong one')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectAnnounced(page, /^The email address or password is not right\./)

  complaints.length = 0

  const { id, email } = await createStudent(testApp, 'Zoya Khan')
  const admin = await testApp.createAdmin()
  const body = { deliver: 'show' } as const
  const { json } = await admin.request(sendLoginDetails, { params: { id }, body })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(json.password ?? '')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectAnnounced(page, 'Change password', /^You logged in with a one-time password\./)
  await page.getByLabel('New password').fill('three green parrots')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectAnnounced(page, 'Password updated successfully.')
  await expect(page).toHaveURL('/student/studentpanel')
  await expectAnnounced(page, 'Hello, Zoya')
  await page.getByRole('link', { name: 'Result', exact: true }).click()
  await expectAnnounced(page, 'Result')
  await page.goBack()
  await expectAnnounced(page, 'Hello, Zoya')
})

test('each action of staff is announced', async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin, { title: 'React JS' })
  for (const name of ['Arjun Mehta', 'Divya Reddy'])
    await completeAttempt(await createStudent(testApp, name), exam._id, 4)
  await page.goto('/admin/fetch/students')
  await page.getByRole('row', { name: /Arjun Mehta/ }).waitFor()
  await listen(page)
  await page.getByRole('searchbox').fill('Divya')
  await expectAnnounced(page, /^1 student found/)
  await page.getByRole('checkbox', { name: /Divya Reddy/ }).check()
  await expectAnnounced(page, '1 selected')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expectAnnounced(page, /^dialog /)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/admin/test/${exam._id}/scores`)
  await page.getByRole('button', { name: 'Release Result' }).click()
  await expectAnnounced(page, 'The result is released. For 10 seconds it can be undone.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectAnnounced(page, 'Results are hidden again.')
})
