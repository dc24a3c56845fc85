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
