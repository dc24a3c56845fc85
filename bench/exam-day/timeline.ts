import { computeQuantiles, getQuantile, roundFigure } from '#simulated-class/quantile.ts'
import type { FinishedCalls } from '#simulated-class/tallies.ts'
import type { UsageSample } from './process-usage.ts'

/** One value for each step; `null` where nothing is known. */
export type Timeline = {
  readonly stepSeconds: number
  readonly callsPerSecond: readonly number[]
  /** The 99th percentile of the calls answered in this step; null where there were none. */
  readonly p99Ms: readonly (number | null)[]
  /** How many cores are busy. */
  readonly serverCores: readonly number[]
  readonly databaseCores: readonly number[] | null
  readonly clientCores: readonly number[]
  readonly rssMb: readonly number[]
}

const mostSteps = 120

/** Both count their time from the same moment. */
export function buildTimeline(calls: FinishedCalls, samples: readonly UsageSample[]): Timeline {
  const startMs = samples[0]?.atMs ?? 0
  const seconds = ((samples.at(-1)?.atMs ?? startMs) - startMs) / 1000
  const stepSeconds = Math.max(1, Math.ceil(seconds / mostSteps))
  const steps = Array.from({ length: Math.max(1, Math.ceil(seconds / stepSeconds)) }, (_, step) => {
    const fromMs = startMs + step * stepSeconds * 1000
    return { fromMs, untilMs: fromMs + stepSeconds * 1000, ms: [] as number[] }
  })
  for (const [index, atMs] of calls.atMs.entries()) {
    steps[Math.floor((atMs - startMs) / 1000 / stepSeconds)]?.ms.push(calls.ms[index] ?? 0)
  }
  const listCores = (toCpuSeconds: (sample: UsageSample) => number) =>
    steps.map(({ fromMs, untilMs }) => {
      const usedSeconds =
        interpolate(samples, untilMs, toCpuSeconds) - interpolate(samples, fromMs, toCpuSeconds)
      return roundFigure(usedSeconds / stepSeconds)
    })
  return {
    stepSeconds,
    callsPerSecond: steps.map(({ ms }) => roundFigure(ms.length / stepSeconds)),
    p99Ms: steps.map(({ ms }) => (ms.length > 0 ? getQuantile(computeQuantiles(ms), 99) : null)),
    serverCores: listCores(({ serverCpuSeconds }) => serverCpuSeconds),
    databaseCores:
      samples[0]?.databaseCpuSeconds == null
        ? null
        : listCores(({ databaseCpuSeconds }) => databaseCpuSeconds ?? 0),
    clientCores: listCores(({ clientCpuSeconds }) => clientCpuSeconds),
    rssMb: steps.map(({ untilMs }) =>
      Math.round(interpolate(samples, untilMs, ({ rssMb }) => rssMb)),
    ),
  }
}

/** On the line between the samples before and after; at the ends the nearest sample. */
function interpolate(
  samples: readonly UsageSample[],
  atMs: number,
  toValue: (sample: UsageSample) => number,
): number {
  const next = samples.findIndex((sample) => sample.atMs >= atMs)
  const after = samples.at(next)
  const before = samples[next > 0 ? next - 1 : 0]
  if (!after || !before) return 0
  if (next <= 0) return toValue(after)
  const share = (atMs - before.atMs) / (after.atMs - before.atMs)
  return toValue(before) + share * (toValue(after) - toValue(before))
}
