import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('results are grouped by test, five a page, and found by test or student', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const arjun = await createStudent(testApp, 'Arjun Mehta')
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    const exam = await createReleasedExam(admin, { title, questions: createQuestions(2) })
    await completeAttempt(arjun, exam._id, 1)
    testApp.advanceClock(1000)
    if (title === 'Six')
      await completeAttempt(await createStudent(testApp, 'Divya Reddy'), exam._id, 2)
  }
  await page.goto('/admin/scorelist')
  await expect(page.getByText('Tests 1 to 5 of 6')).toBeVisible()
  const group = page.getByRole('group').filter({ hasText: 'Six' })
  await expect(group).toContainText('2 attempts')
  await expect(group).toContainText('Average 75%')
  await expect(page.getByRole('row', { name: /Divya Reddy/ })).toContainText('100%')
  // On a phone every value except the name and the buttons follows its label.
  for (const label of ['Started At', 'Status', 'Score']) {
    await expect(group.locator(`td[data-label="${label}"]`)).toHaveCount(2)
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('heading', { name: 'One' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Six' })).toBeHidden()

  await page.getByRole('searchbox').fill('divya')
  await expect(page.getByText('Tests 1 to 1 of 1')).toBeVisible()
  await expect(page.getByRole('row', { name: /Divya Reddy/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Arjun Mehta/ })).toBeHidden()
  await page.getByRole('searchbox').fill('two')
  await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('two')
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
})
