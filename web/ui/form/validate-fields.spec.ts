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
  { email: '', error: 'Enter an email address' },
  { email: '   ', error: 'Enter an email address' },
  { email: 'priya', error: 'Enter an email address in the format name@example.com' },
  { email: 'priya.nair.of.pune@example.com', error: 'Use 20 characters or fewer' },
  { email: ' priya@example.com ', error: undefined },
])('says of "$email": $error', ({ email, error }) => {
  expect(validateFields({ email }, rules)).toEqual({ email: error })
})

it('says nothing of a field the contract does not know', () => {
  expect(validateFields({ other: '' }, rules)).toEqual({ other: undefined })
})
