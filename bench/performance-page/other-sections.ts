import { getQuantile, type Quantiles } from '#simulated-class/quantile.ts'
import type { Result } from '../results.ts'
import { drawBars } from './bars.ts'
import { describeRun, describeSetUp, type Section } from './describe-run.ts'
import { formatFigure, formatTable } from './format-figure.ts'
import { drawPlot } from './plot.ts'
import { createLinearScale, createLogScale } from './scale.ts'

type ResultOf<Bench extends Result['bench']> = Extract<Result, { bench: Bench }>

const none: Section = { markdown: '', plots: {} }

export function describeSubmitAnswer(results: readonly ResultOf<'submit-answer'>[]): Section {
  if (results.length === 0) return none
  const rows = results.map(({ setUp, figures }) => {
    const { server, echo, attemptCpuSeconds: cost } = figures
    return [
      ...[describeSetUp(setUp), server.perSecond, echo.perSecond],
      ...[server.perSecond / echo.perSecond, server.p50Ms, server.p99Ms],
      ...[cost.server, cost.database ?? '–', (cost.server + (cost.database ?? 0)) / cost.echo],
    ]
  })
  const markdown = [
    '## Answers, as many as fit',
    'Fifty connections send their next answer as soon as the one before is on disk. A whole attempt is start, paper, 20 answers, finish and panel, ten students at once without thinking; others did the same before, so all code was compiled.',
    formatTable(
      [
        ...['set-up', 'answers/s', 'bare echo/s', 'ratio', 'p50 ms', 'p99 ms'],
        ...['CPU s an attempt', 'and its database', '× echo'],
      ],
      rows,
    ),
    'At a fixed rate, also while others wait, from the moment at which each answer was due:',
    formatTable(
      ['set-up', 'answers/s', 'p50 ms', 'p99 ms', 'most ms', 'bare echo p99 ms', '× echo p99'],
      results.flatMap(({ setUp, figures }) =>
        figures.rates.map(({ callsPerSecond, server, echo }) => [
          ...[describeSetUp(setUp), callsPerSecond, getQuantile(server, 50)],
          ...[getQuantile(server, 99), getQuantile(server, 100), getQuantile(echo, 99)],
          getQuantile(server, 99) / getQuantile(echo, 99),
        ]),
      ),
    ),
    '![Waiting time by rate](performance/submit-answer-rates.svg)',
    ...results.map(describeRun),
  ]
  return {
    markdown: markdown.join('\n\n'),
    plots: { 'submit-answer-rates': drawRates(results) },
  }
}

function drawRates(results: readonly ResultOf<'submit-answer'>[]): string {
  const toPoints = (rates: ResultOf<'submit-answer'>['figures']['rates'], of: 'server' | 'echo') =>
    rates.map((step) => [step.callsPerSecond, getQuantile(step[of], 99)] as const)
  const [first] = results
  const lines = [
    ...results.map(({ setUp, figures }) => ({
      name: setUp.engine === 'sqlite' ? 'SQLite' : `PostgreSQL ${setUp.processes}`,
      points: toPoints(figures.rates, 'server'),
    })),
    { name: 'bare echo', points: toPoints(first?.figures.rates ?? [], 'echo') },
  ]
  return drawPlot({
    title: 'How long an answer takes, by how many arrive',
    xLabel: 'answers a second',
    xScale: createLinearScale(lines.flatMap(({ points }) => points.map(([rate]) => rate))),
    panels: [
      {
        label: 'waiting time, p99, ms',
        scale: createLogScale(lines.flatMap(({ points }) => points.map(([, ms]) => ms))),
        lines,
      },
    ],
  })
}

export function describeAdminLists(results: readonly ResultOf<'admin-lists'>[]): Section {
  if (results.length === 0) return none
  const p95 = (quantiles: Quantiles) => getQuantile(quantiles, 95)
  const markdown = [
    '## Lists',
    'Every list of the admin area, by page, order and search, with 10,000 students, 500 tests and 100,000 attempts, one call at a time. The p95 of each page is promised to be under 50 ms.',
    ...results.flatMap((result) => {
      const { lists, late, echo } = result.figures
      const pages = lists.reduce((sum, list) => sum + list.pages, 0)
      return [
        `### ${describeSetUp(result.setUp)}`,
        `${pages} pages, ${late.length === 0 ? 'none' : `${late.length} of them (${late.join('; ')})`} above it. A bare echo: p95 ${formatFigure(p95(echo))} ms.`,
        formatTable(
          ['list', 'pages', 'p50 ms', 'p95 ms', 'slowest page', 'p50 ms', 'p95 ms', '× echo p95'],
          lists.map(({ list, pages: count, all, slowest }) => [
            ...[list, count, getQuantile(all, 50), p95(all), slowest.what],
            ...[getQuantile(slowest, 50), p95(slowest), p95(slowest) / p95(echo)],
          ]),
        ),
        describeRun(result),
      ]
    }),
  ]
  return { markdown: markdown.join('\n\n'), plots: {} }
}

export function describeColdStarts(results: readonly ResultOf<'cold-start'>[]): Section {
  if (results.length === 0) return none
  const bars = results.flatMap(({ setUp, figures }) => [
    { name: describeSetUp(setUp), figures: figures.server },
    { name: 'bare echo beside it', figures: figures.echo },
  ])
  const drawn = bars.map((bar) => ({
    name: bar.name,
    parts: [{ name: 'median', value: getQuantile(bar.figures, 50) }],
  }))
  const scale = createLinearScale(drawn.flatMap(({ parts }) => parts.map(({ value }) => value)))
  const markdown = [
    '## Cold start',
    'From the start of a process to its first answer, after kill -9, with 10,000 students and 100,000 attempts, ten times; and the memory of the idle process four seconds later.',
    formatTable(
      ['set-up', 'p50 ms', 'most ms', '× echo p50', 'CPU s', 'idle MB', '× echo'],
      results.map(({ setUp, figures: { server, echo } }) => [
        ...[describeSetUp(setUp), getQuantile(server, 50), getQuantile(server, 100)],
        ...[getQuantile(server, 50) / getQuantile(echo, 50), server.cpuSeconds],
        ...[server.rssMb, server.rssMb / echo.rssMb],
      ]),
    ),
    '![Cold start](performance/cold-start.svg)',
    ...results.map(describeRun),
  ]
  return {
    markdown: markdown.join('\n\n'),
    plots: {
      'cold-start': drawBars(
        'From the start of the process to its first answer',
        'ms',
        scale,
        drawn,
      ),
    },
  }
}
