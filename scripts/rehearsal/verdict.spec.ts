import { describe, expect, it } from 'vitest'
import { computeQuantile } from '#simulated-class/quantile.ts'
import { formatVerdict } from './report.ts'
import { type CallFigures, callNames, createTallies } from './tallies.ts'
import { type Figures, judge } from './verdict.ts'

const quiet: CallFigures[] = callNames.map((call) => ({
  call,
  count: 100,
  p50: 1,
  p95: 4,
  p99: 5,
  refused: {},
  failed: 0,
}))
const good: Figures = {
  students: 100,
  unfinished: 0,
  calls: quiet,
  closedAfterMs: 1_200,
  networkMs: 2,
}
const withCall = (call: string, change: Partial<CallFigures>): Figures => ({
  ...good,
  calls: quiet.map((figures) => (figures.call === call ? { ...figures, ...change } : figures)),
})

describe('the verdict', () => {
  it('is go while every figure is within its limit, and names the nearest one', () => {
    expect(judge(good).isGo).toBe(true)
    expect(formatVerdict(judge(withCall('answer', { p99: 54 })))).toBe(
      'GO. Nearest to its limit: Saving an answer (p99), 54 ms of 54 ms.',
    )
  })

  it.each([
    ['answer', { p99: 55 }, 'Saving an answer (p99)', 'measured 55 ms, limit 54 ms'],
    ['paper', { p99: 1_500 }, 'From the lobby to the paper (p99)', '1.5 s, limit 1 s'],
    ['log in', { p99: 40_000 }, 'Logging in (p99)', 'measured 40 s, limit 10 s'],
    ['end', { failed: 1 }, 'Calls that were given up', 'measured 1, limit 0'],
  ])('is no-go for %s with %j', (call, change, what, figures) => {
    const verdict = judge(withCall(call, change))
    expect(verdict.isGo).toBe(false)
    const text = formatVerdict(verdict)
    expect(text).toContain(`NO-GO: the first thing to fail would be: ${what}`)
    expect(text).toContain(figures)
  })

  it('names the figure furthest beyond its limit, not the first one found', () => {
    const slow = withCall('answer', { p99: 540 })
    const verdict = judge({ ...slow, closedAfterMs: 30_000 })
    expect(verdict.checks[0]?.call).toBe('answer')
    expect(judge({ ...slow, unfinished: 1 }).checks[0]?.what).toBe('Students who could not finish')
  })

  it('allows for the round trip to the server, twice', () => {
    const slow = { ...withCall('answer', { p99: 130 }), networkMs: 40 }
    expect(judge(slow).isGo).toBe(true)
    expect(judge({ ...slow, networkMs: 39 }).isGo).toBe(false)
  })

  it('is no-go without any student', () => {
    expect(judge({ ...good, students: 0 }).isGo).toBe(false)
  })
})

it('takes percentiles by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1)
  expect([50, 95, 99, 100].map((percent) => computeQuantile(hundred, percent))).toEqual([
    50, 95, 99, 100,
  ])
  expect(computeQuantile([7], 99)).toBe(7)
  expect(computeQuantile([], 99)).toBe(0)
})

it('counts refused attempts apart from calls that were given up', () => {
  const tallies = createTallies()
  tallies.refuse('log in', 'busy')
  tallies.refuse('log in', 'busy')
  tallies.record('log in', 12)
  tallies.fail('answer', 'busy')
  const [logIn, ...others] = tallies.toFigures()
  expect(logIn).toMatchObject({ count: 1, p99: 12, refused: { busy: 2 }, failed: 0 })
  expect(others.find(({ call }) => call === 'answer')).toMatchObject({ count: 0, failed: 1 })
})
