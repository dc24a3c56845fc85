import { describe, expect, it } from 'vitest'
import { formatTimeLeft, getSection, nameAudience } from './describe-today.ts'

const minute = 60_000

describe('a countdown', () => {
  it.each([
    [-5, '1 min'],
    [1, '1 min'],
    [25.2, '26 min'],
    [60, '1 h'],
    [206, '3 h 26 min'],
    [24 * 60, '1 day'],
    [3 * 24 * 60 + 5, '3 days'],
  ])('of %s minutes is %s', (minutes, text) => {
    expect(formatTimeLeft(minutes * minute)).toBe(text)
  })
})

it('names the students that a window is for', () => {
  const of = (audience: Parameters<typeof nameAudience>[0]['audience'], expected: number | null) =>
    nameAudience({ audience, expected })
  expect(of({ kind: 'batch', batchName: 'Morning B12' }, 60)).toBe('Morning B12')
  expect(of({ kind: 'batch', batchName: null }, 60)).toBe('A batch')
  expect(of({ kind: 'students', batchName: null }, 1)).toBe('1 named student')
  expect(of({ kind: 'everyone', batchName: null }, null)).toBe('Everyone')
})

it('calls a window running while it is open, also when the entry is over', () => {
  expect(getSection({ phase: 'entry-over' })).toBe('running')
  expect(getSection({ phase: 'closed' })).toBe('over')
})
