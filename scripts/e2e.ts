import { buildWeb } from './build-web.ts'
import { findOrInstallChromium } from './chromium.ts'
import { runCommand } from './run-command.ts'
import {
  runWithReport,
  summarizeExit,
  summarizePlaywright,
  type TestSummary,
} from './test-reports.ts'

/** `--long` also runs journeys that take minutes; all other arguments go to Playwright. */
export async function runEndToEnd(args: readonly string[] = []): Promise<TestSummary> {
  const rest = args.filter((arg) => arg !== '--long')
  const environment = rest.length < args.length ? { LONG: '1' } : {}
  try {
    await findOrInstallChromium()
    await buildWeb()
    const { code, report } = await runWithReport((path) =>
      runCommand('playwright', ['test', '--reporter=list,json', ...rest], {
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

if (import.meta.main) {
  const { failed } = await runEndToEnd(process.argv.slice(2))
  process.exitCode = failed === 0 ? 0 : 1
}
