import type { Page } from '@playwright/test'
import { studentPassword, type TestStudent } from '#test/factories.ts'
import { startFlakyProxy } from '#test/flaky-proxy.ts'
import { expect } from './fixtures.ts'
import { createKillableBrowser } from './killable-browser.ts'
import { start } from './student-actions.ts'

/** The delay of a late call, and of the second copy of a repeated one. */
export const lateMs = 700
/** Allows for a busy machine, and for retries after 1, 2, 4 … 15 s. */
const maxWaitMs = 120_000
export const longTimeout = { timeout: maxWaitMs }

export type UnreliableClient = Awaited<ReturnType<typeof openUnreliableClient>>

/**
 * The thank-you page, or the panel to which it has returned since. After a crash while the end was
 * on its way the quiz is not running: it says how it has ended.
 */
export const getEndHeading = (page: Page) =>
  page.getByRole('heading', { name: /^(Thank you!|Hello, |This quiz is not running)/ })

/** A browser that may be killed and a connection that may be cut, for one student after another. */
export async function openUnreliableClient(serverUrl: string) {
  const proxy = await startFlakyProxy(serverUrl, { lateMs })
  const chromium = createKillableBrowser()
  let page = await openPage()

  async function openPage(): Promise<Page> {
    const opened = await chromium.open()
    opened.on('dialog', (dialog) => dialog.accept())
    opened.setDefaultTimeout(maxWaitMs)
    return opened
  }

  async function reconnect() {
    proxy.isDown = false
    await page.context().setOffline(false)
  }

  return {
    proxy,
    page: () => page,
    /** The previous student has left; what was on the device is still there. */
    async startExam({ cookies }: TestStudent, title: string) {
      proxy.getOutcome = () => 'pass'
      await reconnect()
      await page.context().clearCookies()
      const cookieEntries = Object.entries(cookies)
      await page
        .context()
        .addCookies(cookieEntries.map(([name, value]) => ({ name, value, url: proxy.url })))
      await page.goto(`${proxy.url}/student/studentpanel`)
      await start(page, title)
    },
    /** Cuts the connection, with or without telling the browser. */
    async disconnect({ isAnnounced }: { isAnnounced: boolean }) {
      if (isAnnounced) await page.context().setOffline(true)
      else proxy.isDown = true
    },
    reconnect,
    async crash() {
      await chromium.kill()
      proxy.isDown = false
      page = await openPage()
    },
    /**
     * Opens the quiz by its address. A crash may have lost the session, and the attempt may be over
     * by now.
     */
    async openQuiz(testId: string, { email }: TestStudent): Promise<'running' | 'over'> {
      await reconnect()
      await page.goto(`${proxy.url}/student/quiz/${testId}`)
      const login = page.getByRole('button', { name: 'Login' })
      const timer = page.getByRole('timer')
      const over = getEndHeading(page)
      await expect(login.or(timer).or(over)).toBeVisible(longTimeout)
      if (await login.isVisible()) {
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(studentPassword)
        await login.click()
        await expect(timer.or(over)).toBeVisible(longTimeout)
      }
      return (await over.isVisible()) ? 'over' : 'running'
    },
    /** The text on screen, reported when a round fails. */
    screen: () => page.locator('body').innerText({ timeout: 5000 }).catch(String),
    async dispose() {
      await chromium.dispose()
      await proxy.close()
    },
  }
}
