import type { Page, Route } from '@playwright/test'
import { serverHeader } from '#contract/server-header.ts'
import { listStudents } from '#contract/students.ts'
import { fillStudentRegistration, getFields, priya } from '#test/registration-page.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'

const registerUrl = '**/api/students/register'

// Each of these breaks calls on purpose, and the browser logs it.
test.afterEach(({ complaints }) => {
  complaints.length = 0
})

async function listRegistered(testApp: ListeningTestApp) {
  return (await (await testApp.createAdmin()).request(listStudents)).json
}

/** The server accepts it, and its reply never arrives. */
async function loseReply(route: Route) {
  await route.fetch()
  await route.abort('connectionreset')
}

/**
 * The first calls behave as these say, the others reach the server; returns the keys that were
 * sent.
 */
async function scriptReplies(page: Page, ...scripted: ((route: Route) => Promise<void>)[]) {
  const keys: (string | undefined)[] = []
  await page.route(registerUrl, (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return (scripted[keys.length - 1] ?? ((one: Route) => one.continue()))(route)
  })
  return keys
}

test('a busy server, a lost connection and a lost reply still create one student', async ({
  page,
  testApp,
}) => {
  const fields = await fillStudentRegistration(page)
  const keys = await scriptReplies(
    page,
    (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'busy', message: 'The server is busy. Please try again in a moment.' },
        headers: { [serverHeader]: '1', 'Retry-After': '1' },
      }),
    (route) => route.abort('connectionreset'),
    loseReply,
  )
  await fields.register.click()
  await expect(page.getByText('The server is busy. We are trying again')).toBeVisible()
  await expect(page.getByText('The connection was lost. We are trying again')).toBeVisible()
  await expect(page).toHaveURL('/student/login')
  expect(await listRegistered(testApp)).toHaveLength(1)
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size, 'one key for one registration').toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)

  await fillStudentRegistration(page, { email: 'second@example.com' })
  await fields.register.click()
  await expect(page).toHaveURL('/student/login')
  expect(keys.at(-1), 'the next registration is another').not.toBe(keys[0])
  expect(await listRegistered(testApp)).toHaveLength(2)
})

test('an offline form says so, waits, and is sent once the connection is back', async ({
  page,
  context,
  testApp,
}) => {
  const fields = await fillStudentRegistration(page)
  await context.setOffline(true)
  await fields.register.click()
  await expect(page.getByText('You are offline. It is sent as soon as you are')).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL('/student/login')
  expect(await listRegistered(testApp)).toHaveLength(1)
})

test('Cancel stops the form with everything kept, and it can be sent again', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const fields = await fillStudentRegistration(page)
  await scriptReplies(page, loseReply, loseReply, loseReply, loseReply)
  await fields.register.click()
  await expect(page.getByText('Still sending… (try 2)')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You stopped sending. Nothing you typed is lost.')).toContainText(
    'It may have arrived all the same: Register never makes a second account.',
  )
  await expect(fields.register).toBeFocused()
  await expect(fields.name).toHaveValue(priya.name)
  await page.unroute(registerUrl)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/student/login')
  expect(await listRegistered(testApp)).toHaveLength(1)
})

test('the form gives up after two minutes without a reply, and says so', { tag: '@long' }, async ({
  page,
}) => {
  await page.clock.install()
  const fields = await fillStudentRegistration(page)
  await page.route(registerUrl, (route) =>
    route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }),
  )
  await fields.register.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Failed to submit form' })
  // In steps shorter than a call's time limit, or the clock overtakes a reply that is on its way.
  for (let n = 0; n < 48 && !(await notice.isVisible()); n++) {
    await expect(notice.or(page.getByText('Still sending…'))).toBeVisible()
    await page.clock.runFor(5_000)
  }
  await expect(notice).toContainText('We tried for two minutes and got no answer.')
  await expect(notice).toContainText('Nothing you typed is lost. It may have arrived all the same')
  await expect(fields.name).toHaveValue(priya.name)
})

test('a form that was changed after a lost reply leads to the existing account', async ({
  page,
  testApp,
}) => {
  const fields = await fillStudentRegistration(page)
  await scriptReplies(page, loseReply)
  await page.clock.install()
  await fields.register.click()
  await expect(page.getByText('The connection was lost.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await fields.name.fill('Priya S. Nair')
  await fields.register.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Failed to submit form' })
  await expect(notice).toContainText('You have already registered with this form')
  await expect(notice.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/student/login',
  )
  await expect(notice.getByRole('link', { name: 'Have a password sent' })).toHaveAttribute(
    'href',
    '/student/forgotPassword',
  )
  expect(await listRegistered(testApp)).toMatchObject([{ name: priya.name }])

  await fields.email.fill('sister@example.com')
  await notice.getByRole('button', { name: 'Make this a new registration' }).click()
  await expect(notice).toContainText('Press Register to send this as a new registration.')
  await fields.register.click()
  await expect(page).toHaveURL('/student/login')
  expect(await listRegistered(testApp)).toHaveLength(2)
})

test('a reload in the middle keeps the form and its key', async ({ page, testApp }) => {
  page.on('dialog', (dialog) => dialog.accept())
  const fields = await fillStudentRegistration(page)
  const keys = await scriptReplies(page, loseReply)
  await fields.register.click()
  await expect(page.getByText('The connection was lost.')).toBeVisible()
  await page.unroute(registerUrl)
  const again = page.waitForRequest(registerUrl)
  await page.reload()
  await expect(page.getByText('Your registration was being sent when this page')).toContainText(
    `our email at ${priya.email}`,
  )
  await expect(getFields(page).name).toHaveValue(priya.name)
  await fields.register.click()
  expect((await again).headers()['idempotency-key']).toBe(keys[0])
  await expect(page).toHaveURL('/student/login')
  expect(await listRegistered(testApp)).toHaveLength(1)
})
