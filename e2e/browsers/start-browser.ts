import type { BrowserName } from '../../scripts/browsers.ts'
import { findHeadlessChromium } from '../../scripts/chromium.ts'
import { findProgram } from '../../scripts/find-program.ts'
import { getOldChromePath } from '../../scripts/old-chrome.ts'
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
  return starts[name]()
}

function require(path: string | null, name: string): string {
  if (path) return path
  throw new Error(`No ${name} was found.`)
}
