import { expect, it } from 'vitest'
import type { UsageSample } from './process-usage.ts'
import { buildTimeline } from './timeline.ts'

function createSample(atMs: number, overrides: Partial<UsageSample> = {}): UsageSample {
  return {
    atMs,
    serverCpuSeconds: 0,
    databaseCpuSeconds: null,
    clientCpuSeconds: 0,
    diskMb: 0,
    rssMb: 100,
    ...overrides,
  }
}

it('counts calls and busy cores second by second, from the first sample on', () => {
  const samples = [0, 1, 2].map((second) =>
    createSample(5_000 + second * 1_000, { serverCpuSeconds: 3 + second / 2, rssMb: 90 + second }),
  )
  const calls = { atMs: [5_100, 5_900, 6_500], ms: [4, 8, 2] }
  expect(buildTimeline(calls, samples)).toEqual({
    stepSeconds: 1,
    callsPerSecond: [2, 1],
    p99Ms: [8, 2],
    serverCores: [0.5, 0.5],
    databaseCores: null,
    clientCores: [0, 0],
    rssMb: [91, 92],
  })
})

it('uses longer steps for a long day, and finds the usage between two samples', () => {
  const samples = [0, 900_000].map((atMs) =>
    createSample(atMs, { databaseCpuSeconds: atMs / 4_000 }),
  )
  const { stepSeconds, databaseCores, p99Ms } = buildTimeline({ atMs: [], ms: [] }, samples)
  expect(stepSeconds).toBe(8)
  expect(databaseCores?.length).toBe(113)
  // The day ends in the midst of the last step.
  expect(new Set(databaseCores?.slice(0, -1))).toEqual(new Set([0.25]))
  expect(new Set(p99Ms)).toEqual(new Set([null]))
})
