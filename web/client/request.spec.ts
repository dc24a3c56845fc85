import { expect, it } from 'vitest'
import { buildUrl } from './request.ts'

it('fills a path and leaves empty questions out', () => {
  expect(buildUrl('/api/test/test/:id', { id: 'a/b' })).toBe('/api/test/test/a%2Fb')
  expect(
    buildUrl('/api/students/getStudents', {}, { search: '', limit: 10, sort: undefined }),
  ).toBe('/api/students/getStudents?limit=10')
})
