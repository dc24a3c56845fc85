import { describeRun, writeReportFile } from '../report.ts'
import { requireStrace } from '../strace.ts'
import {
  type DiskError,
  type DiskErrorReport,
  faultyCalls,
  runDiskError,
} from './run-disk-errors.ts'

type ReportOptions = {
  readonly isLong: boolean
  readonly seed: number
  /** The last ordinal; without it, a long run fails at each fsync that there is. */
  readonly ordinals?: number | undefined
}

/** After so many runs that made no such call, there is none: no two runs make the same calls. */
const runsWithoutCall = 3
const longOrdinals = { fsync: Number.POSITIVE_INFINITY, write: 40 } as const

/** Resolves with whether nothing was lost, at whichever fsync or write the disk failed. */
export async function reportDiskErrors({
  isLong,
  seed,
  ordinals,
}: ReportOptions): Promise<boolean> {
  requireStrace()
  const commit = describeRun()
  const reports: DiskErrorReport[] = []
  for (const calls of Object.keys(faultyCalls) as DiskError['calls'][]) {
    const last = ordinals ?? (isLong ? longOrdinals[calls] : 3)
    let missing = 0
    for (let ordinal = 1; ordinal <= last && missing < runsWithoutCall; ordinal++) {
      const report = await runDiskError({ calls, ordinal }, seed)
      missing = report.outcome === 'no such call' ? missing + 1 : 0
      reports.push(report)
      console.log(`${calls} ${ordinal}: ${report.outcome}, ${report.answers} answers`)
      for (const one of report.broken) console.log(`    broken: ${one}`)
    }
  }
  if (isLong) console.log(writeReportFile('disk-errors', toMarkdown({ reports, seed, commit })))
  return reports.every(({ broken }) => broken.length === 0)
}

type Run = {
  readonly reports: readonly DiskErrorReport[]
  readonly seed: number
  readonly commit: string
}

function toMarkdown({ reports, seed, commit }: Run): string {
  const rows = Object.keys(faultyCalls).map((calls) => {
    const own = reports.filter(({ error }) => error.calls === calls)
    const count = (outcome: string) => own.filter((report) => report.outcome === outcome).length
    const broken = own.flatMap((report) => report.broken)
    const cells = [
      calls,
      `1 to ${own.length}`,
      count('refused to start'),
      count('ended'),
      count('went on'),
      count('no such call'),
      own.reduce((sum, { answers }) => sum + answers, 0),
      broken.length === 0 ? '0' : `**${broken.length}**: ${broken.slice(0, 3).join('; ')}`,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return `# An fsync or a write that fails

One call of a server under load fails with EIO (\`strace --inject\`), once, at each ordinal from the
start on: each fsync until three runs in a row made no such call, and the first writes. What a
failed fsync should have written counts as lost, as on Linux. "Ended": logged as fatal, exit code 1.
"Went on": the call was not needed for what was acknowledged, such as that of a checkpoint, which is
repeated, or of a picture, whose form was refused. After each, the server is restarted on its
folder, and in a replay of its calls the power is cut at 10 moments. SQLite.
${commit}, seed ${seed}.

| call | ordinals | refused to start | ended | went on | no such call | answers acknowledged | lost |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Run it again: \`npm run faults -- disk-errors --long --seed ${seed}\`
`
}
