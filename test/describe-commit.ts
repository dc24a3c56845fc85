import { execFileSync } from 'node:child_process'

/** Of what was measured; results and reports themselves are no change to that. */
export function describeCommit(): string {
  const runGit = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const notMeasured = [':!bench/results', ':!docs', ':!faults/reports']
  const isChanged = runGit('status', '--porcelain', '--', '.', ...notMeasured) !== ''
  return `${runGit('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
}
