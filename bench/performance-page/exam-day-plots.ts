import { computeQuantiles, getQuantile, keptPercents } from '#simulated-class/quantile.ts'
import type { Call, CallFigures, ExamDayFigures } from '../exam-day/figures.ts'
import type { Timeline } from '../exam-day/timeline.ts'
import { drawPlot, type Line } from './plot.ts'
import { createLinearScale, createLogScale, createPercentileScale } from './scale.ts'

export function findCall(calls: readonly CallFigures[], call: Call): CallFigures {
  const none = { call, ...computeQuantiles([]), refused: {}, failed: 0 }
  return calls.find((one) => one.call === call) ?? none
}

const drawnCalls: readonly Call[] = ['answer', 'paper', 'end', 'clock', 'log in']

export function drawTimes(title: string, { calls, echo }: ExamDayFigures): string {
  const lines = drawnCalls.map((call) => ({ name: call, figures: findCall(calls, call) }))
  const drawn: Line[] = [...lines, { name: 'bare echo', figures: echo }].map((line) => ({
    name: line.name,
    points: keptPercents.map((percent) => [percent, getQuantile(line.figures, percent)] as const),
  }))
  const values = drawn.flatMap(({ points }) => points.map(([, ms]) => ms ?? 0))
  return drawPlot({
    title: `How long calls take: ${title}`,
    xLabel: 'share of the calls that are answered by then',
    xScale: createPercentileScale(),
    panels: [{ label: 'waiting time, ms', scale: createLogScale(values), lines: drawn }],
  })
}

export function drawDay(title: string, timeline: Timeline): string {
  const toPoints = (values: readonly (number | null)[]) =>
    values.map((value, step) => [((step + 1) * timeline.stepSeconds) / 60, value] as const)
  const { callsPerSecond, p99Ms, serverCores, databaseCores, clientCores, rssMb } = timeline
  const known = p99Ms.filter((ms) => ms !== null)
  const cores = [
    { name: 'server', points: toPoints(serverCores) },
    ...(databaseCores ? [{ name: 'database', points: toPoints(databaseCores) }] : []),
    { name: 'client', points: toPoints(clientCores) },
  ]
  const busiest = [...serverCores, ...(databaseCores ?? []), ...clientCores]
  return drawPlot({
    title: `The day: ${title}`,
    xLabel: 'minutes since the doors opened',
    xScale: createLinearScale([(callsPerSecond.length * timeline.stepSeconds) / 60]),
    panels: [
      {
        label: 'calls answered, a second',
        scale: createLinearScale(callsPerSecond),
        lines: [{ name: 'all calls', points: toPoints(callsPerSecond) }],
      },
      {
        label: 'waiting time, p99 of each step, ms',
        scale: createLogScale(known.length > 0 ? known : [1]),
        lines: [{ name: 'all calls', points: toPoints(p99Ms) }],
      },
      { label: 'processor, busy cores', scale: createLinearScale(busiest), lines: cores },
      {
        label: 'memory of the server, MB',
        scale: createLinearScale(rssMb),
        lines: [{ name: 'server', points: toPoints(rssMb) }],
      },
    ],
  })
}
