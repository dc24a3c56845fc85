import { releaseResults } from '#contract/result-release.ts'
import { getOwnResult } from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('an admin reviews the questions and corrects a key', async ({ page, testApp, complaints }) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin, { questions: createQuestions(2) })
  const right = await createStudent(testApp, 'Arjun Mehta')
  const wrong = await createStudent(testApp, 'Divya Reddy')
  await completeAttempt(right, exam._id, 2)
  const attemptId = await completeAttempt(wrong, exam._id, 0)
  await admin.request(releaseResults, { params: { testId: exam._id } })
  testApp.advanceClock(releaseUndoMs)
  testApp.deps.mail.wake()

  await page.goto(`/admin/test/${exam._id}/scores`)
  await page.getByRole('link', { name: 'Questions', exact: true }).click()
  await expect(page).toHaveURL(/view=questions/)
  await expect(page.getByText(/^Only 2 finished attempts so far: too few/)).toBeVisible()
  const overview = page.getByRole('table', { name: 'All questions' })
  await expect(overview.getByRole('row', { name: /^1\. / })).toContainText('Too few attempts')
  await overview.getByRole('button', { name: 'Question' }).click()
  await expect(page).toHaveURL(/sort=number-asc/)
  await overview.getByRole('button', { name: 'Question' }).click()
  await expect(overview.getByRole('row').nth(1)).toContainText(/^2\. .*50%.*None$/)
  await overview.getByRole('link', { name: /^2\. / }).click()
  await expect(page.getByRole('region', { name: 'Question 2', exact: true })).toBeFocused()
  const card = page.getByRole('region', { name: 'Question 1', exact: true })
  await expect(card).toContainText('Too few to tell')
  await expect(card).toContainText('50% (1 of 2)')
  await expect(card.getByRole('listitem').first()).toContainText('Correct answer')
  await expect(card.getByRole('listitem').first()).toContainText('1 50%')

  await card.getByRole('button', { name: /^Correct the answer/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the answer' })
  await dialog.getByRole('button', { name: 'Correct the answer' }).click()
  await expect(dialog.getByText('Choose what counts as correct')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^A: right 0/ })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Everyone gets the mark' }).check()
  await expect(dialog.getByText(/^1 of 2 scores would change: 1 up, 0 down/)).toBeVisible()
  await expect(dialog.getByText('0 → 1 (50%)')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Why').fill('Two options were right')
  await dialog.getByRole('checkbox', { name: /^Write the corrected result to 1 student/ }).check()

  await page.route('**/api/test/*/correction', (route) => route.fulfill({ status: 500 }))
  await dialog.getByRole('button', { name: 'Correct the answer' }).click()
  await expect(dialog.getByText(/^The answer was not corrected\./)).toBeVisible()
  await page.unroute('**/api/test/*/correction')
  complaints.length = 0
  await dialog.getByRole('button', { name: 'Correct the answer' }).click()
  const saved = 'Answer corrected. Mail is not set up: 1 email goes to the outbox folder.'
  await expect(page.getByText(saved)).toBeVisible()
  await expect(card).toContainText('Corrected: everyone gets the mark.')
  await expect(card).toContainText('Two options were right')

  const ownResult = await wrong.request(getOwnResult, { params: { attemptId } })
  expect(ownResult.json).toMatchObject({ score: 1, percentage: 50 })
  expect(ownResult.json.responses.flatMap(({ correction }) => correction ?? [])).toMatchObject([
    { everyone: true },
  ])
  await page.getByRole('link', { name: 'Students', exact: true }).last().click()
  await expect(page.getByRole('row', { name: /Divya Reddy/ })).toContainText('50%')
  await page.goto(`/admin/test/${exam._id}/student/${wrong.id}`)
  await expect(
    page.getByText(/^Corrected on \d+\s\w+\s\d{4}: everyone has this mark\.$/),
  ).toHaveCount(1)
  await expectAccessible(page)
})
