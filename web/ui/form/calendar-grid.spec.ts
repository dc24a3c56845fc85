import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPages, isInRange, listRows, moveByKey, toPeriod } from './calendar-grid.ts'

const levels = ['decade', 'year', 'month'] as const
const keys = [
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ...['Home', 'End', 'PageUp', 'PageDown'],
]
const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the rows of a calendar', () => {
  it('show a month in whole weeks from Monday', () => {
    const rows = listRows('month', '2003-08-14')
    expect(rows).toHaveLength(5)
    expect(rows[0]).toEqual([
      ...['2003-07-28', '2003-07-29', '2003-07-30', '2003-07-31'],
      ...['2003-08-01', '2003-08-02', '2003-08-03'],
    ])
  })

  it('show twelve months, and ten years', () => {
    expect(listRows('year', '2003-08-14').flat().at(-1)).toBe('2003-12-01')
    expect(listRows('decade', '2003-08-14').map((row) => row.length)).toEqual([3, 3, 3, 1])
  })

  it('always contain their own day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...levels), anyDay, (level, day) => {
        const periods = listRows(level, day)
          .flat()
          .map((cell) => toPeriod(level, cell))
        expect(periods.filter((period) => period === toPeriod(level, day))).toHaveLength(1)
      }),
    )
  })
})

describe('a key in a calendar', () => {
  it.each([
    { level: 'month', from: '2003-08-01', key: 'ArrowLeft', to: '2003-07-31' },
    { level: 'month', from: '2003-08-14', key: 'ArrowDown', to: '2003-08-21' },
    { level: 'month', from: '2003-08-14', key: 'Home', to: '2003-08-11' },
    { level: 'month', from: '2003-08-14', key: 'End', to: '2003-08-17' },
    { level: 'month', from: '2003-03-31', key: 'PageUp', to: '2003-02-28' },
    { level: 'year', from: '2003-11-30', key: 'ArrowDown', to: '2004-02-29' },
    { level: 'year', from: '2003-08-14', key: 'PageDown', to: '2004-08-14' },
    { level: 'decade', from: '2004-02-29', key: 'ArrowRight', to: '2005-02-28' },
    { level: 'decade', from: '2004-01-01', key: 'PageUp', to: '1994-01-01' },
    { level: 'month', from: '2003-08-14', key: 'a', to: undefined },
  ] as const)('$key leads from $from to $to, by $level', ({ level, from, key, to }) => {
    expect(moveByKey(level, from, key, { min: '1900-01-01', max: '2199-12-31' })).toBe(to)
  })

  it('never leads out of the range', () => {
    const anyMove = [fc.constantFrom(...levels), anyDay, anyDay, anyDay] as const
    fc.assert(
      fc.property(...anyMove, fc.constantFrom(...keys), (level, day, one, other, key) => {
        const [min = one, max = other] = [one, other].toSorted()
        const moved = moveByKey(level, day, key, { min, max }) ?? ''
        expect(moved >= min && moved <= max).toBe(true)
      }),
    )
  })
})

it('a period is in range when any of its days is', () => {
  const range = { min: '1906-01-01', max: '2026-11-21' }
  const shown = ['2026-11-21', '2026-11', '2026', '202', '1906-01', '190']
  const hidden = ['2026-11-22', '2026-12', '2027', '203', '1905-12', '189']
  expect(shown.every((period) => isInRange(period, range))).toBe(true)
  expect(hidden.some((period) => isInRange(period, range))).toBe(false)
})

it('the next page uses the last day of a shorter month', () => {
  expect(addPages('month', '2004-01-31', 1)).toBe('2004-02-29')
})
