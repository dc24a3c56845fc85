import { expect, it } from 'vitest'
import { validateFields } from './form-state.ts'

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
])('validates "$email": $error', ({ email, error }) => {
  expect(validateFields({ email }, rules)).toEqual({ email: error })
})

const minutes = {
  emptyMessage: 'Enter the minutes',
  numberMessage: 'Enter the minutes in digits',
  minimum: 1,
  minimumMessage: 'Enter 1 minute or more',
  maximum: 60,
  maximumMessage: 'Enter an hour or less',
}

it.each([
  { typed: '', error: 'Enter the minutes' },
  { typed: 'ten', error: 'Enter the minutes in digits' },
  { typed: '0', error: 'Enter 1 minute or more' },
  { typed: '1', error: undefined },
  { typed: ' 60 ', error: undefined },
  { typed: '60.5', error: 'Enter an hour or less' },
])('validates "$typed" minutes: $error', ({ typed, error }) => {
  expect(validateFields({ minutes: typed }, { minutes })).toEqual({ minutes: error })
})

it('has no error for a field that the contract does not know', () => {
  expect(validateFields({ other: '' }, rules)).toEqual({ other: undefined })
})
