import { cpus } from 'node:os'
import { describeRun, percentile } from '../../faults/report.ts'
import type { ExamDayFigures } from './figures.ts'

/** A table in Markdown. */
export function formatFigures(figures: ExamDayFigures): string {
  const { plan, phases } = figures
  const attempts = phases.find(([phase]) => phase === 'paper')?.[1].ms.length ?? 0
  const rows = [
    ...phases.map(([phase, { ms, refused, failed }]) =>
      formatRow(phase, ms, formatCounts(refused), failed),
    ),
    formatRow('score list, a page', figures.scoreListMs, '0', 0),
    formatRow('bare echo, as many calls as answers', figures.echoMs, '0', 0),
  ]
  const [cpu] = cpus()
  return [
    `${describeRun()}, seed ${plan.seed}, ${cpus().length} × ${cpu?.model.trim()}, client and server on the same cores`,
    '',
    `${plan.students.toLocaleString('en')} students: doors ${plan.doorsSeconds} s, start within ${plan.startSeconds} s, ${plan.answersPerSecond} answers/s for ${plan.durationMinutes} minutes.`,
    '',
    '| call | count | p50 ms | p95 ms | p99 ms | most ms | refused tries | failed |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `No attempt ran ${(figures.closedWithinMs / 1000).toFixed(1)} s after the last deadline. ` +
      `Server: ${(figures.cpuSeconds / Math.max(1, attempts)).toFixed(4)} CPU seconds an attempt with its login and panels, ` +
      `at most ${figures.peakRssMb} MB of memory, ${figures.writtenMb.toFixed(0)} MB written.`,
    '',
  ].join('\n')
}

function formatRow(name: string, ms: readonly number[], refused: string, failed: number): string {
  const figures = [50, 95, 99, 100].map((percent) => percentile(ms, percent).toFixed(1))
  return `| ${[name, ms.length.toLocaleString('en'), ...figures, refused, failed].join(' | ')} |`
}

function formatCounts(counts: ReadonlyMap<number, number>): string {
  if (counts.size === 0) return '0'
  return [...counts]
    .map(([status, count]) => `${count} × ${status === 0 ? 'cut' : status}`)
    .join(', ')
}
