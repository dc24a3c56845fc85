import { chromium, type Page } from '@playwright/test'
import { chromiumArgs } from '#programs/chromium.ts'
import { type BrowserPage, type JourneyBrowser, stepTimeoutMs } from './browser-page.ts'

/** Warnings of older engines: of features in our headers, and of `popover`, which they do not know. */
const unknownFeature =
  /^Error with Permissions-Policy header: (Unrecognized|Origin trial)|^Found a 'popover' attribute/
const windowSize = { width: 1280, height: 800 }

/** Today's Chromium and the oldest ones: Playwright drives them all. */
export async function startChromium(executablePath: string): Promise<JourneyBrowser> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  return {
    version: browser.version(),
    openPage: async () => createPage(await browser.newPage({ viewport: windowSize })),
    close: () => browser.close(),
  }
}

async function createPage(page: Page): Promise<BrowserPage> {
  const complaints: string[] = []
  page.setDefaultTimeout(stepTimeoutMs)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type())
    if (isComplaint && !unknownFeature.test(message.text())) complaints.push(message.text())
  })
  page.on('dialog', (dialog) => dialog.accept())
  const protocol = await page.context().newCDPSession(page)
  return {
    complaints,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (run, argument) => page.evaluate(run as never, argument as never),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    setFiles: (selector, paths) => page.setInputFiles(selector, [...paths]),
    // A browser without a window has no zoom of its own: the page gets the values of a zoomed one.
    async zoom(to) {
      const factor = to === 'in' ? 1.25 : 1
      await protocol.send('Emulation.setDeviceMetricsOverride', {
        width: Math.round(windowSize.width / factor),
        height: Math.round(windowSize.height / factor),
        deviceScaleFactor: factor,
        screenWidth: windowSize.width,
        screenHeight: windowSize.height,
        mobile: false,
      })
    },
    leave: () => page.evaluate(reportAnotherTab, true),
    returnToPage: () => page.evaluate(reportAnotherTab, false),
    setOffline: (isOffline) => page.context().setOffline(isOffline),
    close: () => page.context().close(),
  }
}

/** In the page. */
function reportAnotherTab(isInFront: boolean) {
  Object.defineProperty(document, 'hidden', { value: isInFront, configurable: true })
  Object.defineProperty(document, 'hasFocus', { value: () => !isInFront, configurable: true })
  window.dispatchEvent(new Event(isInFront ? 'blur' : 'focus'))
  document.dispatchEvent(new Event('visibilitychange'))
}
