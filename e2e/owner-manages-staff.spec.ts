import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { beginTotp, turnOnTotp } from '#contract/second-factor.ts'
import { completeAttempt, createReleasedExam, createStudent } from '#test/factories.ts'
import { adminPassword } from '#test/test-app.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleAndResponsive, test } from './fixtures.ts'

test('an owner invites staff, changes a role, ends sessions and disables an account', async ({
  page,
  testApp,
  complaints,
}) => {
  await openAsAdmin(page, testApp)
  await testApp.createStaff('teacher')
  await page.goto('/admin/staff')
  await expect(page.getByRole('row', { name: /Asha Admin/ })).toContainText('you')

  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nandini Rao')
  await page.getByLabel('Email').fill('teacher@example.com')
  await page.getByRole('radio', { name: 'Office' }).check()
  // Mail is not set up.
  await page.getByRole('button', { name: 'Invite and show the password' }).click()
  await expect(page.getByText('An account with this email already exists.').first()).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nandini Rao')
  complaints.splice(0)
  await page.getByLabel('Email').fill('nandini@example.com')
  await page.getByRole('button', { name: 'Invite and show the password' }).click()
  const shown = page.getByRole('dialog', { name: 'One-time password of Nandini Rao' })
  await expect(shown.getByLabel('One-time password')).toHaveValue(/^[\w-]{12,}$/)
  await shown.getByRole('button', { name: 'Close' }).click()
  const nandini = page.getByRole('row', { name: /Nandini Rao/ })
  await expect(nandini).toContainText('Invited')
  await expect(page.getByText('3 people, 1 invited')).toBeVisible()

  const teacher = page.getByRole('row', { name: /Staff teacher/ })
  await teacher.getByLabel('Role of Staff teacher').selectOption('Office')
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(teacher.getByLabel('Role of Staff teacher')).toHaveValue('office')
  await teacher.getByRole('button', { name: /^End 1 session/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End 1 session' }).click()
  await expect(teacher.getByRole('button', { name: /^End/ })).toBeHidden()
  await teacher.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable account' }).click()
  await expect(teacher).toContainText('by Asha Admin')
  await teacher.getByRole('button', { name: 'Enable' }).click()
  await expect(teacher.getByRole('button', { name: 'Disable' })).toBeVisible()
})

async function logIn(page: Page, email: string) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

test('a teacher and the office find their work, and nothing else', async ({ page, testApp }) => {
  const owner = await testApp.createAdmin()
  const student = await createStudent(testApp, 'Priya Nair', { fees: 45_000 })
  const { _id: testId } = await createReleasedExam(owner)
  await completeAttempt(student, testId, 2)
  await testApp.createStaff('teacher')
  await testApp.createStaff('office')

  await logIn(page, 'teacher@example.com')
  await expect(page).toHaveURL('/admin/home')
  await expect(sidebar(page).getByRole('link')).toHaveText([
    'Tests',
    'Students',
    'Batches',
    'Results',
    'Today',
    'Live',
    'Incidents',
  ])
  await page.goto(`/getStudents/${student.id}`)
  await expect(page.getByRole('heading', { name: 'Quiz allowances' })).toBeVisible()
  for (const heading of ['Update', 'Aadhaar images', 'Parent/Guardian Details']) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeHidden()
  }
  await page.goto('/admin/mail')
  await expect(page.getByRole('heading', { name: 'Not open to your account' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.context().clearCookies()

  await logIn(page, 'office@example.com')
  await expect(page).toHaveURL('/admin/fetch/students')
  await expect(sidebar(page).getByRole('link').filter({ visible: true })).toHaveText([
    'Students',
    'Batches',
    'Results',
    'Today',
    'Enquiries',
    'Mail',
  ])
  await expect(page.getByRole('row', { name: /Priya Nair/ })).toContainText('45,000')
  await page.goto('/admin/scorelist')
  await expect(page.getByText('No results yet')).toBeVisible()
  await page.goto(`/admin/test/${testId}/student/${student.id}`)
  await expect(page.getByRole('heading', { name: 'Not open to your account' })).toBeVisible()
})

test('an owner resets a second factor whose phone is lost', async ({ page, testApp }) => {
  await openAsAdmin(page, testApp)
  const teacher = await testApp.createStaff('teacher')
  const { json } = await teacher.request(beginTotp)
  const totp = new TOTP({ secret: Secret.fromBase32(json.key) })
  await teacher.request(turnOnTotp, {
    body: { code: totp.generate({ timestamp: testApp.deps.now() }) },
  })

  await page.goto('/admin/staff')
  const row = page.getByRole('row', { name: /Staff teacher/ })
  await expect(row).toContainText('10 recovery codes left')
  await expectAccessibleAndResponsive(page)
  await row.getByRole('button', { name: 'Reset second factor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the second factor of Staff teacher?' })
  await dialog.getByRole('button', { name: 'Reset second factor' }).click()
  await expect(page.getByText('Staff teacher logs in with the password alone now.')).toBeVisible()
  await expect(row).toContainText('Not set up')
  await expect(row.getByRole('button', { name: /^(Reset|End)/ })).toHaveCount(0)
})
