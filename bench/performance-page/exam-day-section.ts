import { getQuantile } from '#simulated-class/quantile.ts'
import type { Call, CallFigures, ExamDayFigures } from '../exam-day/figures.ts'
import { type Result, toName } from '../results.ts'
import { drawBars } from './bars.ts'
import { describeRun, describeSetUp, type Section } from './describe-run.ts'
import { drawDay, drawTimes, findCall } from './exam-day-plots.ts'
import { formatFigure, formatTable } from './format-figure.ts'
import { createLinearScale } from './scale.ts'

export type ExamDayResult = Extract<Result, { bench: 'exam-day' }>

const promised = { paperP99Ms: 1000, answerP99Ms: 50, closedWithinMs: 20_000 }

/** Lists the promises for an exam that were broken; empty if all were kept. */
export function listBroken({ calls, closedWithinMs }: ExamDayFigures): string[] {
  const p99 = (call: Call) => getQuantile(findCall(calls, call), 99)
  const errors = calls.reduce((sum, one) => sum + one.failed + countRefused(one), 0)
  return [
    ...(p99('paper') > promised.paperP99Ms ? ['the start'] : []),
    ...(p99('answer') > promised.answerP99Ms ? ['answers'] : []),
    ...(closedWithinMs > promised.closedWithinMs ? ['the bell'] : []),
    ...(errors > 0 ? [`${formatFigure(errors)} errors`] : []),
  ]
}

export function describeExamDays(results: readonly ExamDayResult[]): Section {
  if (results.length === 0) return { markdown: '', plots: {} }
  const sections = results.map(describeOne)
  const markdown = [
    '## An exam day',
    'Each student logs in, waits on the panel, starts, answers with think times while the quiz asks for the clock, hears the bell and returns to the panel; one in twenty is switched off before the end. The client is open-loop: a call counts from the moment at which it was due, retries included. Each student has an address of their own, and all limits are on. Held means: no call refused or failed, p99 from Start to the paper at most 1 s and of an answer at most 50 ms, and no attempt running 20 s after the last deadline.',
    formatTable(
      [
        ...['students', 'set-up', 'paper p99 ms', 'answer p50 ms', 'answer p99 ms'],
        ...[
          '× echo p99',
          'closed after s',
          'refused',
          'failed',
          'CPU s an attempt',
          '× echo a call',
        ],
        ...['memory MB', 'disk MB', 'held'],
      ],
      results.map(toSummary),
    ),
    'The CPU seconds of an attempt hold everything from the start to the last panel, the polls for the clock among them, and the database where it is a process of its own. Logging in is counted apart, below: its hash is slow on purpose.',
    'Disk MB is what reached the disk meanwhile, the log of the database and the blocks that each commit rewrites included; – where it was not yet counted.',
    '![CPU seconds an attempt](performance/exam-day-cpu.svg)',
    ...sections.map((section) => section.markdown),
  ]
  const plots = Object.assign({}, ...sections.map((section) => section.plots))
  return {
    markdown: markdown.join('\n\n'),
    plots: { ...plots, 'exam-day-cpu': drawCpu(results) },
  }
}

function toSummary({ setUp, figures }: ExamDayResult): (string | number)[] {
  const { plan, calls, echo, closedWithinMs, peakRssMb, databaseMb, stages } = figures
  const p99 = getQuantile(findCall(calls, 'answer'), 99)
  const cpu = toAttemptCpu(figures)
  const broken = listBroken(figures)
  return [
    ...[plan.students, describeSetUp(setUp), getQuantile(findCall(calls, 'paper'), 99)],
    ...[getQuantile(findCall(calls, 'answer'), 50), p99, p99 / getQuantile(echo, 99)],
    ...[closedWithinMs / 1000, calls.reduce((sum, one) => sum + countRefused(one), 0)],
    ...[calls.reduce((sum, { failed }) => sum + failed, 0), cpu.server + cpu.database],
    toCpuMsPerCall(figures) / echo.cpuMsPerCall,
    databaseMb === null ? formatFigure(peakRssMb) : `${peakRssMb} + ${databaseMb}`,
    ...[sumDiskMb(stages), broken.length === 0 ? 'yes' : `no: ${broken.join(', ')}`],
  ]
}

function sumDiskMb(stages: ExamDayFigures['stages']): number | string {
  const counted = stages.flatMap(({ diskMb }) => diskMb ?? [])
  if (counted.length < stages.length) return '–'
  return counted.reduce((sum, megabytes) => sum + megabytes, 0)
}

/** CPU time of an attempt: all stages but the doors. */
function toAttemptCpu({ stages, calls }: ExamDayFigures) {
  const attempts = Math.max(1, findCall(calls, 'paper').count)
  const rest = stages.filter(({ stage }) => stage !== 'doors')
  const sum = (toSeconds: (stage: (typeof rest)[number]) => number) =>
    rest.reduce((total, stage) => total + toSeconds(stage), 0) / attempts
  return {
    server: sum(({ serverCpuSeconds }) => serverCpuSeconds),
    database: sum(({ databaseCpuSeconds }) => databaseCpuSeconds ?? 0),
  }
}

/** While answers arrive, and the clock is asked for. */
function toCpuMsPerCall({ stages }: ExamDayFigures): number {
  const stage = stages.find((one) => one.stage === 'answers and bell')
  if (!stage) return 0
  const seconds = stage.serverCpuSeconds + (stage.databaseCpuSeconds ?? 0)
  return (seconds * 1000) / Math.max(1, stage.calls)
}

function countRefused({ refused }: CallFigures): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0)
}

function drawCpu(results: readonly ExamDayResult[]): string {
  const bars = results.map(({ setUp, figures }) => {
    const { server, database } = toAttemptCpu(figures)
    const parts = [
      { name: 'server', value: server },
      { name: 'database', value: database },
    ]
    return { name: `${figures.plan.students}, ${describeSetUp(setUp)}`, parts }
  })
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  return drawBars('What an attempt costs', 'CPU seconds', createLinearScale(sums), bars)
}

function describeOne(result: ExamDayResult): Section {
  const { setUp, figures } = result
  const { plan, calls, stages, echo } = figures
  const name = toName(result)
  const title = `${plan.students.toLocaleString('en')} students, ${describeSetUp(setUp)}`
  const percents = [50, 95, 99, 100] as const
  const markdown = [
    `### ${title}`,
    `Logins in ${plan.doorsSeconds} s, starts within ${formatFigure(plan.startSeconds)} s, ${formatFigure(plan.answersPerSecond)} answers a second for ${plan.durationMinutes} min. No attempt ran ${formatFigure(figures.closedWithinMs / 1000)} s after the last deadline.`,
    formatTable(
      ['call', 'count', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms', '× echo p99', 'refused', 'failed'],
      [...calls, { ...echo, call: 'bare echo', refused: {}, failed: 0 }].map((one) => [
        ...[one.call, one.count, ...percents.map((percent) => getQuantile(one, percent))],
        ...[getQuantile(one, 99) / getQuantile(echo, 99), describeRefused(one.refused), one.failed],
      ]),
    ),
    formatTable(
      ['stage', 's', 'calls', 'server CPU s', 'database CPU s', 'client CPU s', 'disk MB'],
      stages.map((stage) => [
        ...[stage.stage, stage.seconds, stage.calls, stage.serverCpuSeconds],
        ...[stage.databaseCpuSeconds ?? '–', stage.clientCpuSeconds, stage.diskMb ?? '–'],
      ]),
    ),
    `The bare echo took ${formatFigure(echo.cpuMsPerCall)} CPU ms a call and ${echo.rssMb} MB of memory, and wrote nothing.`,
    `![Waiting times, ${title}](performance/${name}-times.svg)`,
    `![The day, ${title}](performance/${name}-day.svg)`,
    describeRun(result),
  ]
  return {
    markdown: markdown.join('\n\n'),
    plots: {
      [`${name}-times`]: drawTimes(title, figures),
      [`${name}-day`]: drawDay(title, figures.timeline),
    },
  }
}

function describeRefused(refused: Readonly<Record<string, number>>): string {
  const entries = Object.entries(refused)
  if (entries.length === 0) return '0'
  return entries
    .map(([status, count]) => `${formatFigure(count)} × ${status === '0' ? 'cut' : status}`)
    .join(', ')
}
