import { expect, it } from 'vitest'
import { capitalised, detailInWords } from './deed-words.ts'

it.each([
  ['updated a student', 'fees, startDate', 'Fees, start date'],
  ['updated a student', 'shoeSize', 'ShoeSize'],
  ['viewed an identity image', 'back', 'Back'],
  ['sent failed letters again', '1', '1 letter'],
  ['sent failed letters again', '12', '12 letters'],
  ['added time', '5 minutes: Power cut', '5 minutes: Power cut'],
  ['sent a letter again', 'login-details', 'Login details'],
  ['exported scores', '12 as csv', '12 as CSV'],
  ['signed in', null, null],
])('says of "%s" with the detail %s: %s', (action, detail, says) => {
  expect(detailInWords({ action, detail })).toBe(says)
})

it('begins with a capital', () => {
  expect(capitalised('signed in')).toBe('Signed in')
})
