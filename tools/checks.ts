import { runEndToEnd } from './e2e.ts'
import { withReport } from './report-file.ts'
import { tallyOfVitest } from './reports.ts'
import { runCommand } from './run-command.ts'
import { sentenceOf, sumOf, type Tally, tallyOfExit } from './tally.ts'

type Check = { readonly name: string; readonly run: () => Promise<Tally> }

export const types: Check = {
  name: 'types',
  run: async () => {
    const codes = [
      await runCommand('react-router', ['typegen']),
      await runCommand('tsc', ['-p', 'core/tsconfig.json']),
      await runCommand('tsc', ['-p', 'tsconfig.json']),
    ]
    return tallyOfExit(Math.max(...codes))
  },
}

export const lint: Check = {
  name: 'lint',
  run: async () => tallyOfExit(await runCommand('biome', ['check', '.'])),
}

export const unused: Check = {
  name: 'unused',
  run: async () => tallyOfExit(await runCommand('knip')),
}

export const specs: Check = {
  name: 'specs',
  run: async () => {
    const { code, report } = await withReport((path) =>
      runCommand('vitest', [
        ...['run', '--reporter=default', '--reporter=json'],
        `--outputFile.json=${path}`,
      ]),
    )
    return tallyOfVitest(report, code)
  },
}

export const endToEnd: Check = { name: 'e2e', run: () => runEndToEnd() }

/** Runs them all, the failed ones too, so that one look shows everything; sets our exit code. */
export async function runChecks(checks: readonly Check[]): Promise<void> {
  const told: string[] = []
  const tallies: Tally[] = []
  for (const { name, run } of checks) {
    console.log(`\n── ${name} ──`)
    const startedAt = performance.now()
    const tally = await run()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const verdict = tally.failed === 0 ? 'ok' : 'FAILED'
    told.push(`${name.padEnd(8)}${verdict.padEnd(8)}${sentenceOf(tally)} (${seconds} s)`)
    tallies.push(tally)
  }
  const sum = sumOf(tallies)
  const failures = tallies.flatMap((tally) => tally.failures ?? [])
  // Last, where a log that was cut still has them.
  for (const failure of failures) console.log(`\nFAILED ${failure}`)
  console.log(`\n${told.join('\n')}\n\n${sentenceOf(sum)}`)
  process.exitCode = sum.failed === 0 ? 0 : 1
}
