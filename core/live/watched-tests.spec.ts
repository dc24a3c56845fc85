import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  dropSilentWatchers,
  listWatchedTests,
  maxStreamedTests,
  maxWatcherSilenceMs,
  type Watcher,
} from './watched-tests.ts'

const watch = (
  pages: readonly (readonly [page: string, testId: string, lastContactAt?: number])[],
) =>
  new Map<string, Watcher>(
    pages.map(([page, testId, lastContactAt = 0]) => [page, { testId, lastContactAt }]),
  )

it('a test that two pages show is streamed once', () => {
  expect(
    listWatchedTests(
      watch([
        ['one', 'a'],
        ['two', 'b'],
        ['three', 'a'],
      ]),
    ),
  ).toEqual(['a', 'b'])
})

it('a page that was killed is dropped after 20 s', () => {
  const watchers = watch([
    ['killed', 'a', 0],
    ['in view', 'b', 5_000],
  ])
  expect([...dropSilentWatchers(watchers, maxWatcherSilenceMs).keys()]).toEqual([
    'killed',
    'in view',
  ])
  expect([...dropSilentWatchers(watchers, maxWatcherSilenceMs + 1).keys()]).toEqual(['in view'])
})

it('the stream has the tests of the open pages, whatever pages come, go and die', () => {
  const move = fc.record({
    page: fc.nat(40),
    test: fc.nat(30),
    does: fc.constantFrom('watches', 'leaves', 'says nothing'),
    afterMs: fc.nat(8_000),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 150 }), (moves) => {
      let watchers: ReadonlyMap<number, Watcher> = new Map()
      let at = 0
      for (const { page, test, does, afterMs } of moves) {
        at += afterMs
        const next = new Map(watchers)
        if (does === 'watches') next.set(page, { testId: `test ${test}`, lastContactAt: at })
        if (does === 'leaves') next.delete(page)
        watchers = dropSilentWatchers(next, at)
        const tests = listWatchedTests(watchers)
        const shown = new Set([...watchers.values()].map(({ testId }) => testId))
        expect(new Set(tests).size).toBe(tests.length)
        expect(tests.every((one) => shown.has(one))).toBe(true)
        expect(tests.length).toBe(Math.min(shown.size, maxStreamedTests))
      }
    }),
  )
})
