import { type Tally, tallyOfExit } from './tally.ts'

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly unknown[]
  }[]
}

/** A spec file that could not even be loaded has no tests, and counts as one that failed. */
export function tallyOfVitest(report: string | null, exitCode: number): Tally {
  const read = readReport<VitestReport>(report)
  if (!read) return tallyOfExit(exitCode || 1)
  const unloaded = read.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  return atLeastOneFailedIf(exitCode !== 0, {
    passed: read.numPassedTests,
    failed: read.numFailedTests + unloaded,
    skipped: read.numPendingTests + read.numTodoTests,
  })
}

type PlaywrightReport = {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** A test that passed only at a second try did not pass. */
export function tallyOfPlaywright(report: string | null, exitCode: number): Tally {
  const read = readReport<PlaywrightReport>(report)
  if (!read) return tallyOfExit(exitCode || 1)
  const { expected, unexpected, flaky, skipped } = read.stats
  return atLeastOneFailedIf(exitCode !== 0, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
  })
}

function readReport<Report>(report: string | null): Report | null {
  try {
    return report === null ? null : (JSON.parse(report) as Report)
  } catch {
    return null
  }
}

/** A run may fail without a failed test: no spec found, an error after the last one. */
function atLeastOneFailedIf(hasFailed: boolean, tally: Tally): Tally {
  return hasFailed && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
