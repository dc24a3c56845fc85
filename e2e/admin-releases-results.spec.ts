import { startQuiz } from '#contract/attempts.ts'
import { getOwnResult } from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import { completeAttempt, createReleasedExam, createStudent } from '#test/factories.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, type ListeningTestApp, test as withoutPost } from './fixtures.ts'

type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

/** Uses a mail server whose behaviour the test sets. */
const test = withoutPost.extend<{ smtpServer: TestSmtpServer }>({
  smtpServer: async ({ browserName: _ }, use) => {
    const smtpServer = await startSmtpServer()
    await use(smtpServer)
    await smtpServer.close()
  },
  smtpUrl: ({ smtpServer }, use) => use(smtpServer.url),
})

const minuteMs = 60_000

function releaseQueuedEmails(testApp: ListeningTestApp) {
  testApp.advanceClock(releaseUndoMs)
  testApp.deps.mail.wake()
}

test('an admin reads the scores and releases them while emails are slow', async ({
  page,
  testApp,
  smtpServer,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await expect(page.getByText(/^Mail is not set up/)).toBeHidden()
  const exam = await createReleasedExam(admin, { title: 'React JS' })
  const scores = { 'Arjun Mehta': 5, 'Divya Reddy': 3, 'Neha Joshi': 1 }
  for (const [name, right] of Object.entries(scores)) {
    await completeAttempt(await createStudent(testApp, name), exam._id, right)
  }
  const late = await createStudent(testApp, 'Zoya Sheikh')
  await late.request(startQuiz, { params: { testId: exam._id } })

  await page.getByRole('link', { name: 'View Student Results' }).click()
  await expect(page.getByRole('row', { name: /Zoya Sheikh/ })).toContainText('In progress')
  await page.getByRole('link', { name: 'Results by test' }).click()
  await page.getByRole('link', { name: 'View Results of React JS' }).click()
  await expect(page.getByText('Result not released yet.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Score distribution of 3 attempts/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Scores' })
  await expect(table.getByRole('row').nth(1)).toContainText('Arjun Mehta')
  await page.getByRole('button', { name: 'Score' }).click()
  await page.getByRole('searchbox', { name: 'Search by student name' }).fill('divya')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Divya Reddy/ })).toContainText('60%')

  await page.getByRole('button', { name: 'View Details of Divya Reddy' }).click()
  const details = page.getByRole('dialog', { name: 'Divya Reddy' })
  await expect(details.getByText('3 of 5 correct')).toBeVisible()
  await expect(details.getByText('Correct', { exact: true })).toHaveCount(3)
  await expect(details.getByText('Incorrect', { exact: true })).toHaveCount(2)
  await expect(details.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'View Details of Divya Reddy' })).toBeFocused()

  smtpServer.behaviours.push('refuse-for-now')
  await page.getByRole('button', { name: 'Release Result' }).click()
  const warning = page.getByRole('dialog', { name: /^1 student is still taking this test/ })
  await warning.getByRole('button', { name: 'Release Result' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(page.getByText('3 emails will leave in')).toBeVisible()
  releaseQueuedEmails(testApp)
  await expect(page.getByText('2 of 3 emails sent')).toBeVisible()
  await page.goto('/admin/home')
  await page.goBack()
  await expect(page.getByText('2 of 3 emails sent')).toBeVisible()

  testApp.advanceClock(5 * minuteMs)
  testApp.deps.mail.wake()
  await expect(page.getByText('Result emails sent successfully. 3 of 3.').first()).toBeVisible()
  await expect(page.getByText(/^5 questions, 30\smins\. Result released/)).toBeVisible()
  expect(smtpServer.received).toHaveLength(3)
})

test('refused emails can be sent again', { tag: '@long' }, async ({
  page,
  testApp,
  smtpServer,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin)
  await page.goto(`/admin/test/${exam._id}/scores`)
  await expect(
    page.getByRole('heading', { name: 'No students attempted this test.' }),
  ).toBeVisible()
  for (const name of ['Arjun Mehta', 'Divya Reddy']) {
    await completeAttempt(await createStudent(testApp, name), exam._id, 4)
  }
  await page.reload()
  smtpServer.behaviours.push('refuse-for-good')
  await page.getByRole('button', { name: 'Release Result' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  releaseQueuedEmails(testApp)
  await expect(
    page.getByRole('alert').getByText(/^1 of 2 result emails sent; 1 failed\./),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send again to 1' }).click()
  await expect(page.getByText('Result emails sent successfully. 2 of 2.').first()).toBeVisible()
})

test('a release is undone before any email is sent, or taken back later', async ({
  page,
  testApp,
  smtpServer,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin)
  const student = await createStudent(testApp, 'Arjun Mehta')
  const attemptId = await completeAttempt(student, exam._id, 4)
  const getResultStatus = async () =>
    (await student.request(getOwnResult, { params: { attemptId } })).status
  await page.goto(`/admin/test/${exam._id}/scores`)
  await page.getByRole('button', { name: 'Release Result' }).click()
  await expect(page.getByText('1 email will leave in')).toBeVisible()
  expect(await getResultStatus()).toBe(200)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Results are hidden again.')).toBeVisible()
  await expect(page.getByText('Result not released yet.')).toBeVisible()
  expect(await getResultStatus()).toBe(403)

  await page.getByRole('button', { name: 'Release Result' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  releaseQueuedEmails(testApp)
  await expect(page.getByText('Result emails sent successfully. 1 of 1.').first()).toBeVisible()
  expect(smtpServer.received).toHaveLength(1)
  await page.getByRole('button', { name: 'Take back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take the released result back?' })
  await expect(dialog).toContainText('1 has left and cannot be called back.')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Say why')
  await dialog.getByLabel('Why').fill('The wrong test')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Result not released yet.')).toBeVisible()
  expect(await getResultStatus()).toBe(403)

  await page.getByRole('button', { name: 'Release Result' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  releaseQueuedEmails(testApp)
  const notifiedBefore = '1 student had the same result from an earlier release.'
  await expect(page.getByText(notifiedBefore)).toBeVisible()
  await page.getByRole('button', { name: 'View Details of Arjun Mehta' }).click()
  await page.getByRole('button', { name: 'Send result again to Arjun Mehta' }).click()
  await expect(page.getByText(`The result is on its way to ${student.email}.`)).toBeVisible()
  await expect.poll(() => smtpServer.received.length).toBe(2)
})

test('the answers of one student have a page', { tag: '@long' }, async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/tests')
  await expect(page.getByRole('heading', { name: 'No tests available.' })).toBeVisible()
  const exam = await createReleasedExam(admin)
  const student = await createStudent(testApp, 'Arjun Mehta')
  await completeAttempt(student, exam._id, 4)
  await page.goto('/admin/scorelist')
  await page.getByRole('link', { name: 'View Details of Arjun Mehta' }).click()
  await expect(page).toHaveURL(`/getScore/${student.id}`)
  await page.getByRole('link', { name: 'View Answers to React JS' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Arjun Mehta' })).toBeVisible()
  const answers = page.getByRole('table', { name: 'Answers' })
  await expect(answers.getByRole('columnheader')).toHaveText([
    'Question',
    'Chosen answer',
    'Correct answer',
    'Result',
  ])
  await expect(answers.getByRole('cell', { name: 'Correct', exact: true })).toHaveCount(4)
  await expect(answers.getByRole('cell', { name: 'Incorrect', exact: true })).toHaveCount(1)
  await answers.getByText('All options').first().click()
  await expect(answers.getByText('Chosen answer, correct').first()).toBeVisible()
  await page.getByRole('link', { name: 'Question 5, incorrect' }).click()
  await expect(answers.getByText('Question 5', { exact: true }).locator('..')).toBeFocused()
  await page.goto(`/admin/test/${exam._id}/student/nobody`)
  await expect(page.getByText('Failed to load answers')).toBeVisible()
  complaints.length = 0
})
