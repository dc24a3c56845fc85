import { describe, expect, it } from 'vitest'
import { listStudents } from '#contract/students.ts'
import {
  changeParams,
  defineList,
  describeFilters,
  locatePage,
  readListState,
  toListQuery,
} from './list-description.ts'

const students = defineList({
  endpoint: listStudents,
  rowKey: ({ _id }) => _id,
  things: { one: 'student', many: 'students' },
  caption: 'Students',
  paging: { as: 'scroll', size: 10 },
  sorts: { initial: 'name-asc', values: ['name-asc', 'newest'] },
  filters: [
    {
      name: 'course',
      label: 'Course',
      options: [
        { value: '', name: 'All' },
        { value: 'react', name: 'React' },
      ],
    },
  ],
  empty: { title: '', help: '' },
  notFound: { title: '', help: '' },
  failed: '',
  skeletonRows: 10,
})

const read = (address: string) => readListState(students, new URLSearchParams(address))

describe('the URL of a list', () => {
  it('states search, sort, filter and page', () => {
    expect(read('search=asha&sort=newest&course=react&page=3')).toEqual({
      search: 'asha',
      sort: 'newest',
      filters: { course: 'react' },
      page: 3,
      isFiltered: true,
    })
  })

  it('shows everything in the initial order where it states nothing', () => {
    const state = { search: '', sort: 'name-asc', filters: { course: '' }, page: 1 }
    expect(read('')).toEqual({ ...state, isFiltered: false })
  })

  it.each(['sort=salary', 'course=cooking', 'page=none', 'page=-2', 'page=0.5', 'other=1'])(
    'may contain %s, which no list knows',
    (address) => {
      expect(read(address)).toEqual(read(''))
    },
  )

  it('may name any page, and the server is asked for a valid one', () => {
    expect(read('page=1e99').page).toBe(read('page=100000').page)
    expect(read('page=100000').page).toBe(100_000)
  })

  it('is read back as it was written', () => {
    const written = changeParams(new URLSearchParams('show=deleted&page=4'), {
      search: 'Élodie & 50%',
      course: 'react',
      page: '',
    })
    expect(read(written.toString())).toMatchObject({
      search: 'Élodie & 50%',
      filters: { course: 'react' },
      page: 1,
    })
    expect(written.get('show')).toBe('deleted')
    expect(written.has('page')).toBe(false)
  })

  it('is sent to the server without empty parameters', () => {
    expect(toListQuery(read('sort=newest'))).toEqual({ sort: 'newest' })
    expect(toListQuery(read('search=a&course=react'))).toEqual({
      search: 'a',
      sort: 'name-asc',
      course: 'react',
    })
  })
})

it.each([
  ['', 'All students'],
  ['sort=newest', 'All students'],
  ['course=react', 'Course: React'],
  ['course=react&search=asha', 'Course: React; search: asha'],
])('%j is printed as %j', (address, words) => {
  expect(describeFilters(students, read(address))).toBe(words)
})

describe('the pages of a list', () => {
  it.each([
    { total: 0, page: 1, located: { pages: 1, from: 0, previous: null, next: null } },
    { total: 7, page: 1, located: { pages: 2, from: 0, previous: null, next: 2 } },
    { total: 7, page: 2, located: { pages: 2, from: 5, previous: 1, next: null } },
    { total: 10, page: 2, located: { pages: 2, from: 5, previous: 1, next: null } },
    { total: 7, page: 9, located: { pages: 2, from: 40, previous: 2, next: null } },
  ])('of $total rows are linked from page $page', ({ total, page, located }) => {
    expect(locatePage({ page, total, size: 5 })).toEqual(located)
  })
})
