import type { Batch } from '#contract/batches.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import type { lookUpStudent } from '#contract/student-import.ts'

type Found = NonNullable<ReplyOf<typeof lookUpStudent>['name']>

/** "Farhan Ali, Morning B10" */
function nameFound({ name, batches }: Found): string {
  return [name, ...batches].join(', ')
}

/** A name may be there twice: that is no error. */
export function describeNamesake({ name, identifier, batches }: Found): string {
  return [`Another ${name} is here`, identifier, ...batches].join(', ')
}

export function describeTakenRollNumber(found: Found): string {
  return `Taken by ${nameFound(found)}. Enter another, or leave it empty.`
}

export function describeTakenEmail(found: Found | 'staff'): string {
  return found === 'staff'
    ? 'A member of staff has this address. Enter the student’s own.'
    : `This is the login of ${nameFound(found)}. Enter an address of their own.`
}

/** "38 of 60 seats are taken", or the students alone where nobody counts seats. */
export function describeSeatsTaken({ seats, students }: Pick<Batch, 'seats' | 'students'>): string {
  if (seats === null) return `${formatCount(students)} in it now`
  return `${formatCount(students)} of ${formatCount(seats)} seats are taken`
}
