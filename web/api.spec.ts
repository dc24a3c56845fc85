import { expect, it } from 'vitest'
import { addressOf } from './api.ts'

it('fills a path and leaves empty questions out', () => {
  expect(addressOf('/api/test/test/:id', { id: 'a/b' })).toBe('/api/test/test/a%2Fb')
  expect(
    addressOf('/api/students/getStudents', {}, { search: '', limit: 10, sort: undefined }),
  ).toBe('/api/students/getStudents?limit=10')
})
