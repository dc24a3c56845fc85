import { join } from 'node:path'
import { root, runCommand, runQuietly } from '#programs/run-command.ts'
import { readCommand } from './command-line/read-command.ts'
import { listInstalledBrowsers, runEndToEnd } from './e2e.ts'
import { setTempFolder } from './temp-folder.ts'
import {
  addSummaries,
  formatSummary,
  runWithReport,
  summarizeExit,
  summarizeVitest,
  type TestSummary,
} from './test-reports.ts'

type Check = { readonly name: string; readonly run: () => Promise<TestSummary> }

const types: Check = {
  name: 'types',
  run: async () => {
    const codes = [
      await runQuietly('react-router', ['typegen']),
      await checkTypes('core/tsconfig.json'),
      await checkTypes('tsconfig.json'),
    ]
    return summarizeExit(Math.max(...codes))
  },
}

/**
 * With one checker, as each further one looks at much of the same again, and without collecting
 * garbage below 2 GiB, of which a run needs less: together 40 % of the CPU time.
 */
function checkTypes(project: string): Promise<number> {
  return runQuietly('tsc', ['--checkers', '1', '-p', project], {
    environment: { GOGC: 'off', GOMEMLIMIT: '2GiB' },
  })
}

const lint: Check = {
  name: 'lint',
  run: async () => summarizeExit(await runQuietly('biome', ['check', '.'])),
}

const rooms =
  'core contract server web sample-institute demo scripts programs simulated-class test e2e bench faults lint'.split(
    ' ',
  )

/** Imports between rooms: the rules are in .dependency-cruiser.mjs. */
const imports: Check = {
  name: 'imports',
  run: async () => summarizeExit(await runQuietly('depcruise', rooms)),
}

const unused: Check = {
  name: 'unused',
  run: async () => summarizeExit(await runQuietly('knip')),
}

const specs: Check = {
  name: 'specs',
  run: async () => {
    const { code, report } = await runWithReport((path) =>
      runCommand('vitest', [
        ...['run', '--reporter=default', '--reporter=json', ...shuffled],
        `--outputFile.json=${path}`,
      ]),
    )
    return summarizeVitest(report, code)
  },
}

const endToEnd: Check = {
  name: 'e2e',
  run: () => runEndToEnd({ browsers: listInstalledBrowsers() }),
}

/**
 * Runs all checks, those of a group at the same time, also after one has failed, so that one run
 * shows every fault.
 */
async function runChecks(groups: readonly (readonly Check[])[]): Promise<void> {
  const lines: string[] = []
  const summaries: TestSummary[] = []
  async function runCheck({ name, run }: Check) {
    const startedAt = performance.now()
    const summary = await run()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const verdict = summary.failed === 0 ? 'ok' : 'FAILED'
    lines.push(`${name.padEnd(8)}${verdict.padEnd(8)}${formatSummary(summary)} (${seconds} s)`)
    summaries.push(summary)
  }
  for (const checks of groups) {
    console.log(`\n── ${checks.map(({ name }) => name).join(', ')} ──`)
    await Promise.all(checks.map(runCheck))
  }
  const total = addSummaries(summaries)
  const failures = summaries.flatMap((summary) => summary.failures ?? [])
  // Printed last, so that a truncated log still has them.
  for (const failure of failures) console.log(`\nFAILED ${failure}`)
  console.log(`\n${lines.join('\n')}\n\n${formatSummary(total)}`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

const { values } = readCommand('check')
const shuffled = values.shuffle
  ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${values.shuffle}`]
  : []
setTempFolder()
// Node starts a hundred times in a run, each time with much of the same code: it is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/checks')

const readers = [types, lint, imports, unused]
if (values.rest) {
  process.env.RUN_PART = 'rest'
  await runChecks([[specs], [{ name: 'e2e', run: () => runEndToEnd() }]])
} else {
  process.env.RUN_PART = 'usual'
  await runChecks([readers, [specs], ...(values['with-journeys'] ? [[endToEnd]] : [])])
}
