import { findProgram } from './find-program.ts'
import { installPackages } from './install-packages.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell']

/** The machine's Chromium: the one named by CHROMIUM, else the first on PATH. */
export function findChromium(): string | null {
  return process.env.CHROMIUM || findProgram(names)
}

/** Chromium built without windows, which is quicker; Chromium itself where there is no such program. */
export function findHeadlessChromium(): string | null {
  return process.env.CHROMIUM || findProgram(headlessShells) || findChromium()
}

/** Installs it where only Chromium itself is there, and where we may. */
export async function prepareHeadlessChromium(): Promise<void> {
  if (findProgram(headlessShells) || process.env.CHROMIUM) return
  await installPackages(['chromium', 'chromium-headless-shell'])
}

/** @throws with a sentence that says what to do, where we may not install it ourselves. */
export async function findOrInstallChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium here: installing that of Debian.')
  await installPackages(['chromium', 'chromium-headless-shell'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'No Chromium was found: install it (on Debian `apt-get install chromium`), or set CHROMIUM to its path.',
  )
}

/**
 * Replaces Playwright's own list: what matters here of it, and two drop-downs of the address bar.
 */
const disabledFeatures = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'MediaRouter',
  'LensOverlay',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'DestroyProfileOnBrowserClose',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  // Nobody types an address here, and drawing them is half the cost of each new window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** For a Chromium that a program controls, as root and offline. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]
