import { listExamAttempts } from '#contract/results.ts'
import { createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { logIn } from './student-actions.ts'
import { hide, show } from './window-actions.ts'

test('the practice room shows a warning and the end, and leaves no trace', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  await logIn(page, await createStudent(testApp))
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || /get-questions/.test(request.url())) calls.push(request.url())
  })
  await page.getByRole('button', { name: 'Start Node JS' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Practice room' }).click()
  await expect(page.getByText('This is practice.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()
  await expectAccessible(page)
  const desktop = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByText('Answers are final.')).toBeInViewport()
  if (desktop) await page.setViewportSize(desktop)
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answer 1 saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await page.getByRole('checkbox', { name: /larger/ }).check()
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByRole('heading', { name: 'Question 3 of 3' })).toBeVisible()

  await hide(page)
  await show(page)
  const warning = page.getByRole('alertdialog')
  await expect(warning).toContainText('Warning 1 of 2')
  await warning.getByRole('button', { name: 'I understand' }).click()
  await expect(page.getByText('1 of 2 warnings')).toBeVisible()
  await page.getByRole('radio', { name: /A warning/ }).check()
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Practice is over' })).toBeVisible()
  await page.getByRole('button', { name: 'Practise again' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave the practice room' }).click()
  await page.getByRole('link', { name: 'Back to your panel' }).click()
  await expect(page.getByRole('button', { name: 'Start Node JS' })).toBeVisible()

  expect(calls).toEqual([])
  expect((await admin.request(listExamAttempts, { params: { testId } })).json).toEqual([])
})

test('a free paper is practised with free navigation', async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  await createReleasedExam(admin, { title: 'Node JS', navigation: 'free' })
  await logIn(page, await createStudent(testApp))
  await page.getByRole('button', { name: 'Start Node JS' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Practice room' }).click()
  await expect(page.getByRole('complementary', { name: 'Practice' })).toBeVisible()
  await page.getByRole('radio', { name: /you may change it/ }).check()
  await page.getByRole('button', { name: 'Save & next' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 2 of 3 (seen)')
  await page.getByRole('button', { name: 'Question 1, answered' }).click()
  await expect(page.getByRole('radio', { name: /you may change it/ })).toBeChecked()
  await page.getByRole('radio', { name: 'The answer is final' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByText('Before you finish')).toBeVisible()
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Practice is over' })).toBeVisible()
  await page.getByRole('button', { name: 'Practise again' }).click()
  await page.getByRole('link', { name: 'Try a quiz without going back' }).click()
  await expect(page.getByText('Answers are final.')).toBeVisible()
})
