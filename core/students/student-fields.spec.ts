import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPermissions, permissions } from '../accounts/permissions.ts'
import { canChangeField, canReadField, pickReadableFields } from './student-fields.ts'

const row4 = ['laddress', 'paddress', 'fname', 'fphone', 'fees', 'aadharFront', 'aadharBack']
const row3 = ['name', 'email', 'phone', 'course', 'startDate']

describe.each([
  { role: 'owner', reads: { basic: true, private: true, extraTime: true } },
  { role: 'teacher', reads: { basic: true, private: false, extraTime: true } },
  { role: 'office', reads: { basic: true, private: true, extraTime: false } },
])('$role', ({ role, reads }) => {
  const held = getPermissions(role)
  it.each([
    [row3, reads.basic],
    [row4, reads.private],
    [['dob', 'gender', 'remarks', 'guardianConsent', 'consent'], reads.private],
    [['extraTimePercent', 'assistiveTools'], reads.extraTime],
  ])('reads %s: %s', (fields, isOpen) => {
    expect(fields.map((field) => canReadField(field, held))).toEqual(fields.map(() => isOpen))
  })
})

it.each([
  {
    role: 'owner',
    changes:
      'name email phone course dob fname laddress startDate fees remarks extraTimePercent assistiveTools',
  },
  { role: 'teacher', changes: 'extraTimePercent assistiveTools' },
  { role: 'office', changes: 'name email phone course dob fname laddress startDate fees remarks' },
])('$role changes $changes', ({ role, changes }) => {
  const fields = [
    'name',
    'email',
    'phone',
    'course',
    'dob',
    'fname',
    'laddress',
    'startDate',
    'fees',
    'remarks',
    'extraTimePercent',
    'assistiveTools',
  ] as const
  const held = getPermissions(role)
  expect(fields.filter((field) => canChangeField(field, held)).join(' ')).toBe(changes)
})

it('leaves out fields that may not be read, and changes nothing else', () => {
  const student = fc.dictionary(fc.constantFrom(...row3, ...row4, 'extraTimePercent'), fc.string())
  fc.assert(
    fc.property(student, fc.subarray([...permissions]), (whole, held) => {
      const seen = pickReadableFields(whole, held)
      const expected = Object.entries(whole).filter(([field]) => canReadField(field, held))
      expect(Object.entries(seen)).toEqual(expected)
    }),
  )
})
