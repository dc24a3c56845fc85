import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeCommit } from '#test/describe-commit.ts'

const folder = join(import.meta.dirname, 'reports')

/** @returns the path of the file, which is to be committed */
export function writeReportFile(name: string, markdown: string): string {
  const path = join(folder, `${name}.md`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, markdown)
  return path
}

/** The commit that a report is about, and its date. */
export function describeRun(): string {
  return `Commit ${describeCommit()}, ${new Date().toISOString().slice(0, 10)}`
}

/** The nearest-rank percentile; 0 of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}
