import { defineConfig } from '@playwright/test'
import { type BrowserName, browserNames } from '#programs/browsers.ts'
import { chromiumArgs, findHeadlessChromium } from '#programs/chromium.ts'
import { playedJourneys } from './test/run-part.ts'

const toProject = (name: BrowserName) => ({
  name,
  testMatch: 'browsers/*.spec.ts',
  // Each worker starts a browser of its own, and the few journeys end long before Chromium's.
  workers: 1,
  use: { journeyBrowserName: name },
})
/** Journeys by Playwright's own words need its Chromium. */
const chromium = { ...toProject('chromium'), testMatch: '**/*.spec.ts', workers: 4 }

/** Each spec creates its own test app, so no server is started here. */
export default defineConfig<object, { journeyBrowserName: BrowserName }>({
  testDir: 'e2e',
  projects: [...browserNames.filter((name) => name !== 'chromium').map(toProject), chromium],
  ...playedJourneys,
  fullyParallel: false,
  // A student's journey often waits: two cores have time for four, and in a slow hour for no more.
  workers: 4,
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
