import fc from 'fast-check'
import { expect, it } from 'vitest'
import { correctRegistration } from './correct-registration.ts'
import {
  courses,
  genders,
  type RegistrationDraft,
  type RegistrationField,
  referrals,
  registrationFields,
  roles,
  validateRegistration,
} from './registration.ts'

const today = { year: 2026, month: 11, day: 22 }
const priya: RegistrationDraft = {
  name: 'Priya Nair',
  email: 'priya@example.com',
  phone: '+91 98200 00001',
  dob: '21-11-2004',
  gender: 'female',
  fname: 'Ravi Nair',
  fphone: '+91 98200 00002',
  laddress: 'Flat 12, Pune',
  paddress: 'Flat 12, Pune',
  role: 'student',
  qualification: 'B.Com',
  qualificationYear: '2025',
  college: 'Fergusson College',
  course: 'full stack',
  referral: 'Google',
}

it.each<[RegistrationDraft, object, object]>([
  [{ course: 'python' }, { course: 'python' }, {}],
  [{ name: ' Priya  Rao ' }, { name: 'Priya Rao' }, {}],
  [{ name: 'Priya Nair', phone: '+91 98200 00001 ' }, {}, {}],
  [{ course: 'other' }, { course: 'other' }, { otherCourse: 'Enter the course they want' }],
  [{ course: 'other', otherCourse: 'Rust' }, { course: 'other', otherCourse: 'Rust' }, {}],
  [{ otherCourse: 'Rust', company: 'Hidden' }, {}, {}],
  [
    { role: 'workingProfessional', designation: 'Clerk', company: 'Acme' },
    {
      role: 'workingProfessional',
      qualification: null,
      qualificationYear: null,
      college: null,
      designation: 'Clerk',
      company: 'Acme',
    },
    {},
  ],
  [{ dob: '31-02-2004' }, {}, { dob: '31 February does not exist' }],
  [{ fname: ' ' }, {}, { fname: 'Enter the name of the parent or guardian' }],
  [{ referral: 'nobody' }, {}, { referral: 'Choose how they heard of us' }],
  [{ referral: 'Friend' }, { referral: 'Friend' }, {}],
])('the correction %o changes %o, with the errors %o', (typed, changes, errors) => {
  expect(correctRegistration(priya, typed, today)).toEqual({ changes, errors })
})

it('an error in one field does not prevent the correction of another', () => {
  const old = { ...priya, phone: '1', college: '' }
  expect(correctRegistration(old, { course: 'php', phone: '1' }, today)).toEqual({
    changes: { course: 'php' },
    errors: {},
  })
})

const words = fc.constantFrom('', ' ', 'Acme', 'Rust ', '2025', '98200 00003', '01-02-2003')
const oneOf = (...values: string[]) => fc.constantFrom(...values, 'nonsense')
const choices: Partial<Record<RegistrationField, fc.Arbitrary<string>>> = {
  gender: oneOf(...genders),
  role: oneOf(...roles),
  course: oneOf(...courses),
  referral: oneOf(...referrals),
  email: oneOf('new@example.com'),
}
const typedFields = fc.record(
  Object.fromEntries(registrationFields.map((field) => [field, choices[field] ?? words])),
  { requiredKeys: [] },
) as fc.Arbitrary<RegistrationDraft>

it('leaves a valid registration valid, and finds nothing to change the second time', () => {
  fc.assert(
    fc.property(typedFields, (typed) => {
      const { changes, errors } = correctRegistration(priya, typed, today)
      if (Object.keys(errors).length > 0) return
      const merged = Object.entries({ ...priya, ...changes }).filter(([, value]) => value !== null)
      const corrected: RegistrationDraft = Object.fromEntries(merged)
      expect(validateRegistration(corrected, today)).toEqual({})
      expect(correctRegistration(corrected, typed, today).changes).toEqual({})
    }),
  )
})
