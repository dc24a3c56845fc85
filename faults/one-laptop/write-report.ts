import { availableParallelism } from 'node:os'
import { percentile } from '../percentile.ts'
import { describeRun, writeReportFile } from '../write-report-file.ts'
import type { AttackReport } from './attack-lab.ts'
import { attacks } from './attacks.ts'
import { bounds, listBreaches } from './list-breaches.ts'

type AttackRun = {
  readonly seed: number
  readonly seconds: number
  readonly classSize: number
  readonly reports: readonly AttackReport[]
}

/** A line for the console. */
export function toLine(report: AttackReport): string {
  const { attack, rssMb, grownMb, failures, lostAnswers, answerMs, loginMs } = report
  const roundPercentile = (values: readonly number[], percent: number) =>
    Math.round(percentile(values, percent))
  return [
    attack.padEnd(20),
    `answers p50 ${roundPercentile(answerMs, 50)} p99 ${roundPercentile(answerMs, 99)} ms`,
    `logins p50 ${roundPercentile(loginMs, 50)} p99 ${roundPercentile(loginMs, 99)} ms`,
    `${failures.length} failed`,
    `${lostAnswers} lost`,
    `RSS ${rssMb} MB`,
    `folder +${grownMb} MB`,
  ].join(', ')
}

/** @returns the path of the file, which is meant to be committed. */
export function writeReport(run: AttackRun): string {
  return writeReportFile('one-laptop', toMarkdown(run))
}

function toMarkdown({ seed, seconds, classSize, reports }: AttackRun): string {
  const rows = reports.map((report) => {
    const { attack, answerMs, loginMs, failures, lostAnswers, rssMb, grownMb, tally } = report
    const breaches = listBreaches(report, { withTimes: true })
    const roundPercentile = (values: readonly number[], percent: number) =>
      Math.round(percentile(values, percent))
    return [
      attack,
      `${roundPercentile(answerMs, 50)} / ${roundPercentile(answerMs, 99)}`,
      `${roundPercentile(loginMs, 50)} / ${roundPercentile(loginMs, 99)}`,
      `${failures.length} / ${lostAnswers}`,
      `${rssMb}`,
      `${grownMb}`,
      Object.entries(tally)
        .map(([answer, times]) => `${answer} × ${times}`)
        .join(', '),
      breaches.length === 0 ? 'kept' : `**broken**: ${breaches.slice(0, 3).join('; ')}`,
    ]
  })
  const head = [
    'attack',
    'answers p50 / p99, ms',
    'logins p50 / p99, ms',
    'failed / lost',
    'RSS, MB',
    'folder grew, MB',
    'what the attacker got',
    'promise',
  ]
  return `# One visitor with a laptop

Each attack runs ${seconds} s from one address without an account, while a class of ${classSize} logs in
and sits a test at another. Promised: answers p99 ${bounds.answerMs} ms, logins p99 ${bounds.loginMs} ms, nobody
refused, nothing lost, ${bounds.rssMb} MB of memory, ${bounds.grownMb} MB of disk.

${describeRun()}, seed ${seed}, ${availableParallelism()} cores for
server, class and attacker together.

${toTable([head, head.map(() => '---'), ...rows])}

${reports.map(({ attack }) => `- ${attack}: ${attacks[attack]?.summary}.`).join('\n')}

Run it again: \`npm run faults -- one-laptop --long --seed ${seed}\`
`
}

function toTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
