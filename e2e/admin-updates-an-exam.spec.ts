import { getExam } from '#contract/exams.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import { getQuestionCard, openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('an admin views a test, edits it, and sees which students the change does not affect', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const [first, ...others] = createQuestions(5)
  const questions = [{ ...first, question: 'What does `useRef` keep?' }, ...others]
  const exam = await createReleasedExam(admin, { questions } as Parameters<
    typeof createReleasedExam
  >[1])
  await completeAttempt(await createStudent(testApp), exam._id, 3)
  await page.goto('/admin/home')

  await page.getByRole('link', { name: 'View React JS' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('React JS')
  await expect(page.getByLabel('Title', { exact: true })).not.toBeEditable()
  await expect(getQuestionCard(page, 5).getByText('Correct answer')).toBeVisible()
  await expect(getQuestionCard(page, 1)).toContainText('What does useRef keep?')
  await expect(page.getByRole('main')).not.toContainText('`')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'React JS, as a student sees it' })
  await expect(preview.getByText('Question 1 of 5')).toBeVisible()
  await preview.getByRole('radio', { name: /right 0/ }).check({ force: true })
  await preview.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(preview.getByText('This answer gets the mark.')).toBeVisible()
  await preview.getByRole('button', { name: 'Next' }).click()
  await expect(preview.getByText('Question 2 of 5')).toBeVisible()
  await expect(preview.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Update', exact: true }).click()
  await expect(page.getByText(/^1 attempt uses the earlier version\./)).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).not.toBeEditable()

  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.setViewportSize({ width: 1024, height: 720 })
  const option = await getQuestionCard(page, 1)
    .getByLabel('Option A', { exact: true })
    .boundingBox()
  expect(option?.width, 'room for words beside the outline').toBeGreaterThan(160)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByLabel('Title', { exact: true }).fill('Never kept')
  await page.getByRole('button', { name: 'Move question 5 to a place' }).click()
  const place = page.getByRole('dialog').getByLabel('Its new number')
  await place.fill('6')
  await place.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Enter a number from 1 to 5')
  await place.fill('1')
  await place.press('Enter')
  const moved = getQuestionCard(page, 1).getByLabel('Question', { exact: true })
  await expect(moved).toHaveValue('Question 4')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('React JS')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title', { exact: true }).fill('React JS, mended')
  await page.getByText('Rules').click()
  await page.getByRole('radio', { name: /^Observe/ }).check()
  await page.getByLabel('Attempts allowed').selectOption('No limit')
  await page.getByRole('checkbox', { name: 'Shuffle the options of each question' }).check()
  await getQuestionCard(page, 2).getByRole('radio', { name: 'Option C is correct' }).check()

  await page.getByRole('link', { name: 'Students', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()

  await page.route('**/api/test/update/*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText(/^Failed to update test\./)).toBeVisible()
  await page.unroute('**/api/test/update/*')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).not.toBeEditable()
  const { json } = await admin.request(getExam, { params: { id: exam._id } })
  expect(json).toMatchObject({
    title: 'React JS, mended',
    integrityMode: 'observe',
    attemptsAllowed: 0,
    shuffleOptions: true,
  })
  expect(json.questions[1]).toMatchObject({ correct_answer: 'wrong 1 b' })
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 500/)])
})

test('a missing test and a failed load are reported', { tag: '@long' }, async ({
  page,
  testApp,
  complaints,
}) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/view/test/nothing')
  await expect(page.getByText('Test not found')).toBeVisible()
  await page.route('**/api/test/test/*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin/update/test/anything')
  await expect(page.getByText('Failed to load test data.')).toBeVisible()
  await page.unroute('**/api/test/test/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Test not found')).toBeVisible()
  complaints.length = 0
})
