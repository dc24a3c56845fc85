import type { RegistrationField } from '#core/students/registration.ts'
import { courseHint } from '#institute/registration.ts'

export const imageSides = ['aadharFront', 'aadharBack'] as const
export type ImageSide = (typeof imageSides)[number]
export type FieldName = RegistrationField | ImageSide | 'guardianConsent'

export const imageLabels: Readonly<Record<ImageSide, string>> = {
  aadharFront: 'Aadhaar card, front',
  aadharBack: 'Aadhaar card, back',
}

/** The five cards with their fields, in the order shown. */
export const steps = [
  {
    id: 'personal',
    title: 'Personal Details',
    hint: 'As printed on your identity card.',
    fields: ['name', 'email', 'phone', 'dob', 'gender', 'aadharFront', 'aadharBack'],
  },
  {
    id: 'guardian',
    title: 'Parent/Guardian Details',
    hint: 'Someone we can reach if we cannot reach you.',
    fields: ['fname', 'fphone', 'guardianConsent'],
  },
  {
    id: 'residence',
    title: 'Residential Details',
    hint: 'Where you live now, and your permanent home.',
    fields: ['laddress', 'paddress'],
  },
  {
    id: 'education',
    title: 'Educational Details',
    hint: 'We ask for different details depending on your answer.',
    fields: ['role', 'qualification', 'qualificationYear', 'college', 'designation', 'company'],
  },
  {
    id: 'course',
    title: 'Course Details',
    hint: courseHint,
    fields: ['course', 'otherCourse', 'referral', 'friendName'],
  },
] as const satisfies readonly {
  id: string
  title: string
  hint: string
  fields: readonly FieldName[]
}[]

export type Step = (typeof steps)[number]
export type StepId = Step['id']

/** The card that holds a field. */
export function findStepId(field: string): StepId | undefined {
  return steps.find(({ fields }) => (fields as readonly string[]).includes(field))?.id
}
