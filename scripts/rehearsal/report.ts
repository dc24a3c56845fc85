import type { CallFigures } from './tallies.ts'
import { type Check, callLabels, type Figures, isWithin, type Verdict } from './verdict.ts'

const widths = [28, 8, 10, 10, 10, 12] as const

/** A line for each call, then what is no call. */
export function formatFigures(figures: Figures, { checks }: Verdict): string {
  const { calls, students, unfinished, closedAfterMs, networkMs } = figures
  const limits = new Map(checks.flatMap(({ call, limit }) => (call ? [[call, limit]] : [])))
  const rows = calls.map(({ call, count, p50, p95, p99 }) => {
    const limit = limits.get(call)
    const times = [p50, p95, p99].map((ms) => (count > 0 ? formatMs(ms) : '-'))
    return [callLabels[call], String(count), ...times, limit ? formatMs(limit) : '']
  })
  return [
    formatRow(['', 'calls', 'p50', 'p95', 'p99', 'p99 limit']),
    ...rows.map(formatRow),
    '',
    `${students - unfinished} of ${students} students finished; all attempts were closed ${formatMs(closedAfterMs)} after the bell.`,
    `The way to the server takes ${formatMs(networkMs)}; each limit has twice that added.`,
    ...calls.flatMap(describeTrouble),
  ].join('\n')
}

function formatRow(cells: readonly string[]): string {
  return cells
    .map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at] ?? 0)))
    .join('')
    .trimEnd()
}

function describeTrouble({ call, refused, failed }: CallFigures): string[] {
  const repeated = Object.entries(refused).map(([what, count]) => `${count} times ${what}`)
  return [
    ...(repeated.length > 0
      ? [`${callLabels[call]}: tried again after ${repeated.join(', ')}.`]
      : []),
    ...(failed > 0 ? [`${callLabels[call]}: given up ${failed} times.`] : []),
  ]
}

/**
 * Logins from one address are slowed on purpose, so what waits there need not be too slow a server.
 * Empty if that was not the brake.
 */
export function describeBrake(calls: readonly CallFigures[]): string {
  const { refused = {} } = calls.find(({ call }) => call === 'log in') ?? {}
  const [tooMany = 0, busy = 0] = [refused['too-many'], refused.busy]
  if (tooMany + busy === 0) return ''
  return [
    `The server made ${tooMany + busy} logins wait on purpose: all students of a rehearsal come from one`,
    'address, and share its limits. A class behind one address would wait as well; students at home',
    'would not.',
  ].join('\n')
}

/** Above this, the figures tell of this machine, too. */
const lateClientMs = 25

export function describeClientLag(lagMs: number): string {
  if (lagMs <= lateClientMs) return ''
  return [
    `This machine was itself late by ${formatMs(lagMs)} (p99), which is part of the figures above. Run the`,
    'rehearsal on another machine than the server, or on a faster one.',
  ].join('\n')
}

export function formatVerdict({ isGo, checks }: Verdict): string {
  const [first] = checks
  if (!first) return 'NO-GO: nothing was measured.'
  if (isGo) {
    return `GO. Nearest to its limit: ${first.what}, ${formatValue(first, first.measured)} of ${formatValue(first, first.limit)}.`
  }
  const others = checks.slice(1).filter((check) => !isWithin(check))
  return [
    `NO-GO: the first thing to fail would be: ${describe(first)}.`,
    ...others.map((check) => `  then: ${describe(check)}`),
  ].join('\n')
}

function describe(check: Check): string {
  const { what, measured, limit } = check
  return `${what} (measured ${formatValue(check, measured)}, limit ${formatValue(check, limit)})`
}

function formatValue({ unit }: Check, value: number): string {
  return unit === 'ms' ? formatMs(value) : String(value)
}

/** "0.8 ms", "54 ms", "1.2 s", "40 s". */
export function formatMs(ms: number): string {
  if (ms < 10 && !Number.isInteger(ms)) return `${ms.toFixed(1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`
}
