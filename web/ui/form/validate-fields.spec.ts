import { expect, it } from 'vitest'
import { validateFields } from './validate-fields.ts'

const rules = {
  email: {
    emptyMessage: 'Enter an email address',
    pattern: '^[^@ ]+@[^@ ]+$',
    patternMessage: 'Enter an email address in the format name@example.com',
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
  expect(validateFields({ email }, rules)).toEqual({ email: says })
})

it('says nothing of a field the contract does not know', () => {
  expect(validateFields({ other: '' }, rules)).toEqual({ other: undefined })
})
