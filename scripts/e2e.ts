import './use-samples.ts'
import {
  type BrowserName,
  browserNames,
  isBrowserName,
  listMissingPackages,
  prepareBrowser,
} from '#programs/browsers.ts'
import { runCommand } from '#programs/run-command.ts'
import { buildWeb } from './build-web.ts'
import { readCommand } from './command-line/read-command.ts'
import {
  runWithReport,
  summarizeExit,
  summarizePlaywright,
  type TestSummary,
} from './test-reports.ts'

/** All other arguments go to Playwright. */
type EndToEndOptions = {
  readonly browsers?: readonly BrowserName[]
  /** Runs all journeys, in their long form. */
  readonly isLong?: boolean
  readonly args?: readonly string[]
}

/** An argument that names a journey or a file runs it, also if it is not among the usual ones. */
const isNamed = (arg: string) => !arg.startsWith('-') || /^(-g|--grep)/.test(arg)

export async function runEndToEnd({
  browsers = ['chromium'],
  isLong = false,
  args = [],
}: EndToEndOptions = {}): Promise<TestSummary> {
  const part = isLong || args.some(isNamed) ? 'any' : 'usual'
  const environment = { RUN_PART: process.env.RUN_PART ?? part, ...(isLong && { LONG: '1' }) }
  try {
    for (const name of browsers) await prepareBrowser(name)
    await buildWeb()
    const projects = browsers.map((name) => `--project=${name}`)
    const { code, report } = await runWithReport((path) =>
      runCommand('playwright', ['test', '--reporter=list,json', ...projects, ...args], {
        ...environment,
        // Node reads TypeScript itself: nothing has to be compiled for each process.
        PW_DISABLE_TS_ESM: '1',
        PLAYWRIGHT_JSON_OUTPUT_FILE: path,
      }),
    )
    return summarizePlaywright(report, code)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return summarizeExit(1)
  }
}

/** Chromium and, as far as they are installed, the others of Debian; says which are left out. */
export function listInstalledBrowsers(): readonly BrowserName[] {
  const others = (['firefox', 'webkit'] as const).map((name) => ({
    name,
    missing: listMissingPackages(name),
  }))
  const leftOut = others.filter(({ missing }) => missing.length > 0)
  if (leftOut.length > 0) {
    const reasons = leftOut.map(({ name, missing }) => `${name} (${missing.join(', ')})`)
    console.log(`Not installed here, so without journeys: ${reasons.join('; ')}.`)
  }
  return [
    'chromium',
    ...others.filter(({ missing }) => missing.length === 0).map((one) => one.name),
  ]
}

function readOptions(): EndToEndOptions {
  const { values, words } = readCommand('e2e')
  const { long: isLong, browser, ...others } = values
  const names = browser.split(',')
  const unknown = names.filter((name) => !isBrowserName(name))
  if (unknown.length > 0)
    throw new Error(`--browser takes ${browserNames.join(', ')}, not ${unknown.join(', ')}.`)
  const chosen = Object.entries(others).filter(([, value]) => value)
  const options = chosen.map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  )
  return { browsers: names.filter(isBrowserName), isLong, args: [...options, ...words] }
}

if (import.meta.main) {
  const { failed } = await runEndToEnd(readOptions())
  process.exitCode = failed === 0 ? 0 : 1
}
