import { getStudent, listStudents } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import { openAsAdmin, unfold } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

const names = Array.from({ length: 24 }, (_, n) => `Student ${String.fromCharCode(65 + n)}`)

test('an admin finds students, loads more, and deletes the selected ones', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  for (const name of [...names, 'Zoya Sheikh']) await createStudent(testApp, name)
  await page.getByRole('link', { name: 'View Student Details' }).click()
  await expect(page.getByText('Showing 10 of 25')).toBeVisible()
  const checkboxes = page.getByRole('checkbox', { name: /^Select Student/ })
  await page.waitForLoadState('networkidle')
  await expect(checkboxes).toHaveCount(10)
  await page.getByText('Showing 10 of 25').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 200)
  await expect(checkboxes).toHaveCount(20)
  await expect(page.getByText('Showing 20 of 25')).toBeAttached()
  await expect(
    page.locator('.visually-hidden[aria-live]').getByText('20 of 25 students shown'),
  ).toBeAttached()
  await page.mouse.wheel(0, 2_000)
  await expect(page.getByText('Showing 25 of 25')).toBeAttached()

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('zoya')
  await expect(page.getByText('1 student found')).toBeAttached()
  await expect(page).toHaveURL(/search=zoya/)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Zoya Sheikh' })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByLabel('Sort by').selectOption('Name Z-A')
  await expect(page.getByRole('row').nth(1)).toContainText('Zoya Sheikh')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )

  await page.getByRole('button', { name: 'Name' }).click()
  const spoken = page.locator('.visually-hidden[aria-live]').getByText(/./)
  await expect(spoken).toHaveText(['Sorted by Name, ascending'])
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(spoken).toHaveText(['Sorted by Name, descending'])
  await expect(page.getByRole('row').nth(1)).toContainText('Zoya Sheikh')

  await page.getByRole('checkbox', { name: 'Select Student X' }).check()
  await page.getByRole('checkbox', { name: 'Select Student S' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('6 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Selected (6)' }).click()
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to delete selected students?',
  })
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Student X/,
    /Student W/,
    /Student V/,
    /Student U/,
    /Student T/,
    'and 1 more',
  ])
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete 6 students' }).click()
  await expect(page.getByText('6 students deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Student X' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete Selected (0)' })).toBeDisabled()
  expect((await admin.request(listStudents)).json).toHaveLength(19)
})

test('an admin enters fees, corrects a phone number and hands out a password', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { id } = await createStudent(testApp, 'Priya Nair')
  await page.goto(`/getStudents/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Priya Nair' })).toBeVisible()
  await page.getByLabel('Fees').fill('forty')
  await page.getByLabel('Start Date').fill('31-02-2027')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Enter the fees in whole rupees')).toBeVisible()
  await expect(page.getByText('31 February does not exist')).toBeVisible()
  await page.getByLabel('Fees').fill('45,000')
  await page.getByLabel('Start Date').fill('01-12-2026')
  await page.getByLabel('Remarks').fill('Pays by UPI')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Student details updated successfully.')).toBeVisible()
  expect((await admin.request(getStudent, { params: { id } })).json).toMatchObject({
    fees: 45_000,
    startDate: '2026-12-01',
    remarks: 'Pays by UPI',
  })

  await page.getByRole('button', { name: 'Edit personal details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Personal details' })
  await dialog.getByLabel('Phone').fill('98220 41736')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('98220 41736')).toBeVisible()

  await unfold(page, 'Login details')
  await page.getByRole('button', { name: 'Show once' }).click()
  await expect(page.getByRole('textbox', { name: 'One-time password' })).toHaveValue(/^\S{8,}$/)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await expect(page.getByText(/^Mail is not set up: the login details for/).first()).toBeVisible()

  await page.route('**/api/students/updateStudent/*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(/^Failed to update student\./)).toBeVisible()
  await expect(page.getByLabel('Fees')).toHaveValue('45,000')
  await page.goto('/getStudents/nobody')
  await expect(page.getByRole('heading', { name: 'No student found' })).toBeVisible()
  complaints.length = 0
})
