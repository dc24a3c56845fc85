import puppeteer, { type KeyInput, type Page } from 'puppeteer-core'
import { type BrowserPage, type JourneyBrowser, splitKeys, stepTimeoutMs } from './browser-page.ts'

const windowSize = { width: 1280, height: 900 }
const pageSize = { width: 1280, height: 814 }

/** A font that was on its way when its page was left: NS_BINDING_ABORTED, 0x804b0002. */
const abortedFont = /^downloadable font: download failed .*status=2152398850 /s

/** By WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<JourneyBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    args: [`--width=${windowSize.width}`, `--height=${windowSize.height}`],
    defaultViewport: null,
    timeout: 60_000,
  })
  return {
    version: await browser.version(),
    async openPage() {
      const context = await browser.createBrowserContext()
      return createPage(await context.newPage(), () => context.close())
    },
    close: () => browser.close(),
  }
}

function createPage(page: Page, close: () => Promise<void>): BrowserPage {
  const complaints: string[] = []
  let otherTab: Page | null = null
  page.setDefaultTimeout(stepTimeoutMs)
  const complain = (text: string) => {
    if (!abortedFont.test(text)) complaints.push(text)
  }
  page.on('pageerror', (error) => complain(error instanceof Error ? error.message : String(error)))
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complain(message.text())
  })
  page.on('dialog', (dialog) => void dialog.accept())
  return {
    complaints,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (run, argument) => page.evaluate(run as never, argument as never) as never,
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(keys) {
      const { modifiers, key } = splitKeys(keys)
      for (const modifier of modifiers) await page.keyboard.down(modifier as KeyInput)
      await page.keyboard.press(key as KeyInput)
      for (const modifier of modifiers) await page.keyboard.up(modifier as KeyInput)
    },
    async setFiles(selector, paths) {
      const input = await page.$(selector)
      await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(...paths)
    },
    // Keys by protocol reach the page alone, so the page gets the values of a zoomed one.
    async zoom(to) {
      const factor = to === 'in' ? 1.25 : 1
      await page.setViewport({
        width: Math.round(pageSize.width / factor),
        height: Math.round(pageSize.height / factor),
        deviceScaleFactor: factor,
      })
    },
    async leave() {
      otherTab = await page.browserContext().newPage()
    },
    async returnToPage() {
      await otherTab?.close()
      await page.bringToFront()
    },
    setOffline: (isOffline) => page.setOfflineMode(isOffline),
    close,
  }
}
