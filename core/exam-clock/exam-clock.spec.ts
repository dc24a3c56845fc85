import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDifference, isDifferent } from './clock-difference.ts'
import { type ClockStart, judgeClockStart } from './clock-start.ts'

it.each([
  [2_500, '3 s'],
  [60_000, '1 min 0 s'],
  [-65_000, '1 min 5 s'],
  [2 * 60 * 60_000, '2 h 0 min'],
  [-26.5 * 60 * 60_000, '26 h 30 min'],
])('formats a difference of %i ms as "%s"', (ms, words) => {
  expect(formatDifference(ms)).toBe(words)
})

it('treats clocks within 2 s as equal', () => {
  expect([2_000, -2_000, 2_001, -2_001].map(isDifferent)).toEqual([false, false, true, true])
})

const hour = 60 * 60_000
const savedAt = Date.UTC(2026, 10, 21, 4, 30)
const start = (change: Partial<ClockStart>): ClockStart => ({
  wallAt: savedAt + 8_000,
  bootMs: 1_008_000,
  sameBoot: { at: savedAt, bootMs: 1_000_000 },
  newestAt: savedAt,
  elsewhereAt: null,
  ...change,
})

describe('a start', () => {
  it('continues on the same boot by the time since the boot', () => {
    const examAt = savedAt + 8_000
    expect(judgeClockStart(start({}))).toEqual({ kind: 'continue', examAt })
    expect(judgeClockStart(start({ wallAt: examAt + 1_500 })).examAt).toBe(examAt)
  })

  it('finds a jump on the same boot, however long the server was off', () => {
    const jump = fc.integer({ min: -9 * hour, max: 9 * hour }).filter(isDifferent)
    fc.assert(
      fc.property(jump, fc.nat(hour), (jumpMs, offMs) => {
        const examAt = savedAt + offMs
        const wallAt = examAt + jumpMs
        const outcome = judgeClockStart(start({ wallAt, bootMs: 1_000_000 + offMs }))
        expect(outcome).toEqual({ kind: 'jumped', examAt, jumpMs })
      }),
    )
  })

  it('treats an older time since the boot as another boot', () => {
    expect(judgeClockStart(start({ bootMs: 20_000 })).kind).toBe('rebooted')
  })

  it('goes by the wall clock after a reboot', () => {
    const wallAt = savedAt + hour
    expect(judgeClockStart(start({ wallAt, sameBoot: null }))).toEqual({
      kind: 'rebooted',
      examAt: wallAt,
      offSince: savedAt,
    })
    expect(judgeClockStart(start({ wallAt: savedAt - 60_000, sameBoot: null }))).toEqual({
      kind: 'rebooted',
      examAt: savedAt,
      offSince: savedAt,
    })
  })

  it('does not trust a clock more than a minute behind', () => {
    const behind = start({ wallAt: savedAt - 60_001, sameBoot: null })
    expect(judgeClockStart(behind)).toEqual({ kind: 'behind', examAt: savedAt })
  })

  it('uses the machine’s clock where there is nothing to compare it with', () => {
    const wallAt = savedAt
    const outcome = judgeClockStart(start({ wallAt, sameBoot: null, newestAt: null }))
    expect(outcome).toEqual({ kind: 'continue', examAt: wallAt })
  })

  it('agrees with a process of another machine', () => {
    const elsewhereAt = savedAt + 60_000
    expect(judgeClockStart(start({ sameBoot: null, elsewhereAt }))).toEqual({
      kind: 'continue',
      examAt: elsewhereAt,
    })
  })
})
