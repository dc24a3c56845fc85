import { defineConfig } from '@playwright/test'
import { type BrowserName, browserNames } from './scripts/browsers.ts'
import { chromiumArgs, findHeadlessChromium } from './scripts/chromium.ts'
import { isLongRun } from './test/long-run.ts'

/** Each spec creates its own test app, so no server is started here. */
export default defineConfig<object, { journeyBrowserName: BrowserName }>({
  testDir: 'e2e',
  // Journeys by Playwright's own words need its Chromium, the others any browser.
  projects: browserNames.map((name) => ({
    name,
    testMatch: name === 'chromium' ? '**/*.spec.ts' : 'browsers/*.spec.ts',
    use: { journeyBrowserName: name },
  })),
  ...(!isLongRun && { grepInvert: /@long/ }),
  fullyParallel: false,
  // A student's journey mostly waits: two cores have time for five.
  workers: 5,
  retries: 0,
  // Generous, since two cores may be busy with more than this: a long timeout costs nothing when
  // all is well.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Drawing each frame of a movement takes an eighth of the time: some journeys keep it.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a third of the time: `TRACE=1 npm run e2e -- <filter>` writes them.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: findHeadlessChromium() ?? undefined,
      // Each journey has a fresh browser context: code is thrown away before optimizing it pays.
      args: [...chromiumArgs, '--js-flags=--no-opt --no-maglev'],
    },
  },
})
