import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How many checks passed, failed and were skipped. */
export type TestSummary = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Failures in words, as far as the program reports them. */
  readonly failures?: readonly string[]
}

const emptySummary: TestSummary = { passed: 0, failed: 0, skipped: 0 }

export function addSummaries(summaries: readonly TestSummary[]): TestSummary {
  return summaries.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    emptySummary,
  )
}

/** A program that does not count counts as one check. */
export function summarizeExit(code: number): TestSummary {
  return code === 0 ? { ...emptySummary, passed: 1 } : { ...emptySummary, failed: 1 }
}

/** "12 passed, 0 failed", with the number of skipped ones if there are any. */
export function formatSummary({ passed, failed, skipped }: TestSummary): string {
  const text = `${passed} passed, ${failed} failed`
  return skipped === 0 ? text : `${text}, ${skipped} skipped`
}

/**
 * Gives `run` a path to write a report to; resolves with its exit code and the report, if there is
 * one.
 */
export async function runWithReport(
  run: (path: string) => Promise<number>,
): Promise<{ code: number; report: string | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const path = join(folder, 'report.json')
  try {
    const code = await run(path)
    return { code, report: existsSync(path) ? readFileSync(path, 'utf8') : null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** A spec file that could not be loaded has no tests, and counts as one failure. */
export function summarizeVitest(report: string | null, exitCode: number): TestSummary {
  const parsed = readReport<VitestReport>(report)
  if (!parsed) return summarizeExit(exitCode || 1)
  const unloaded = parsed.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  return countFailedRun(exitCode !== 0, {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
    failures: parsed.testResults.flatMap(listSpecFileFailures),
  })
}

function listSpecFileFailures({ name, status, message = '', assertionResults }: SpecFile) {
  if (status === 'failed' && assertionResults.length === 0) return [toFailure(name, message)]
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => toFailure(`${name} › ${test.fullName}`, test.failureMessages.join('\n')))
}

type SpecFile = VitestReport['testResults'][number]

type PlaywrightReport = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly file: string
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

/** A test that passed only on a retry counts as failed. */
export function summarizePlaywright(report: string | null, exitCode: number): TestSummary {
  const parsed = readReport<PlaywrightReport>(report)
  if (!parsed) return summarizeExit(exitCode || 1)
  const { expected, unexpected, flaky, skipped } = parsed.stats
  return countFailedRun(exitCode !== 0, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: (parsed.suites ?? []).flatMap(listSuiteFailures),
  })
}

function listSuiteFailures({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ file, title, ok, tests }) => {
    const messages = tests
      .flatMap(({ results }) => results)
      .flatMap(({ error }) => error?.message ?? [])
    return ok && messages.length === 0 ? [] : [toFailure(`${file} › ${title}`, messages.join('\n'))]
  })
  return [...failed, ...suites.flatMap(listSuiteFailures)]
}

const maxLines = 12

/** Enough to recognise the failure at the end of a log. */
function toFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, maxLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

function readReport<Report>(report: string | null): Report | null {
  try {
    return report === null ? null : (JSON.parse(report) as Report)
  } catch {
    return null
  }
}

/** A run may fail without a failed test: no spec was found, or an error came after the last one. */
function countFailedRun(hasFailed: boolean, summary: TestSummary): TestSummary {
  return hasFailed && summary.failed === 0 ? { ...summary, failed: 1 } : summary
}
