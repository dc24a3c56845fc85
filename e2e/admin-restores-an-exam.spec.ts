import { listExams } from '#contract/exams.ts'
import { completeAttempt, createReleasedExam, createStudent } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('a deleted test is restored with its attempts', async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin, { title: 'React JS' })
  await completeAttempt(await createStudent(testApp), exam._id, 5)
  const before = (await admin.request(listExams)).json

  await page.goto('/admin/home')
  await page.getByRole('button', { name: 'Delete React JS' }).click()
  const deleteDialog = page.getByRole('dialog', {
    name: 'Are you sure you want to delete this test?',
  })
  await expect(deleteDialog).toContainText('and with it 1 attempt and their results')
  await expect(deleteDialog).toContainText(
    'It can be restored for 30 days, under Recently deleted.',
  )
  await deleteDialog.getByRole('button', { name: 'Delete test' }).click()
  await expect(page.getByText('No tests found.')).toBeVisible()

  await page.getByText('Recently deleted', { exact: true }).click()
  const row = page.getByRole('row', { name: /React JS/ })
  await expect(row).toContainText('1')
  await row.getByRole('button', { name: 'Restore React JS' }).click()
  const restoreDialog = page.getByRole('dialog', { name: 'Restore this test?' })
  await expect(restoreDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await restoreDialog.getByRole('button', { name: 'Restore test' }).click()
  await expect(page.getByText('Test restored.')).toBeVisible()
  await expect(page.getByText('Recently deleted', { exact: true })).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Released: React JS' })).toBeChecked()
  expect((await admin.request(listExams)).json).toEqual(before)
})
