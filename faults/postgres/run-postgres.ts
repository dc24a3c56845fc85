import { availableParallelism } from 'node:os'
import { describeRun, writeReportFile } from '../report.ts'
import { failOver } from './fail-over.ts'
import type { CaseReport, FaultCase } from './fault-case.ts'
import { killedProcesses } from './killed-processes.ts'
import { primaryAway } from './primary-away.ts'
import { restartedDatabase } from './restarted-database.ts'
import { rollingRestart } from './rolling-restart.ts'
import { swappedHosts } from './swapped-hosts.ts'

const cases: Readonly<Record<string, FaultCase>> = {
  kill: killedProcesses,
  restart: restartedDatabase,
  'fail-over': failOver,
  away: primaryAway,
  swapped: swappedHosts,
  rolling: rollingRestart,
}

type RunOptions = {
  readonly isLong: boolean
  readonly seed: number
  /** Only these cases; all if empty. */
  readonly names: readonly string[]
}

/**
 * Faults of several processes on PostgreSQL, on a cluster of Debian's packages in a folder of its
 * own. Ctrl-C ends a case after the cycle under way; its report says how many were done.
 */
export async function runPostgres({ isLong, seed, names }: RunOptions): Promise<boolean> {
  const unknown = names.filter((name) => !cases[name])
  if (unknown.length > 0) throw new Error(`Name some of: ${Object.keys(cases).join(', ')}`)
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  let hasPassed = true
  for (const [name, runCase] of Object.entries(cases)) {
    if (isStopped || (names.length > 0 && !names.includes(name))) continue
    const commit = describeRun()
    console.log(`${name}, seed ${seed}`)
    const print = (line: string) => console.log(`  ${line}`)
    const report = await runCase({ isLong, seed, isStopped: () => isStopped, print })
    for (const line of [...report.figures, ...listBroken(report)]) print(line)
    if (report.broken.length > 0) hasPassed = false
    if (isLong)
      console.log(writeReportFile(`postgres-${name}`, toMarkdown(name, report, { commit, seed })))
  }
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return hasPassed
}

const listBroken = ({ broken }: CaseReport) => broken.slice(0, 10).map((line) => `broken: ${line}`)

type Run = { readonly commit: string; readonly seed: number }

function toMarkdown(name: string, report: CaseReport, { commit, seed }: Run): string {
  const { title, summary, planned, done, figures, broken } = report
  const lines = [
    ...(done < planned ? [`**stopped after ${done} of ${planned} cycles**`] : []),
    ...figures,
    broken.length === 0 ? 'every promise kept' : `**${broken.length} broken**`,
    ...listBroken(report),
  ]
  return `# ${title}

${summary}

${commit}, seed ${seed}, ${availableParallelism()} cores for PostgreSQL, the processes and the class
together.

${lines.map((line) => `- ${line}`).join('\n')}

Run it again: \`npm run faults -- postgres ${name} --long --seed ${seed}\`
`
}
