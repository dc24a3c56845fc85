import { expect, it } from 'vitest'
import type { Attempt } from '#contract/results.ts'
import { groupsOf, pageOf } from './attempt-groups.ts'

const attempts = (...testIds: string[]) =>
  testIds.map((testId) => ({ testId, testTitle: `Test ${testId}` }) as Attempt)

it('keeps tests in the order in which they first appear', () => {
  const groups = groupsOf(attempts('b', 'a', 'b'))
  expect(groups.map(({ title, attempts: own }) => [title, own.length])).toEqual([
    ['Test b', 2],
    ['Test a', 1],
  ])
})

it.each([
  { asked: 1, page: 1, shown: 5 },
  { asked: 2, page: 2, shown: 2 },
  { asked: 9, page: 2, shown: 2 },
  { asked: Number.NaN, page: 1, shown: 5 },
])('answers page $asked of seven tests with page $page', ({ asked, page, shown }) => {
  const found = pageOf(groupsOf(attempts('1', '2', '3', '4', '5', '6', '7')), asked)
  expect([found.page, found.groups.length]).toEqual([page, shown])
})
