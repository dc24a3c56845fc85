import { expect, it } from 'vitest'
import { validateMinutes } from './change-dialog.tsx'

it.each([
  ['', true, 'Enter the minutes'],
  [' ', false, undefined],
  ['10', true, undefined],
  [' 1440 ', true, undefined],
  ['1441', true, 'Enter 24 hours or less'],
  ['0', false, 'Enter 1 minute or more'],
  ['2.5', true, 'Enter whole minutes'],
  ['-5', true, 'Enter whole minutes'],
  ['ten', true, 'Enter whole minutes'],
] as const)('the minutes %j (required: %s) get the message %s', (typed, isRequired, message) => {
  expect(validateMinutes(typed, isRequired)).toBe(message)
})
