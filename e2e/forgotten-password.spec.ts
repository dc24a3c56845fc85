import { createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { readMailedPassword } from './student-actions.ts'

test('a student who forgot their password gets a one-time password and chooses another', async ({
  page,
  testApp,
  complaints,
}) => {
  const student = await createStudent(testApp)
  await page.goto('/student/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveTitle('Forgot password | FSL Academy')
  await page.getByRole('button', { name: 'Send one-time password' }).click()
  await expect(page.getByText(/Enter (your|an) email address/).first()).toBeVisible()
  await page.getByLabel('Email').fill(student.email)
  await page.getByRole('button', { name: 'Send one-time password' }).click()
  await expect(page.getByText(/This site does not send emails yet/).first()).toBeVisible()

  const password = await readMailedPassword(testApp, student.email)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await page.getByLabel('Email').fill(student.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/student/changePassword')
  expect(complaints).toEqual([])
})

test('the admins’ page leads back to the admins’ login', async ({ page }) => {
  await page.goto('/admin/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/admin/login')
})
