import { expect, it } from 'vitest'
import { faultsByContract } from './field-rules.ts'

const rules = {
  email: {
    emptySays: 'Enter an email address',
    pattern: '^[^@ ]+@[^@ ]+$',
    patternSays: 'Enter an email address in the format name@example.com',
    maxLength: 20,
  },
}

it.each([
  { email: '', says: 'Enter an email address' },
  { email: '   ', says: 'Enter an email address' },
  { email: 'priya', says: 'Enter an email address in the format name@example.com' },
  { email: 'priya.nair.of.pune@example.com', says: 'Use 20 characters or fewer' },
  { email: ' priya@example.com ', says: undefined },
])('says of "$email": $says', ({ email, says }) => {
  expect(faultsByContract({ email }, rules)).toEqual({ email: says })
})

it('says nothing of a field the contract does not know', () => {
  expect(faultsByContract({ other: '' }, rules)).toEqual({ other: undefined })
})
