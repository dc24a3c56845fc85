/** How many checks passed, failed and were skipped. */
export type TestSummary = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed and how, as far as the program reports it. */
  readonly failures?: readonly string[]
}

export const emptySummary: TestSummary = { passed: 0, failed: 0, skipped: 0 }

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

/** A program that counts nothing is one check. */
export function summarizeExit(code: number): TestSummary {
  return code === 0 ? { ...emptySummary, passed: 1 } : { ...emptySummary, failed: 1 }
}

/** "12 passed, 0 failed", and what was skipped if anything was. */
export function formatSummary({ passed, failed, skipped }: TestSummary): string {
  const text = `${passed} passed, ${failed} failed`
  return skipped === 0 ? text : `${text}, ${skipped} skipped`
}
