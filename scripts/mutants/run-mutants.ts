import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { relative } from 'node:path'
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { root } from '#programs/run-command.ts'
import type { MutantFigures, Survivor } from './mutant-report.ts'

type MutantRun = {
  /** Its files are changed, one place at a time. */
  readonly folder: string
  /** Folders of the specs; those that reach a mutant run. */
  readonly specs: readonly string[]
  /** Only every n-th mutant. */
  readonly sampleEvery: number
}

/**
 * Changes one operator, condition or block after another and runs the specs that reach it. Constants
 * of a module are left out: they cost most of the time, and no operator of Stryker changes numbers.
 */
export async function runMutants({
  folder,
  specs,
  sampleEvery,
}: MutantRun): Promise<MutantFigures> {
  process.env.MUTANT_SPECS = specs.join()
  const stryker = new Stryker({
    mutate: [`${folder}/**/!(*.spec).{ts,tsx}`],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: true },
    plugins: [
      '@stryker-mutator/vitest-runner',
      ...(sampleEvery > 1 ? [`${import.meta.dirname}/sample-checker.ts`] : []),
    ],
    checkers: sampleEvery > 1 ? ['sample'] : [],
    sampleEvery,
    coverageAnalysis: 'perTest',
    concurrency: cpus().length,
    // TypeScript 7 lacks the call by which Stryker would rewrite the paths of a tsconfig.
    tsconfigFile: 'none.json',
    ignorePatterns: ['build', 'docs', 'bench', 'faults', 'e2e', 'deploy', 'data*', '.stryker-tmp'],
    ignoreStatic: true,
    tempDirName: '.stryker-tmp',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    logLevel: 'warn' as LogLevel.Warning,
    // Sampling is an option of ours.
    warnings: {
      unknownOptions: false,
      preprocessorErrors: true,
      unserializableOptions: true,
      slow: false,
    },
  })
  const mutants = await stryker.runMutationTest()
  const count = (status: MutantResult['status']) =>
    mutants.filter((mutant) => mutant.status === status).length
  return {
    folder,
    sampleEvery,
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survivors: mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(describeSurvivor),
  }
}

function describeSurvivor({ fileName, location, replacement, status }: MutantResult): Survivor {
  const { start, end } = location
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const line = lines[start.line - 1] ?? ''
  const before = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : line
  return {
    path: relative(root, fileName),
    line: start.line,
    before: before.trim(),
    after: replacement.replaceAll(/\s+/g, ' '),
    isUncovered: status === 'NoCoverage',
  }
}
