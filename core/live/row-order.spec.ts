import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presenceStates } from './presence.ts'
import { type Arrangement, arrangeRows, holdArrangement, type OrderedRow } from './row-order.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 10, n)).toISOString()
const createRow = (row: Partial<OrderedRow> & { studentId: string }): OrderedRow => {
  return { name: row.studentId, state: 'here', since: null, endsAt: minute(60), ...row }
}
const listIds = (arrangement: Arrangement) => arrangement.flatMap(({ ids }) => ids)

describe('the order by attention', () => {
  it('begins with problems, by kind and then the longest first', () => {
    const rows = [
      createRow({ studentId: 'here b' }),
      createRow({ studentId: 'finished', state: 'finished', finishReason: 'Completed' }),
      createRow({ studentId: 'paused', state: 'paused', since: minute(1) }),
      createRow({ studentId: 'thrown out', state: 'finished', finishReason: 'Tab switched' }),
      createRow({ studentId: 'quiet', state: 'quiet', since: minute(1) }),
      createRow({ studentId: 'offline short', state: 'offline', since: minute(9) }),
      createRow({ studentId: 'offline long', state: 'offline', since: minute(3) }),
      createRow({ studentId: 'away', state: 'away', since: minute(8) }),
      createRow({ studentId: 'not started', state: 'not-started', endsAt: null }),
      createRow({ studentId: 'Here A' }),
    ]
    expect(arrangeRows(rows, 'attention')).toEqual([
      {
        group: 'needs-review',
        ids: ['offline long', 'offline short', 'away', 'quiet', 'thrown out', 'paused'],
      },
      { group: 'here', ids: ['Here A', 'here b'] },
      { group: 'not-started', ids: ['not started'] },
      { group: 'finished', ids: ['finished'] },
    ])
  })

  it('has no groups when sorted by name or by time left', () => {
    const rows = [
      createRow({ studentId: 'b', endsAt: minute(20) }),
      createRow({ studentId: 'a', endsAt: minute(30) }),
      createRow({ studentId: 'c', state: 'not-started', endsAt: null }),
    ]
    expect(arrangeRows(rows, 'name')).toEqual([{ group: 'all', ids: ['a', 'b', 'c'] }])
    expect(listIds(arrangeRows(rows, 'time-left'))).toEqual(['b', 'a', 'c'])
  })
})

describe('a held order', () => {
  const before = arrangeRows(
    ['a', 'b', 'c'].map((studentId) => createRow({ studentId })),
    'attention',
  )

  it('holds while a row needs attention, and says that one row would move', () => {
    const rows = [
      createRow({ studentId: 'a' }),
      createRow({ studentId: 'b' }),
      createRow({ studentId: 'c', state: 'offline', since: minute(1) }),
    ]
    const held = holdArrangement(before, arrangeRows(rows, 'attention'))
    expect(held).toEqual({ shown: before, moves: 1 })
  })

  it('has nothing to move if nothing has changed', () => {
    expect(holdArrangement(before, before)).toEqual({ shown: before, moves: 0 })
  })

  const state = fc.constantFrom(...presenceStates)
  const rowsArbitrary = fc.array(fc.record({ n: fc.nat(30), state, minute: fc.nat(59) }), {
    maxLength: 30,
  })
  const toRows = (drawn: readonly { n: number; state: OrderedRow['state']; minute: number }[]) =>
    [...new Map(drawn.map((one) => [one.n, one])).values()].map((one) =>
      createRow({ studentId: `s${one.n}`, state: one.state, since: minute(one.minute) }),
    )

  it('moves and adds no row, and counts the rows that sorting would move', () => {
    fc.assert(
      fc.property(rowsArbitrary, rowsArbitrary, (one, other) => {
        const held = arrangeRows(toRows(one), 'attention')
        const sorted = arrangeRows(toRows(other), 'attention')
        const { shown, moves } = holdArrangement(held, sorted)
        const stay = new Set(listIds(sorted))
        expect(listIds(shown)).toEqual(listIds(held).filter((id) => stay.has(id)))
        for (const { group, ids } of shown)
          expect(held.find((part) => part.group === group)?.ids).toEqual(
            expect.arrayContaining([...ids]),
          )
        const isSame = JSON.stringify(shown) === JSON.stringify(sorted)
        expect(moves === 0).toBe(isSame)
        expect(moves).toBeLessThanOrEqual(stay.size)
      }),
    )
  })
})
