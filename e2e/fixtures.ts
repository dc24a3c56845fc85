import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { listUnannounced } from './screen-reader-rules.ts'

export { expect }

export type ListeningTestApp = TestApp & { readonly url: string }

type AppFixtures = {
  /** A mail server for the test app; without one, emails wait as files. */
  readonly smtpUrl: string | undefined
  /**
   * The real server on a database of its own, serving the built screens on a free port. Its clock
   * follows ours until `advanceClock` sets it ahead.
   */
  readonly testApp: ListeningTestApp
}

type Fixtures = {
  /** Console errors of the browser; a spec that expects one empties the list. */
  readonly complaints: string[]
}

export const testWithApp = base.extend<AppFixtures>({
  smtpUrl: undefined,
  testApp: async ({ smtpUrl }, use) => {
    let aheadMs = 0
    const now = () => Date.now() + aheadMs
    const testApp = await createTestApp({ webFolder: resolve('build/client'), now, smtpUrl })
    await testApp.fastify.listen({ host: '127.0.0.1', port: 0 })
    const { port } = testApp.fastify.server.address() as AddressInfo
    const advanceClock = (ms: number) => {
      aheadMs += ms
    }
    await use({ ...testApp, advanceClock, url: `http://127.0.0.1:${port}` })
    await testApp.close()
  },
})

/** In Chromium, by Playwright's own words. */
export const test = testWithApp.extend<Fixtures>({
  baseURL: ({ testApp }, use) => use(testApp.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Expects no violation found by axe, and nothing that a screen reader leaves out, in the page or in a part of it. */
export async function expectAccessible(page: Page, part?: string) {
  // Compiling axe takes as long as a run: a page that has it keeps it.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  // Our pages have no frames: legacy mode takes half the time.
  const builder = new AxeBuilder({ page, ...(hasAxe && { axeSource: ';' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const { violations } = await (part ? builder.include(part) : builder).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([])
  expect(await page.evaluate(listUnannounced)).toEqual([])
}

/** The same, and no horizontal scrolling on a tablet, a phone, or at 400 % zoom. */
export async function expectAccessibleAndResponsive(page: Page) {
  await expectAccessible(page)
  await expectResponsive(page)
}

const looks = [
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
] as const

/** On a desktop in the dark theme, and on a phone in the light one, where the page then stays. */
export async function expectAccessibleInBothThemes(page: Page) {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme)
    await expectAccessible(page)
  }
  await expectResponsive(page)
}

/** Windows and the size of text that is set in the browser, in px. */
const narrowLooks = [
  { width: 768, textSize: 16 },
  { width: 320, textSize: 16 },
  { width: 390, textSize: 24 },
] as const

async function expectResponsive(page: Page) {
  const size = page.viewportSize()
  const setTextSize = (textSize: string) =>
    page.evaluate((px) => {
      document.documentElement.style.fontSize = px
    }, textSize)
  for (const { width, textSize } of narrowLooks) {
    await page.setViewportSize({ width, height: 640 })
    await setTextSize(`${textSize}px`)
    // A table measures itself first: it takes the shape of a narrow window a frame later.
    const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    const message = `${page.url()} at ${width} px with text of ${textSize} px`
    await expect.poll(readWidth, { message }).toBe(width)
  }
  await setTextSize('')
  if (size) await page.setViewportSize(size)
}

type Routed = {
  readonly __reactRouterDataRouter: {
    readonly state: {
      readonly initialized: boolean
      readonly navigation: { readonly state: string }
    }
    readonly navigate: (path: string, options: { readonly flushSync: true }) => Promise<void>
  }
}

/**
 * Opens a page as a link does, and waits until it is shown. Nothing is loaded again, which takes a
 * third of what `goto` does, and axe stays. A redirect that is still under way would undo it.
 */
export async function openWithin(page: Page, path: string) {
  await page.waitForFunction(() => {
    const { __reactRouterDataRouter: router } = window as unknown as Partial<Routed>
    return router?.state.initialized && router.state.navigation.state === 'idle'
  })
  await page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as Routed
    await router.navigate(to, { flushSync: true })
  }, path)
}
