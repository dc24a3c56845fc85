import type { BrowserName } from '#programs/browsers.ts'
import { startFlakyProxy } from '#test/flaky-proxy.ts'
import { expect, testWithApp } from '../fixtures.ts'
import type { BrowserPage, JourneyBrowser } from './browser-page.ts'
import { retryStart, startBrowser } from './start-browser.ts'
import { createUser, type User } from './user.ts'

export { expect }

type Fixtures = {
  readonly page: never
  /** In a page of their own, behind a network that can be cut. A complaint of the page fails it. */
  readonly user: User
  readonly openPage: () => Promise<BrowserPage>
}

type WorkerFixtures = {
  /** Set by the project, see playwright.config.ts. */
  readonly journeyBrowserName: BrowserName
  readonly journeyBrowser: JourneyBrowser
}

/** In any browser, by the words of user.ts. */
export const test = testWithApp.extend<Omit<Fixtures, 'page'>, WorkerFixtures>({
  journeyBrowserName: ['chromium', { option: true, scope: 'worker' }],
  journeyBrowser: [
    async ({ journeyBrowserName }, use) => {
      const browser = await startBrowser(journeyBrowserName)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  async openPage({ journeyBrowser }, use) {
    const pages: BrowserPage[] = []
    await use(async () => {
      const page = await retryStart(journeyBrowser.openPage)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.close()
  },
  async user({ testApp, openPage }, use) {
    const network = await startFlakyProxy(testApp.url)
    const page = await openPage()
    await use(createUser(page, network))
    expect(page.complaints).toEqual([])
    await network.close()
  },
})
