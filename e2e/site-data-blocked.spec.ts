import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { adminLogin } from '#contract/accounts.ts'
import { beginTotp, turnOnTotp } from '#contract/second-factor.ts'
import { cookieDueMs } from '#core/accounts/session.ts'
import { chromiumArgs, findChromium } from '#programs/chromium.ts'
import { endCookielessSessions } from '#server/accounts/sessions/sweep-sessions.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  studentPassword,
} from '#test/factories.ts'
import { fillStudentRegistration } from '#test/registration-page.ts'
import { adminEmail, adminPassword } from '#test/test-app.ts'
import {
  test as base,
  expect,
  expectAccessibleInBothThemes,
  type ListeningTestApp,
} from './fixtures.ts'
import {
  answer,
  choose,
  getOnlyAttempt,
  logInOnScreen,
  openNewQuiz,
  start,
} from './student-actions.ts'

const cookieNotice = /Your browser keeps no cookies for this site, so you cannot stay logged in/

/** A Chromium whose settings say "Block all cookies", which blocks all other site data, too. */
const test = base.extend<{ blockedContext: BrowserContext }>({
  blockedContext: async ({ testApp }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'blocked-'))
    mkdirSync(join(profile, 'Default'))
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
    writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(settings))
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium() ?? undefined,
      args: chromiumArgs,
      baseURL: testApp.url,
      reducedMotion: 'reduce',
    })
    await use(context)
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  },
  page: async ({ blockedContext }, use) => {
    const page = await blockedContext.newPage()
    await use(page)
  },
})

async function submitLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The reply without its cookies, which Playwright's own `route.fetch` would keep. */
async function dropCookies(route: Route) {
  const { 'content-length': __, ...headers } = await route.request().allHeaders()
  const body = route.request().postData()
  const reply = await fetch(route.request().url(), { method: 'POST', headers, body })
  const { 'set-cookie': _, ...kept } = Object.fromEntries(reply.headers)
  await route.fulfill({ status: reply.status, headers: kept, body: await reply.text() })
}

const readReasons = async ({ deps }: ListeningTestApp) =>
  (await deps.db.read.selectFrom('ended_sessions').selectAll().execute()).map(
    (row) => row.end_reason,
  )

test('the login tells a student that cookies are blocked, and leaves no session behind', async ({
  page,
  testApp,
}) => {
  const { email } = await createStudent(testApp)
  await page.goto('/student/login?next=/student/result')
  await submitLogin(page, email, studentPassword)
  const notice = page.getByRole('alert').filter({ hasText: cookieNotice })
  await expect(notice).toContainText('Allow cookies for this site')
  await expect(page).toHaveURL(/\/student\/login\?next=/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(studentPassword)
  expect(await readReasons(testApp)).toEqual([])
  testApp.advanceClock(cookieDueMs + 1)
  await endCookielessSessions(testApp.deps)
  expect(await readReasons(testApp)).toEqual(['no-cookie'])
  await expectAccessibleInBothThemes(page)
})

test('the login tells staff before the second step, which needs a cookie, too', async ({
  page,
  testApp,
}) => {
  await testApp.createAdmin()
  const client = testApp.createClient()
  await client.request(adminLogin, { body: { email: adminEmail, password: adminPassword } })
  await page.goto('/admin/login')
  await submitLogin(page, adminEmail, adminPassword)
  await expect(page.getByRole('alert').filter({ hasText: cookieNotice })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login$/)

  const { key } = (await client.request(beginTotp)).json
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const code = totp.generate({ timestamp: testApp.deps.now() })
  await client.request(turnOnTotp, { body: { code } })
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert').filter({ hasText: cookieNotice })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(adminPassword)
})

test('a password change is confirmed, although nobody stays logged in', async ({
  page,
  testApp,
}) => {
  const { email } = await createStudent(testApp)
  const newPassword = 'three green parrots'
  await page.goto('/student/changePassword')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Old password').fill(studentPassword)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password updated successfully.').first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: cookieNotice })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled()
  await expectAccessibleInBothThemes(page)
})

test('the public site and the registration work without site data', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/')
  const isRefused = await page.evaluate(() => {
    try {
      return localStorage === undefined
    } catch (error) {
      return error instanceof DOMException && error.name === 'SecurityError'
    }
  })
  expect(isRefused).toBe(true)
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  const fields = await fillStudentRegistration(page)
  await fields.register.click()
  await expect(page.getByText('Registration Successful.').first()).toBeVisible()
})

base(
  'a second step whose cookie the browser has not kept says so',
  async ({ page, testApp, complaints }) => {
    await testApp.createAdmin()
    const client = testApp.createClient()
    await client.request(adminLogin, { body: { email: adminEmail, password: adminPassword } })
    const { key } = (await client.request(beginTotp)).json
    const totp = new TOTP({ secret: Secret.fromBase32(key) })
    const createCode = () => totp.generate({ timestamp: testApp.deps.now() })
    await client.request(turnOnTotp, { body: { code: createCode() } })
    await page.goto('/admin/login')
    await submitLogin(page, adminEmail, adminPassword)
    const boxes = page.getByLabel('Six digits of your authenticator app')
    await expect(boxes).toBeVisible()
    await page.context().clearCookies()
    await boxes.fill('123456')
    await expect(page.getByText(cookieNotice)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(adminEmail)
    expect(complaints).toEqual([expect.stringContaining('401')])
    complaints.length = 0
  },
)

base(
  'a login in the middle of a test says that the cookie is gone, and the paper stays',
  async ({ page, testApp, complaints }) => {
    await openNewQuiz(page, testApp, { integrityMode: 'observe', questions: createQuestions(2) })
    await page.context().clearCookies()
    await page.route('**/api/auth/studentLogin', dropCookies)
    await choose(page, /right/)
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(studentPassword)
    await dialog.getByRole('button', { name: 'Login' }).click()
    await expect(dialog.getByText(cookieNotice)).toBeVisible()
    await expect(page).toHaveURL(/\/student\/quiz\//)

    await page.unroute('**/api/auth/studentLogin')
    await dialog.getByRole('button', { name: 'Login' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Answer 1 saved')).toBeVisible()
    expect(new Set(complaints)).toEqual(new Set([expect.stringContaining('401')]))
    complaints.length = 0
  },
)

for (const navigation of ['strict', 'free'] as const) {
  const tag = navigation === 'strict' ? [] : '@long'
  base(
    `a ${navigation} test is taken where every storage is refused`,
    { tag },
    async ({ page, testApp }) => {
      await page.addInitScript(refuseStorage)
      const admin = await testApp.createAdmin()
      const { _id: testId } = await createReleasedExam(admin, {
        title: 'Node JS',
        questions: createQuestions(2),
        integrityMode: 'strict',
        ...(navigation === 'free' && { navigation }),
      })
      await logInOnScreen(page, await createStudent(testApp))
      await start(page, 'Node JS')
      if (navigation === 'free') {
        await choose(page, /right/)
        await page.getByRole('button', { name: 'Question 2, not seen', exact: true }).click()
        await choose(page, /right/)
        await page.getByRole('button', { name: 'Finish Quiz' }).click()
        await page.getByRole('button', { name: 'Finish Quiz' }).click()
      } else {
        await answer(page, 1, /right/)
        await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
        await choose(page, /right/)
        await page.getByRole('button', { name: 'Finish Quiz' }).click()
      }
      await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
      expect(await getOnlyAttempt(admin, testId)).toMatchObject({
        score: 2,
        finishReason: 'Completed',
      })
      await page.goto('/')
      await page.getByRole('button', { name: 'Logout' }).first().click()
      await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    },
  )
}

/** Cookies stay: add-ons and policies of a company can block the rest alone. */
function refuseStorage() {
  function refuse() {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { configurable: true, get: refuse })
  }
  Object.defineProperty(window, 'BroadcastChannel', { configurable: true, value: refuse })
}
