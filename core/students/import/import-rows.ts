import { toVisibleLine } from '../../text.ts'
import { normalizeDate } from '../calendar-date.ts'
import { courses, normalizeField } from '../registration.ts'
import { normalizeRollNumber } from '../roll-number.ts'
import { normalizeFees } from './normalize-fees.ts'

/** Fields that a column of students can hold. */
export const importFields = [
  'name',
  'email',
  'course',
  'phone',
  'fname',
  'fphone',
  'dob',
  'gender',
  'laddress',
  'rollNumber',
  'batch',
  'fees',
  'startDate',
  'remarks',
] as const
export type ImportField = (typeof importFields)[number]
/** Without these nobody can be added; the rest is asked at the first sign-in. */
export const neededFields: readonly ImportField[] = ['name', 'email', 'course']

export const importRoles = [...importFields, 'left-out'] as const
export type ImportRole = (typeof importRoles)[number]

export const roleNames: Readonly<Record<ImportRole, string>> = {
  name: 'Name',
  email: 'Email',
  course: 'Course',
  phone: 'Phone',
  fname: 'Parent’s name',
  fphone: 'Parent’s phone',
  dob: 'Date of birth',
  gender: 'Gender',
  laddress: 'Address',
  rollNumber: 'Roll number',
  batch: 'Batch',
  fees: 'Fees',
  startDate: 'Start date',
  remarks: 'Remarks',
  'left-out': 'Left out',
}

/** Nobody brings more at a time: all of them are added in one transaction. */
export const maxImportRows = 5_000

/** Empty or absent where the table says nothing. */
export type ImportValues = Readonly<Partial<Record<ImportField, string>>>
/** The line is that of the file, by which people find it. */
export type ImportRow = { readonly line: number; readonly values: ImportValues }

/** Cells in the form that a registration has; what cannot be read as that stays as it is. */
export function normalizeValues(values: ImportValues): ImportValues {
  const normalized = Object.entries(values).map(([field, text]) => [
    field,
    normalizeValue(field as ImportField, text.trim()),
  ])
  return Object.fromEntries(normalized)
}

function normalizeValue(field: ImportField, text: string): string {
  switch (field) {
    case 'email':
      return text.replace(/^mailto:/i, '')
    case 'course':
      return toCourse(text) ?? text
    case 'dob':
      return normalizeDate(text)
    case 'gender':
      return genderWords[text.toLowerCase().replace(/\.$/, '')] ?? text.toLowerCase()
    case 'rollNumber':
      return normalizeRollNumber(text) ?? ''
    case 'fees':
      return normalizeFees(text)
    case 'startDate':
      return normalizeDate(text)
    case 'batch':
    case 'remarks':
      return toVisibleLine(text)
    default:
      return normalizeField(field, text)
  }
}

const genderWords: Readonly<Record<string, string>> = {
  m: 'male',
  f: 'female',
  boy: 'male',
  girl: 'female',
}

const coursesByLetters = new Map(courses.map((course) => [toLetters(course), course]))

/** "ReactJS", "React.js" and "REACT JS" are one course. Null for one that is not ours. */
export function toCourse(text: string): (typeof courses)[number] | null {
  const letters = toLetters(text)
  return (
    coursesByLetters.get(letters) ?? coursesByLetters.get(letters.replace(/course$/, '')) ?? null
  )
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}
