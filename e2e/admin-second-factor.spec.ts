import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { serverHeader } from '#contract/server-header.ts'
import { createStudent } from '#test/factories.ts'
import { adminPassword, createTestApp, type TestApp } from '#test/test-app.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

const minute = 60_000

const generateCode = (key: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) }).generate({ timestamp: at })

const tooManyTries = {
  status: 429,
  headers: { [serverHeader]: '1', 'Retry-After': '2' },
  json: {
    message: 'Too many tries. Please wait a little, then try again.',
    code: 'too-many',
  },
}

async function typePassword(page: Page) {
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/')
}

test('an authenticator app is set up, and its code is the second step of the next login', async ({
  page,
  testApp,
  complaints,
}) => {
  await testApp.createAdmin()
  await logInAsAdmin(page)
  await page.getByRole('link', { name: 'Set it up' }).click()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const boxes = page.getByLabel('Six digits of your authenticator app')
  await boxes.fill('12')
  await expect(page.getByText('Enter all six digits to turn it on.')).toBeVisible()
  await boxes.fill(generateCode(key, testApp.deps.now()))
  await expect(page.getByText('10 left')).toBeVisible()

  await page.getByRole('link', { name: 'Students' }).first().click()
  const leaveDialog = page.getByRole('dialog', {
    name: 'Leave without storing the recovery codes?',
  })
  await leaveDialog.getByRole('button', { name: 'Stay here' }).click()
  await page.getByText('I have stored them').click()
  await expect(page.getByRole('button', { name: 'Make new codes' })).toBeVisible()

  await logOut(page)
  testApp.advanceClock(minute)
  await page.goto('/admin/login')
  await typePassword(page)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const right = generateCode(key, testApp.deps.now())
  await boxes.fill(right === '000000' ? '111111' : '000000')
  await expect(page.getByRole('alert')).toContainText('This was not accepted.')
  await expect(boxes).toHaveValue(/^\d{6}$/)
  await page.route('**/api/auth/secondFactor', (route) => route.fulfill(tooManyTries), { times: 1 })
  await boxes.fill('222222')
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many tries\. Please try again in [12].s\.$/,
  )
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  await expect(page.getByRole('alert')).toHaveText('Too many tries. Please try again now.')
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await boxes.fill(generateCode(key, testApp.deps.now()))
  await expect(page).toHaveURL('/admin/home')
  complaints.splice(0)
})

test.describe('with a passkey', () => {
  let secureApp: TestApp
  let url = ''
  test.beforeEach(async () => {
    const probe = createServer().listen(0, 'localhost')
    await once(probe, 'listening')
    const address = probe.address()
    const port = typeof address === 'object' && address ? address.port : 0
    probe.close()
    await once(probe, 'close')
    url = `http://localhost:${port}`
    const webFolder = resolve('build/client')
    secureApp = await createTestApp({ webFolder, now: Date.now, publicUrl: url })
    await secureApp.fastify.listen({ host: 'localhost', port })
  })
  test.afterEach(async ({ page }) => {
    // A call that is still on its way would fail, and be complained about.
    await page.goto('about:blank')
    await secureApp.close()
  })

  test('the second step needs no typing', async ({ page, context }) => {
    const devTools = await context.newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await secureApp.createAdmin()
    await page.goto(`${url}/admin/login?next=/admin/second-factor`)
    await typePassword(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Office laptop')
    await dialog.getByRole('button', { name: 'Add this device' }).click()
    await expect(page.getByText('Office laptop')).toBeVisible()
    await page.getByText('I have stored them').click()

    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page).toHaveURL(`${url}/`)
    await page.goto(`${url}/admin/login?next=/admin/second-factor`)
    await typePassword(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(`${url}/admin/second-factor`)
    await expect(page.getByText(/used \d+\s\w+\s\d{4}/)).toBeVisible()

    await page.getByRole('button', { name: 'Remove Office laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(page.getByText('Office laptop', { exact: true })).toBeHidden()
  })
})

test('an expired session keeps the page, and the pending call continues after the login', async ({
  page,
  testApp,
  complaints,
}) => {
  await testApp.createAdmin()
  await createStudent(testApp, 'Priya Nair')
  await createStudent(testApp, 'Rohan Rao')
  await logInAsAdmin(page, '/admin/fetch/students')
  await expect(page.getByRole('link', { name: 'Rohan Rao' })).toBeVisible()
  testApp.advanceClock(31 * minute)
  await page.getByRole('searchbox').fill('Priya')
  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue('admin@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill(adminPassword)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('Priya')
  await expect(page.getByRole('link', { name: 'Rohan Rao' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Priya Nair' })).toBeVisible()
  complaints.splice(0)
})

test('an export asks for the login again after 15 minutes, and then continues by itself', async ({
  page,
  testApp,
  complaints,
}) => {
  await testApp.createAdmin()
  await logInAsAdmin(page, '/admin/fetch/students')
  testApp.advanceClock(16 * minute)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^CSV/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' })
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This is not your password.')
  await dialog.getByLabel('Your password').fill(adminPassword)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  complaints.splice(0)
})

test('sessions elsewhere are listed and ended', { tag: '@long' }, async ({ page, testApp }) => {
  await testApp.createAdmin()
  await logInAsAdmin(page)
  await page.getByRole('button', { name: /account of Asha Admin/ }).click()
  await page.getByRole('link', { name: 'Where you are logged in' }).click()
  await expect(page.getByRole('heading', { name: '2 sessions' })).toBeVisible()
  await page.getByRole('button', { name: 'End all others (1)' }).click()
  await expect(page.getByRole('heading', { name: '1 session' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recently ended' })).toBeVisible()
})
