import { expect, it } from 'vitest'
import { arrangeByTitle } from './use-exams.ts'

const titles = ['Week 10: CSS', 'week 2: HTML', 'Ångström', 'CSS again']
const arrange = (search: string, sort: string | undefined) =>
  arrangeByTitle(titles, { search, sort }, (title) => title)

it.each([
  { sort: 'newest', expected: titles },
  { sort: undefined, expected: titles },
  { sort: 'oldest', expected: titles.toReversed() },
  { sort: 'name-asc', expected: ['Ångström', 'CSS again', 'week 2: HTML', 'Week 10: CSS'] },
  { sort: 'name-desc', expected: ['Week 10: CSS', 'week 2: HTML', 'CSS again', 'Ångström'] },
])('sorts tests by $sort', ({ sort, expected }) => {
  expect(arrange('', sort)).toEqual(expected)
})

it.each([
  { search: 'css', found: ['Week 10: CSS', 'CSS again'] },
  { search: 'HTML week', found: ['week 2: HTML'] },
  { search: 'angstrom', found: ['Ångström'] },
  { search: 'php', found: [] },
])('finds $found by $search', ({ search, found }) => {
  expect(arrange(search, 'newest')).toEqual(found)
})
