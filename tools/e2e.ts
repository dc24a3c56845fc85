import { buildWeb } from './build-web.ts'
import { findOrInstallChromium } from './chromium.ts'
import { withReport } from './report-file.ts'
import { tallyOfPlaywright } from './reports.ts'
import { runCommand } from './run-command.ts'
import { type Tally, tallyOfExit } from './tally.ts'

/** `--long` also runs what takes minutes; everything else goes to Playwright as it is. */
export async function runEndToEnd(args: readonly string[] = []): Promise<Tally> {
  const rest = args.filter((arg) => arg !== '--long')
  const long = rest.length < args.length ? { LONG: '1' } : {}
  try {
    const chromium = await findOrInstallChromium()
    await buildWeb()
    const { code, report } = await withReport((path) =>
      runCommand('playwright', ['test', '--reporter=list,json', ...rest], {
        ...long,
        CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: path,
      }),
    )
    return tallyOfPlaywright(report, code)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return tallyOfExit(1)
  }
}

if (import.meta.main) {
  const { failed } = await runEndToEnd(process.argv.slice(2))
  process.exitCode = failed === 0 ? 0 : 1
}
