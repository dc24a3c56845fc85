import type { Page } from '@playwright/test'
import { studentPassword, type TestStudent } from '#test/factories.ts'
import { openBadNet } from './bad-net.ts'
import { expect } from './fixtures.ts'
import { ownChromium } from './own-chromium.ts'
import { start } from './student-at-desk.ts'

/** How late a call is that comes late, or twice. */
export const lateMs = 700
/** A machine that is busy, or a call that is tried again after 1, 2, 4 … 15 s. */
const longestMs = 60_000
export const patient = { timeout: longestMs }

export type RoughDesk = Awaited<ReturnType<typeof openRoughDesk>>

/** The quiz said its thanks, or has gone back to the panel since. */
export const ended = (page: Page) => page.getByRole('heading', { name: /^(Thank you!|Hello, )/ })

/** A machine that may be killed and a line that may be cut, for one student after another. */
export async function openRoughDesk(serverUrl: string) {
  const net = await openBadNet(serverUrl, lateMs)
  const chromium = ownChromium()
  let page = await openPage()

  async function openPage(): Promise<Page> {
    const opened = await chromium.open()
    opened.on('dialog', (dialog) => dialog.accept())
    opened.setDefaultTimeout(longestMs)
    return opened
  }

  async function plugIn() {
    net.isDown = false
    await page.context().setOffline(false)
  }

  return {
    net,
    page: () => page,
    /** The one before has left; what lay on the device lies there still. */
    async sitDown({ cookies }: TestStudent, title: string) {
      net.fateOf = () => 'pass'
      await plugIn()
      await page.context().clearCookies()
      const jar = Object.entries(cookies)
      await page.context().addCookies(jar.map(([name, value]) => ({ name, value, url: net.url })))
      await page.goto(`${net.url}/student/studentpanel`)
      await start(page, title)
    },
    /** The line is cut; the browser may hear of it, or find out. */
    async unplug({ isTold }: { isTold: boolean }) {
      if (isTold) await page.context().setOffline(true)
      else net.isDown = true
    },
    plugIn,
    async crash() {
      await chromium.kill()
      net.isDown = false
      page = await openPage()
    },
    /** By its address. A crash may have cost the session, and the attempt may be over by now. */
    async openQuiz(testId: string, { email }: TestStudent): Promise<'running' | 'over'> {
      await plugIn()
      await page.goto(`${net.url}/student/quiz/${testId}`)
      const login = page.getByRole('button', { name: 'Login' })
      const timer = page.getByRole('timer')
      const over = page.getByText('You have no running attempt at this test.').or(ended(page))
      await expect(login.or(timer).or(over)).toBeVisible(patient)
      if (await login.isVisible()) {
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(studentPassword)
        await login.click()
        await expect(timer.or(over)).toBeVisible(patient)
      }
      return (await over.isVisible()) ? 'over' : 'running'
    },
    /** What stands there, to be told when a round goes wrong. */
    screen: () => page.locator('body').innerText({ timeout: 5000 }).catch(String),
    async throwAway() {
      await chromium.throwAway()
      await net.close()
    },
  }
}
