import { createCluster } from '../postgres/debian-cluster.ts'
import { describeRun, writeReportFile } from '../report.ts'
import { playDay } from './play-day.ts'
import { type DayReport, runDay } from './run-day.ts'
import { runOnBothEngines } from './run-on-both-engines.ts'

type ReportOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly days?: number | undefined
  /** `both`: on SQLite and PostgreSQL, and their replies are compared; otherwise on SQLite. */
  readonly names: readonly string[]
}

type Sums = {
  calls: number
  restarts: number
  inverses: number
  readonly acts: Map<string, number>
}

/** Resolves with whether no day had a finding, and writes a report of the long run. */
export async function reportExamDays(options: ReportOptions): Promise<boolean> {
  const { isLong, seed, names } = options
  const isOnBoth = names.includes('both')
  const days = options.days ?? (isLong ? (isOnBoth ? 100 : 1_000) : 20)
  const commit = describeRun()
  const cluster = isOnBoth ? await createCluster() : null
  const play = cluster
    ? (acts: Parameters<typeof runDay>[0]) => runOnBothEngines(acts, cluster.url)
    : runDay
  const sums: Sums = { calls: 0, restarts: 0, inverses: 0, acts: new Map() }
  let failed = 0
  for (let day = 0; day < days; day++) {
    const played = await playDay(seed + day, play)
    if ('failure' in played) {
      failed += 1
      console.log(played.failure)
    } else add(sums, played.report)
    if (day % 50 === 49) console.log(`${day + 1} days, ${failed} with a finding`)
  }
  await cluster?.remove()
  if (isLong) {
    const name = isOnBoth ? 'exam-days-both' : 'exam-days'
    console.log(writeReportFile(name, format(sums, { commit, days, seed, failed, isOnBoth })))
  }
  return failed === 0
}

function add(sums: Sums, { calls, restarts, inverses, trail }: DayReport) {
  sums.calls += calls
  sums.restarts += restarts
  sums.inverses += inverses
  for (const line of trail) {
    const [, act] = /^--- (.*)$/.exec(line) ?? []
    if (act) sums.acts.set(act, (sums.acts.get(act) ?? 0) + 1)
  }
}

type Run = {
  readonly commit: string
  readonly days: number
  readonly seed: number
  readonly failed: number
  readonly isOnBoth: boolean
}

function format({ calls, restarts, inverses, acts }: Sums, run: Run): string {
  const { commit, days, seed, failed, isOnBoth } = run
  const rows = [...acts].toSorted(([, one], [, other]) => other - one)
  const engines = isOnBoth ? 'SQLite and PostgreSQL, whose replies are compared' : 'SQLite'
  const numbers = [calls, restarts, inverses].map((count) => count.toLocaleString('en'))
  return `# Random exam days

${commit}, on ${engines}. ${days} days, seeds ${seed} to ${seed + days - 1}: **${failed} with a finding**. ${numbers[0]} calls,
${numbers[1]} restarts, ${numbers[2]} acts that were undone and left no difference.

| act | times |
| --- | --- |
${rows.map(([act, times]) => `| ${act} | ${times.toLocaleString('en')} |`).join('\n')}

Run it again: \`npm run faults -- exam-days${isOnBoth ? ' both' : ''} --long --seed ${seed}\`
`
}
