import type { Page } from '@playwright/test'
import { sendLoginDetails } from '#contract/login-details.ts'
import { createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { logInOnScreen, readMailedPassword } from './student-actions.ts'

const ownPassword = 'three green parrots'

async function submitLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('the one-time password works once, to choose a password', async ({ page, testApp }) => {
  const { id, email } = await createStudent(testApp)
  const admin = await testApp.createAdmin()
  await admin.request(sendLoginDetails, { params: { id }, body: { deliver: 'mail' } })
  const oneTime = await readMailedPassword(testApp, email)

  await page.goto('/student/login?next=/student/result')
  await expect(page).toHaveTitle('Student Login | FSL Academy')
  await submitLogin(page, email, oneTime)
  await expect(page).toHaveURL('/student/changePassword')
  await expect(page.getByText('You logged in with a one-time password.').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('One-time password')).toHaveValue(oneTime)

  await page.goto('/student/studentpanel')
  await expect(page, 'nothing else is open yet').toHaveURL('/student/changePassword')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('One-time password'), 'only in the memory of the page').toBeEmpty()
  await page.getByLabel('One-time password').fill(oneTime)
  await page.getByLabel('New password').fill(ownPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password updated successfully.').first()).toBeVisible()
  await expect(page).toHaveURL('/student/studentpanel')
  await expect(page.getByRole('heading', { name: 'Hello, Priya' })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/student/login?next=/student/result')
  await submitLogin(page, email, ownPassword)
  await expect(page).toHaveURL('/student/result')
})

test('a first login asks for nothing but the new password', async ({ page, testApp }) => {
  const { id, email } = await createStudent(testApp)
  const admin = await testApp.createAdmin()
  await admin.request(sendLoginDetails, { params: { id }, body: { deliver: 'mail' } })
  const oneTime = await readMailedPassword(testApp, email)

  await page.goto('/student/login')
  await submitLogin(page, email.toUpperCase(), ` Password: ${oneTime.replaceAll('-', ' ')}\n`)
  await page.getByLabel('New password').fill(ownPassword)
  const changed = page.waitForRequest('**/api/auth/changePassword')
  await page.getByRole('button', { name: 'Change password' }).click()
  expect(Object.keys((await changed).postDataJSON())).toEqual(['email', 'password', 'newPassword'])
  await expect(page).toHaveURL('/student/studentpanel')
  await page.goto('/student/changePassword')
  await expect(page.getByLabel('Old password')).toBeEmpty()
})

test('a wrong login shows a message, and keeps what was typed', async ({
  page,
  testApp,
  complaints,
}) => {
  const { email } = await createStudent(testApp)
  await page.goto('/student/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  await submitLogin(page, email, 'not my password')
  await expect(page.getByRole('alert')).toHaveText(
    'The email address or password is not right. A one-time password is in the newest email from us, or on the slip that you were given. You can also have a new one sent.',
  )
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const newOne = page.getByRole('link', { name: 'have a new one sent' })
  await expect(newOne).toHaveAttribute('href', '/student/forgotPassword')

  await page.route('**/api/auth/studentLogin', (route) => route.abort())
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
  complaints.length = 0
})

test('a refused password change says what is wrong', async ({ page, testApp, complaints }) => {
  const student = await createStudent(testApp)
  await logInOnScreen(page, student)
  await page.goto('/student/changePassword')
  await page.getByLabel('Old password').fill('not my password')
  await page.getByLabel('New password').fill(ownPassword)
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByRole('alert')).toHaveText(
    'The email address or old password is not right. A one-time password is in the newest email from us, or on the slip that you were given. You can also have a new one sent.',
  )

  await page.getByLabel('Old password').fill('a long student password')
  await page.getByLabel('New password').fill('short')
  await change.click()
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid')
  await expect(page.getByLabel('New password')).toBeFocused()
  const spoken = page.locator('form [aria-live] p')
  await expect(spoken, 'the focus has moved to it, and reads it').toHaveCount(0)
  await page.keyboard.press('Enter')
  const [error = ''] = await page.locator('[id$="newPassword-error"]').allTextContents()
  await expect(spoken, 'the focus was there already').toHaveText([error])

  await page.route('**/api/auth/changePassword', (route) => route.abort())
  await page.getByLabel('New password').fill(ownPassword)
  await change.click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again.')
  complaints.length = 0
})

test('only paths of this site are followed', { tag: '@long' }, async ({ page, testApp }) => {
  const { email } = await createStudent(testApp)
  await page.goto('/student/login?next=/.//example.com/student/result')
  await submitLogin(page, email, 'a long student password')
  await expect(page).toHaveURL('/student/studentpanel')
})

test('text in the URL is not shown by the page', { tag: '@long' }, async ({ page }) => {
  const words = 'Call 1-800-FRAUD to get your password'
  for (const name of ['registered', 'email', 'message', 'error', 'success']) {
    await page.goto(`/student/login?${new URLSearchParams({ [name]: words })}`)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await page.locator('body').innerText()).not.toContain('FRAUD')
    await expect(page.getByLabel('Email')).toHaveValue('')
  }
})
