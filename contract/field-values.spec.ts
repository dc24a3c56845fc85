import { expect, it } from 'vitest'
import { formatFieldValue } from './field-values.ts'

it.each([
  ['course', 'php', 'PHP'],
  ['gender', 'female', 'Female'],
  ['role', 'workingProfessional', 'Working professional'],
  ['staffRole', 'office', 'Office'],
  ['fees', 125_000, '₹1,25,000'],
  ['fees', '45000', '₹45,000'],
  ['startDate', '2026-12-01', '01-12-2026'],
  ['dob', '14-08-2003', '14-08-2003'],
  ['extraTimePercent', 25, '25 %'],
  ['assistiveTools', true, 'on'],
  ['shuffleOptions', false, 'off'],
  ['integrityMode', 'observe', 'Observe'],
  ['navigation', 'free', 'Free'],
  ['duration', 1, '1 min'],
  ['duration', 1440, '1,440 mins'],
  ['attemptsAllowed', 0, 'no limit'],
  ['kind', 'multiple-choice', 'Multiple choice'],
  ['remarks', null, 'nothing'],
  ['college', '', 'nothing'],
  ['course', 'cobol', 'cobol'],
  ['shoeSize', 42, '42'],
])('shows %s %j as %s', (field, value, shown) => {
  expect(formatFieldValue(field, value)).toBe(shown)
})
