import puppeteer from 'puppeteer-core'
import type { Desktop } from '../../e2e/browsers/desktop.ts'
import { listWindows, type QuizWindow, waitFor } from './quiz-window.ts'

/** Settings that drivers switch off in Firefox are under test here: its focus and its questions. */
const preferences = {
  'remote.prefs.recommended': false,
  'focusmanager.testmode': false,
  'dom.disable_beforeunload': false,
}

export async function openFirefox(
  desktop: Desktop,
  executablePath: string,
  ownPreferences: Readonly<Record<string, number>> = {},
): Promise<QuizWindow> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: false,
    env: { ...desktop.env },
    defaultViewport: null,
    extraPrefsFirefox: { ...preferences, ...ownPreferences },
  })
  const page = (await browser.pages())[0] ?? (await browser.newPage())
  const id = await waitFor(async () => (await listWindows(desktop, 'firefox'))[0])
  return {
    id,
    pageOrigin: '[mozInnerScreenX, mozInnerScreenY]',
    reloadButton: 97,
    sidePanel: ['alt+v', 'e', 'b'],
    evaluate: (expression) => page.evaluate(expression) as Promise<never>,
    setCookies: (cookies) =>
      browser.setCookie(
        ...cookies.map(({ url, ...cookie }) => ({ ...cookie, domain: new URL(url).hostname })),
      ),
    open: async (url) => void (await page.goto(url)),
    setOffline: (isOffline) => page.setOfflineMode(isOffline),
    async close() {
      browser.process()?.kill('SIGKILL')
      await browser.close().catch(() => undefined)
    },
  }
}
