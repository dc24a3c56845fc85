import { describe, expect, it } from 'vitest'
import type { RegisteredStudent } from '#contract/registers.ts'
import type { RegisterState } from '#core/registers/register.ts'
import { arrangeStudents, listShownStates, toDialable } from './register-view.ts'

const student = (
  name: string,
  state: RegisterState,
  overrides: Partial<RegisteredStudent> = {},
): RegisteredStudent => ({
  _id: name,
  name,
  email: `${name.toLowerCase()}@example.com`,
  phone: '98190 66432',
  batches: [],
  state,
  since: null,
  lastSeenAt: null,
  ...overrides,
})
const students = [
  student('Zoya', 'taking', { rollNumber: '26-1001' }),
  student('Anil', 'absent', { rollNumber: '26-1002', phone: '+91 70000 11111' }),
  student('Bina', 'taking', { rollNumber: '26-1003' }),
]
const view = { filter: 'all', search: '', isByName: false } as const

describe('the rows of a register', () => {
  it('are grouped, the absent first, each group in the server’s order or by name', () => {
    expect(arrangeStudents(students, view)).toEqual([
      { group: 'absent', ids: ['Anil'] },
      { group: 'taking', ids: ['Zoya', 'Bina'] },
    ])
    const [, taking] = arrangeStudents(students, { ...view, isByName: true })
    expect(taking?.ids).toEqual(['Bina', 'Zoya'])
  })

  it.each([
    { search: '26-1002', found: ['Anil'] },
    { search: '7000011', found: ['Anil'] },
    { search: '9819066', found: ['Zoya', 'Bina'] },
    { search: 'bin', found: ['Bina'] },
    { search: 'nobody', found: [] },
  ])('can be searched by $search', ({ search, found }) => {
    const ids = arrangeStudents(students, { ...view, search }).flatMap((group) => group.ids)
    expect(ids).toEqual(found)
  })

  it('can be filtered by one state', () => {
    expect(arrangeStudents(students, { ...view, filter: 'absent' })).toHaveLength(1)
  })
})

describe('the figures of a register', () => {
  const none = { lobby: 0, taking: 0, finished: 0, 'not-here': 0, absent: 0, excused: 0 }
  const frame = (...absence: RegisterState[]) => [
    ...['lobby', 'taking', 'finished'],
    ...absence,
    'excused',
  ]

  it('say "Not here yet" instead of "Absent" until the latest entry', () => {
    expect(listShownStates(none, true)).toEqual(frame('not-here'))
    expect(listShownStates({ ...none, absent: 2 }, false)).toEqual(frame('absent'))
    expect(listShownStates({ ...none, 'not-here': 1 }, false)).toEqual(frame('not-here'))
    expect(listShownStates({ ...none, absent: 2, 'not-here': 1 }, false)).toEqual(
      frame('absent', 'not-here'),
    )
  })
})

it('makes a phone number dialable if it has enough digits', () => {
  expect(toDialable('+91 98190-66432')).toBe('tel:+919819066432')
  expect(toDialable('none')).toBeNull()
})
