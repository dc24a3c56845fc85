import type { BrowserName } from '#programs/browsers.ts'
import { findHeadlessChromium } from '#programs/chromium.ts'
import { findProgram } from '#programs/find-program.ts'
import { getOldChromePath } from '#programs/old-chrome.ts'
import type { JourneyBrowser } from './browser-page.ts'
import { startChromium } from './chromium.ts'
import { startFirefox } from './firefox.ts'
import { startWebkit } from './webkit.ts'

const starts: Readonly<Record<BrowserName, () => Promise<JourneyBrowser>>> = {
  chromium: () => startChromium(require(findHeadlessChromium(), 'Chromium')),
  firefox: () => startFirefox(require(findProgram(['firefox-esr']), 'Firefox')),
  webkit: () => startWebkit(require(findProgram(['WebKitWebDriver']), 'WebKitWebDriver')),
  'chrome-109': () => startChromium(getOldChromePath('chrome-109')),
  'chrome-103': () => startChromium(getOldChromePath('chrome-103')),
}

/** To be closed at the end. */
export function startBrowser(name: BrowserName): Promise<JourneyBrowser> {
  return retryStart(starts[name])
}

/** On a busy machine a browser may not come up at once. A journey is never repeated. */
export async function retryStart<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let tries = 1; tries < 3; tries++) {
    try {
      return await start()
    } catch (error) {
      console.log(`Started again: ${error instanceof Error ? error.message : error}`)
    }
  }
  return start()
}

function require(path: string | null, name: string): string {
  if (path) return path
  throw new Error(`No ${name} was found.`)
}
