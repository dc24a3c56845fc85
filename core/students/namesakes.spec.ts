import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findNamesakes, toIdentifier, toPersonLabel, toStudentLabel } from './namesakes.ts'

const people = (...names: string[]) => names.map((name, at) => ({ id: String(at), name }))

it.each([
  ['Aadhya Iyer', 'aadhya iyer'],
  ['Aadhya Iyer', ' Aadhya  Iyer '],
  ['Aadhya Iyer', 'Aadhya\u00A0Iyer'],
  ['Jose\u0301 Rao', 'Jos\u00E9 Rao'],
  ['Maeve O\u2019Brien', "Maeve O'Brien"],
])('%j has a namesake in %j', (one, other) => {
  expect(findNamesakes(people(one, 'Nila Menon', other))).toEqual(new Set(['0', '2']))
})

it('a student listed twice is no namesake', () => {
  const nila = { id: 'nila', name: 'Nila Menon' }
  expect(findNamesakes([nila, nila])).toEqual(new Set())
})

it('no two people of a list get one label', () => {
  const name = fc.constantFrom('Aadhya Iyer', 'AADHYA IYER', 'Aadhya  Iyer', 'Nila Menon')
  const rollNumber = fc.option(fc.constantFrom('', '1', '2', '3', '4', '5'), { nil: undefined })
  const list = fc.uniqueArray(fc.record({ name, rollNumber, number: fc.nat(999) }), {
    selector: (one) => one.number,
  })
  fc.assert(
    fc.property(list, (drawn) => {
      const numbers = new Set<string>()
      const students = drawn.map(({ number, ...one }) => {
        const isFree = one.rollNumber !== undefined && !numbers.has(one.rollNumber)
        if (isFree) numbers.add(one.rollNumber ?? '')
        return {
          id: String(number),
          name: one.name,
          email: `${number}@example.com`,
          rollNumber: isFree ? one.rollNumber : undefined,
        }
      })
      const doubled = findNamesakes(students)
      const labels = students.map((student) =>
        toPersonLabel({
          name: student.name,
          identifier: doubled.has(student.id) ? toIdentifier(student) : undefined,
        }),
      )
      expect(new Set(labels).size).toBe(labels.length)
    }),
  )
})

it('a student has a label with the identifier where there is one', () => {
  expect(toStudentLabel({ studentName: 'Nila', studentIdentifier: '26-1' })).toBe('Nila, 26-1')
  expect(toStudentLabel({ studentName: 'Nila', studentIdentifier: null })).toBe('Nila')
})
