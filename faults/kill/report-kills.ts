import { availableParallelism } from 'node:os'
import { computeQuantile } from '#simulated-class/quantile.ts'
import { describeRun, writeReportFile } from '../report.ts'
import { type KillReport, runKills } from './run-kills.ts'

const promisedStartMs = 2_000

type ReportOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly kills?: number | undefined
  readonly maxMs?: number | undefined
}

/** Resolves with whether nothing was lost, and writes a report of the long run. */
export async function reportKills({
  isLong,
  seed,
  kills = isLong ? 1_000 : 10,
  maxMs = Number.POSITIVE_INFINITY,
}: ReportOptions): Promise<boolean> {
  const servers = availableParallelism()
  const commit = describeRun()
  const onProgress = (done: number) => {
    if (done % 50 === 0) console.log(`${done} of ${kills} kills`)
  }
  const report = await runKills({ kills, seed, servers, maxMs, onProgress })
  const lines = describe(report, kills)
  console.log(lines.join('\n'))
  if (isLong) {
    const markdown = `# Killed in the middle of submits

A class of 8 starts, answers and finishes without a pause, on ${servers} servers beside one another;
each is killed by SIGKILL in the middle and restarted on its folder. The students' process keeps
what was acknowledged, and compares it with what the restarted server has. SQLite. ${commit}, seed
${seed}, ${servers} cores for servers and students together.

${lines.map((line) => `- ${line}`).join('\n')}

Run it again: \`npm run faults -- kill --long --seed ${seed}\`
`
    console.log(writeReportFile('kill', markdown))
  }
  return report.lost.length === 0
}

function describe(report: KillReport, planned: number): string[] {
  const { kills, answers, starts, ends, lost, startMs } = report
  const roundPercentile = (percent: number) => Math.round(computeQuantile(startMs, percent))
  const late = startMs.filter((ms) => ms > promisedStartMs).length
  return [
    `${kills} of ${planned} kills.`,
    `Acknowledged: ${answers} answers, ${starts} starts or resumptions, ${ends} ends.`,
    `Lost, or there by halves: ${lost.length}.`,
    ...lost.slice(0, 10).map((one) => `Lost: ${one}`),
    `From the restart to the first reply, ms: p50 ${roundPercentile(50)}, p99 ${roundPercentile(99)}, slowest ${roundPercentile(100)}; above ${promisedStartMs}: ${late}.`,
  ]
}
