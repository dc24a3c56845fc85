import { listMissingPackages, prepareBrowser } from '#programs/browsers.ts'
import { prepareHeadlessChromium } from '#programs/chromium.ts'
import { readCommand } from './command-line/read-command.ts'

readCommand('install-browsers')

/** For `npm test`, which does without one that cannot be had, and says so. */
await prepareHeadlessChromium().catch((error) => console.error(error.message))
for (const name of ['firefox', 'webkit'] as const) {
  if (listMissingPackages(name).length === 0) continue
  console.log(`No ${name} here: installing that of Debian.`)
  await prepareBrowser(name).catch((error) => console.error(error.message))
}
