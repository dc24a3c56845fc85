import { execFileSync } from 'node:child_process'

/** Describes the commit that was measured; changed results and reports do not count as changes. */
export function describeCommit(): string {
  const runGit = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const notMeasured = [':!bench/results', ':!docs', ':!faults/reports']
  const isChanged = runGit('status', '--porcelain', '--', '.', ...notMeasured) !== ''
  return `${runGit('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
}
