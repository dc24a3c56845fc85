/** How many checks passed, failed and were skipped. */
export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed and how, as far as the program reports it. */
  readonly failures?: readonly string[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    nothing,
  )
}

/** A program that counts nothing is one check. */
export function tallyOfExit(code: number): Tally {
  return code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
}

/** "12 passed, 0 failed", and what was skipped if anything was. */
export function sentenceOf({ passed, failed, skipped }: Tally): string {
  const told = `${passed} passed, ${failed} failed`
  return skipped === 0 ? told : `${told}, ${skipped} skipped`
}
