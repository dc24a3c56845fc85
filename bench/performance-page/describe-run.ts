import type { Result } from '../results.ts'
import type { SetUp } from '../set-up.ts'

export type Section = {
  /** Empty where there is no result. */
  readonly markdown: string
  /** SVG by the name of its file. */
  readonly plots: Readonly<Record<string, string>>
}

export function describeSetUp({ engine, processes }: SetUp): string {
  if (engine === 'sqlite') return 'SQLite'
  return `PostgreSQL, ${processes} ${processes === 1 ? 'process' : 'processes'}`
}

export function describeRun({ command, commit, at, seconds, machine }: Result): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `Commit ${commit}, ${at.slice(0, 10)}, ${minutes} min, ${machine}: \`${command}\``
}
