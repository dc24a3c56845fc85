import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createKnownTable,
  type KnownTable,
  mergeChanges,
  type TableChanges,
} from './merge-changes.ts'

type Row = { readonly studentId: string; readonly answered: number }

function createServer() {
  let rows = new Map<string, Row>()
  const states = [rows]
  const listSince = (base: number): TableChanges<Row> => {
    const before = states[base] ?? new Map<string, Row>()
    const now = states.length - 1
    return {
      version: `v${now}`,
      after: `v${base}`,
      isWhole: false,
      sentAt: now,
      students: [...rows.values()].filter((row) => before.get(row.studentId) !== row),
      removed: [...before.keys()].filter((id) => !rows.has(id)),
    }
  }
  return {
    rows: () => rows,
    /** Returns the change as the stream sends it. */
    change(studentId: string, answered: number | null): TableChanges<Row> {
      rows = new Map(rows)
      if (answered === null) rows.delete(studentId)
      else rows.set(studentId, { studentId, answered })
      states.push(rows)
      return listSince(states.length - 2)
    },
    whole: (): TableChanges<Row> => ({
      version: `v${states.length - 1}`,
      after: null,
      isWhole: true,
      sentAt: states.length - 1,
      students: [...rows.values()],
      removed: [],
    }),
    since: (version: string) => listSince(Number(version.slice(1))),
  }
}

const start = (server: ReturnType<typeof createServer>) =>
  mergeChanges(createKnownTable<Row>(), server.whole())

describe('the table that the live screen knows', () => {
  it('waits for a whole table before any change', () => {
    const server = createServer()
    const early = mergeChanges(createKnownTable<Row>(), server.change('a', 1))
    expect(early).toMatchObject({ version: null, isBehind: true })
    expect(mergeChanges(early, server.whole())).toMatchObject({ version: 'v1', isBehind: false })
  })

  it('is behind after a lost change, and accepts nothing more until it has asked for the whole table', () => {
    const server = createServer()
    const known = start(server)
    server.change('a', 1)
    const behind = mergeChanges(known, server.change('b', 2))
    expect(behind).toMatchObject({ version: 'v0', isBehind: true })
    expect(behind.rows.size).toBe(0)
    const caughtUp = mergeChanges(behind, server.since('v0'))
    expect(caughtUp).toMatchObject({ version: 'v2', isBehind: false })
    expect(caughtUp.rows).toEqual(server.rows())
  })

  it('waits for a whole table even where a change is as old as the page', () => {
    const server = createServer()
    const early = mergeChanges(createKnownTable<Row>(), { ...server.change('a', 1), sentAt: 0 })
    expect(early).toMatchObject({ version: null, isBehind: true })
  })

  it.each([
    { title: 'an older one', sentAt: 1 },
    { title: 'one of the same millisecond', sentAt: 2 },
  ])('leaves out an outdated change, and asks for nothing: $title', ({ sentAt }) => {
    const server = createServer()
    const first = start(server)
    const outdated = server.change('a', 1)
    server.change('b', 2)
    const known = mergeChanges(first, server.since('v0'))
    expect(mergeChanges(known, { ...outdated, sentAt })).toBe(known)
  })

  it('leaves out the same change that was asked for again, and asks for nothing', () => {
    const server = createServer()
    const change = server.change('a', 1)
    const known = start(server)
    expect(mergeChanges(known, { ...change, sentAt: 99 })).toBe(known)
  })

  it('is replaced by a whole table, whatever it knew or missed before', () => {
    const server = createServer()
    server.change('a', 1)
    const known = start(server)
    server.change('a', null)
    server.change('b', 2)
    const whole = mergeChanges(known, server.whole())
    expect(whole).toMatchObject({ version: 'v3', isBehind: false })
    expect(whole.rows).toEqual(server.rows())
  })

  it('keeps unchanged rows as the same objects, even when the whole table is sent again', () => {
    const server = createServer()
    server.change('a', 1)
    const known = start(server)
    const next = mergeChanges(known, {
      ...server.whole(),
      students: [{ studentId: 'a', answered: 1 }],
    })
    expect(next.rows.get('a')).toBe(known.rows.get('a'))
  })

  it('ends up equal to the server’s, whatever is lost, repeated or out of order', () => {
    const move = fc.oneof(
      { weight: 5, arbitrary: fc.record({ id: fc.nat(5), answered: fc.option(fc.nat(30)) }) },
      { weight: 4, arbitrary: fc.record({ deliver: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.constant('ask' as const) },
      { weight: 1, arbitrary: fc.constant('whole' as const) },
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
        const server = createServer()
        const sent: TableChanges<Row>[] = []
        const states = new Map<string, ReadonlyMap<string, Row>>([['v0', server.rows()]])
        let known: KnownTable<Row> = start(server)
        for (const one of moves) {
          if (one === 'ask') sent.push(server.since(known.version ?? 'v0'))
          else if (one === 'whole') sent.push(server.whole())
          else if ('id' in one) {
            sent.push(server.change(`student ${one.id}`, one.answered))
            states.set(sent.at(-1)?.version ?? '', server.rows())
          } else if (sent.length > 0)
            known = mergeChanges(known, sent[one.deliver % sent.length] as TableChanges<Row>)
          expect(known.rows).toEqual(states.get(known.version ?? ''))
        }
        const last = mergeChanges(known, server.since(known.version ?? 'v0'))
        expect(last.rows).toEqual(server.rows())
        expect(last.isBehind).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
