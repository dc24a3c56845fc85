import { createSeededRandom } from '#core/random.ts'
import { describeRun, writeReportFile } from '../report.ts'
import { runMigrationKills } from './run-migration-kills.ts'

type ReportOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly kills?: number | undefined
}

/** Resolves with whether every start after a kill ended where one without a kill does. */
export async function reportMigrationKills({
  isLong,
  seed,
  kills = isLong ? Number.POSITIVE_INFINITY : 20,
}: ReportOptions): Promise<boolean> {
  const commit = describeRun()
  const report = await runMigrationKills({
    kills,
    random: createSeededRandom(seed),
    onProgress: (done) => done % 50 === 0 && console.log(`${done} kills`),
  })
  const lines = [
    `${report.kills} kills, each at another of ${report.calls} calls; ${report.halfway} left some migrations done and some to do.`,
    `Started again, ${report.broken.length} ended otherwise than without a kill.`,
    ...report.broken.slice(0, 10),
  ]
  console.log(lines.join('\n'))
  if (isLong) {
    const markdown = `# Killed while it migrates

An institute of an older version with 150 students and 3,000 answers is opened, and the process
killed by SIGKILL at one of the calls by which its file changes (\`strace --inject\`). The next
start must leave the same tables, rows and indexes as a start that nobody kills. SQLite. ${commit},
seed ${seed}.

${lines.map((line) => `- ${line}`).join('\n')}

Run it again: \`npm run faults -- migration-kill --long --seed ${seed}\`
`
    console.log(writeReportFile('migration-kill', markdown))
  }
  return report.broken.length === 0
}
