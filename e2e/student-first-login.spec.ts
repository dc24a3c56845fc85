import type { Page } from '@playwright/test'
import { sendLoginDetails } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn, mailedPassword } from './student-at-desk.ts'

const own = 'three green parrots'

async function knock(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('the one-time password opens the door once, to a password of one’s own', async ({
  page,
  house,
}) => {
  const { id, email } = await createStudent(house)
  const admin = await house.createAdmin()
  await admin.request(sendLoginDetails, { params: { id }, body: { deliver: 'mail' } })
  const oneTime = await mailedPassword(house, email)

  await page.goto('/student/login?next=/student/result')
  await expect(page).toHaveTitle('Student Login | FSL Academy')
  await knock(page, email, oneTime)
  await expect(page).toHaveURL('/student/changePassword')
  await expect(page.getByText('You logged in with a one-time password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.goto('/student/studentpanel')
  await expect(page, 'nothing else is open yet').toHaveURL('/student/changePassword')
  await page.getByLabel('Old password').fill(oneTime)
  await page.getByLabel('New password').fill(own)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password updated successfully.')).toBeVisible()
  await expect(page).toHaveURL('/student/studentpanel')
  await expect(page.getByRole('heading', { name: 'Hello, Priya' })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/student/login?next=/student/result')
  await knock(page, email, own)
  await expect(page).toHaveURL('/student/result')
})

test('a wrong login says so, and keeps what was typed', async ({ page, house, complaints }) => {
  const { email } = await createStudent(house)
  await page.goto('/student/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  await knock(page, email, 'not my password')
  await expect(page.getByRole('alert')).toHaveText('The email address or password is not right.')
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.route('**/api/auth/studentLogin', (route) => route.abort())
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
  complaints.length = 0
})

test('a change of password says what is wrong', async ({ page, house, complaints }) => {
  const pupil = await createStudent(house)
  await logIn(page, pupil)
  await page.goto('/student/changePassword')
  await page.getByLabel('Old password').fill('not my password')
  await page.getByLabel('New password').fill(own)
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByRole('alert')).toHaveText(
    'The email address or old password is not right.',
  )

  await page.getByLabel('Old password').fill('a long student password')
  await page.getByLabel('New password').fill('short')
  await change.click()
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid')
  await expect(page.getByLabel('New password')).toBeFocused()

  await page.route('**/api/auth/changePassword', (route) => route.abort())
  await page.getByLabel('New password').fill(own)
  await change.click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again.')
  complaints.length = 0
})

test('only paths of this site are gone on to', async ({ page, house }) => {
  const { email } = await createStudent(house)
  await page.goto('/student/login?next=/.//example.com/student/result')
  await knock(page, email, 'a long student password')
  await expect(page).toHaveURL('/student/studentpanel')
})

test('what an address says is not said by the page', async ({ page }) => {
  const words = 'Call 1-800-FRAUD to get your password'
  for (const name of ['registered', 'email', 'message', 'error', 'success']) {
    await page.goto(`/student/login?${new URLSearchParams({ [name]: words })}`)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await page.locator('body').innerText()).not.toContain('FRAUD')
    await expect(page.getByLabel('Email')).toHaveValue('')
  }
})
