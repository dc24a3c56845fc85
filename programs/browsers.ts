import { findOrInstallChromium } from './chromium.ts'
import { findProgram } from './find-program.ts'
import { installPackages } from './install-packages.ts'
import { fetchOldChrome } from './old-chrome.ts'

export const browserNames = ['chromium', 'firefox', 'webkit', 'chrome-109', 'chrome-103'] as const
export type BrowserName = (typeof browserNames)[number]

export function isBrowserName(name: string): name is BrowserName {
  return (browserNames as readonly string[]).includes(name)
}

/** The program and the requirements of each browser, and the packages of Debian that have it. */
const programs = {
  firefox: { 'firefox-esr': 'firefox-esr' },
  webkit: {
    WebKitWebDriver: 'webkit2gtk-driver',
    Xvfb: 'xvfb',
    openbox: 'openbox',
    xdotool: 'xdotool',
    setxkbmap: 'x11-xkb-utils',
  },
} as const

/** The packages that are missing here for a browser of Debian's. */
export function listMissingPackages(name: 'firefox' | 'webkit'): readonly string[] {
  return Object.entries(programs[name]).flatMap(([program, packageName]) =>
    findProgram([program]) ? [] : [packageName],
  )
}

/** Installs it where we may. @throws with a sentence that says what to do, where it cannot be had */
export async function prepareBrowser(name: BrowserName): Promise<void> {
  if (name === 'chromium') {
    await findOrInstallChromium()
  } else if (name === 'firefox' || name === 'webkit') {
    await installPackages(listMissingPackages(name))
    const missing = listMissingPackages(name)
    if (missing.length > 0)
      throw new Error(`Install these first: apt-get install ${missing.join(' ')}`)
  } else {
    await fetchOldChrome(name)
  }
}
