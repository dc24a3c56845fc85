import { expect, it } from 'vitest'
import {
  describeNamesake,
  describeSeatsTaken,
  describeTakenEmail,
  describeTakenRollNumber,
} from './describe-found.ts'

const farhan = {
  _id: 'f',
  name: 'Farhan Ali',
  identifier: '26-1017',
  batches: ['Morning B10'],
}

it('a namesake gets a hint with the details that tell the two apart', () => {
  expect(describeNamesake(farhan)).toBe('Another Farhan Ali is here, 26-1017, Morning B10')
  expect(describeNamesake({ ...farhan, identifier: 'f@example.com', batches: [] })).toBe(
    'Another Farhan Ali is here, f@example.com',
  )
})

it('the messages for a taken roll number and email address name the owner', () => {
  expect(describeTakenRollNumber(farhan)).toBe(
    'Taken by Farhan Ali, Morning B10. Enter another, or leave it empty.',
  )
  expect(describeTakenEmail({ ...farhan, batches: [] })).toBe(
    'This is the login of Farhan Ali. Enter an address of their own.',
  )
  expect(describeTakenEmail('staff')).toContain('member of staff')
})

it.each([
  [{ seats: 60, students: 38 }, '38 of 60 seats are taken'],
  [{ seats: 60, students: 60 }, '60 of 60 seats are taken'],
  [{ seats: null, students: 7 }, '7 in it now'],
])('the seats %j are described as %j', (batch, text) =>
  expect(describeSeatsTaken(batch)).toBe(text),
)
