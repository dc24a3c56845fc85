import { emailError, isEmail, normalizeEmail } from '../accounts/email.ts'
import { toVisibleLine } from '../text.ts'
import { type CalendarDate, describeMissingDay, parseDate, readDate } from './calendar-date.ts'

export const genders = ['male', 'female', 'other'] as const
export const roles = ['student', 'workingProfessional'] as const
export const referrals = ['Google', 'Linkedin', 'Instagram', 'College TPO', 'Friend'] as const
export const courses = [
  'advanced java',
  'android',
  'computer basics',
  'core java',
  'digital marketing',
  'full stack',
  'graphic design',
  'node js',
  'photoshop',
  'php',
  'python',
  'react js',
  'web design',
  'other',
] as const

/**
 * A form as a person typed it. Fields that are hidden for them may be present, but are not read.
 */
export type RegistrationDraft = Readonly<Partial<Record<RegistrationField, string>>>

export const registrationFields = [
  'name',
  'email',
  'phone',
  'dob',
  'gender',
  'fname',
  'fphone',
  'laddress',
  'paddress',
  'role',
  'qualification',
  'qualificationYear',
  'college',
  'designation',
  'company',
  'course',
  'otherCourse',
  'referral',
  'friendName',
] as const
export type RegistrationField = (typeof registrationFields)[number]

/** In years, by the year of birth. */
export const maxAge = 120
export const maxFieldLength = 200
export const maxAddressLength = 500

const requiredMessages: Readonly<Partial<Record<RegistrationField, string>>> = {
  name: 'Enter your name',
  email: 'Enter your email address',
  phone: 'Enter your phone number',
  dob: 'Enter your date of birth',
  gender: 'Choose your gender',
  fname: 'Enter the name of your parent or guardian',
  fphone: 'Enter the phone number of your parent or guardian',
  laddress: 'Enter your local address',
  paddress: 'Enter your permanent address',
  role: 'Choose whether you study or work',
  qualification: 'Enter your qualification',
  qualificationYear: 'Enter the year of your qualification',
  college: 'Enter the name of your college',
  designation: 'Enter your designation',
  company: 'Enter the name of your company',
  course: 'Choose a course',
  otherCourse: 'Enter the course you want',
  referral: 'Choose how you heard of us',
}

/** True if the field may not be left empty by those who see it. */
export function isRequired(field: string): boolean {
  return field in requiredMessages
}

/** True if this person is asked for the field. */
export function isAsked(field: RegistrationField, draft: RegistrationDraft): boolean {
  switch (field) {
    case 'qualification':
    case 'qualificationYear':
    case 'college':
      return draft.role === 'student'
    case 'designation':
    case 'company':
      return draft.role === 'workingProfessional'
    case 'otherCourse':
      return draft.course === 'other'
    case 'friendName':
      return draft.referral === 'Friend'
    default:
      return true
  }
}

/** One message for each faulty field; empty when the registration is valid. */
export function validateRegistration(
  draft: RegistrationDraft,
  today: CalendarDate,
): Partial<Record<RegistrationField, string>> {
  const errors: Partial<Record<RegistrationField, string>> = {}
  for (const field of registrationFields) {
    if (!isAsked(field, draft)) continue
    const error = validateRegistrationField(field, draft[field]?.trim() ?? '', today)
    if (error) errors[field] = error
  }
  return errors
}

/** The same rule for a single field, for a form that validates a field when it is left. */
export function validateRegistrationField(
  field: RegistrationField,
  typed: string,
  today: CalendarDate,
): string | undefined {
  const value = normalizeField(field, typed)
  if (!value) return requiredMessages[field]
  const maxLength = field === 'laddress' || field === 'paddress' ? maxAddressLength : maxFieldLength
  if ([...value].length > maxLength) return `Use ${maxLength} characters or fewer`
  switch (field) {
    case 'email':
      return isEmail(value) ? undefined : emailError
    case 'phone':
    case 'fphone':
      return isPhone(value) ? undefined : phoneError
    case 'dob':
      return validateDateOfBirth(value, today)
    case 'qualificationYear':
      return validateYear(value, today)
    case 'gender':
      return isOneOf(genders, value) ? undefined : requiredMessages.gender
    case 'role':
      return isOneOf(roles, value) ? undefined : requiredMessages.role
    case 'course':
      return isOneOf(courses, value) ? undefined : requiredMessages.course
    case 'referral':
      return isOneOf(referrals, value) ? undefined : requiredMessages.referral
    default:
      return undefined
  }
}

/** Drops the fields that this person is not asked for, and cleans names of invisible characters. */
export function normalizeRegistration(
  draft: RegistrationDraft,
): Partial<Record<RegistrationField, string>> {
  const values: Partial<Record<RegistrationField, string>> = {}
  for (const field of registrationFields) {
    const value = normalizeField(field, draft[field]?.trim() ?? '')
    if (value && isAsked(field, draft)) values[field] = value
  }
  return values
}

/** Names and similar texts, which others read in lists, emails and files. */
const singleLineFields: readonly RegistrationField[] = [
  'name',
  'fname',
  'qualification',
  'college',
  'designation',
  'company',
  'otherCourse',
  'friendName',
]

/**
 * Invisible characters are removed from these fields; in an email address, number or date they are
 * an error.
 */
export function normalizeField(field: RegistrationField, value: string): string {
  if (singleLineFields.includes(field)) return toVisibleLine(value)
  if (field === 'phone' || field === 'fphone') return toPhone(value)
  if (field !== 'laddress' && field !== 'paddress') return value
  return value
    .split(/\r\n?|\n/)
    .map(toVisibleLine)
    .join('\n')
    .trim()
}

export const phoneError = 'Enter a phone number with 7 to 15 digits'

/** Emails to name+anything@host arrive in one mailbox, whatever the case. */
export function toMailbox(email: string): string {
  return normalizeEmail(email).replace(/\+[^@]*(?=@)/, '')
}

/** Turns Devanagari digits into 0 to 9, by which phones are searched and dialled. */
export function toPhone(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
}

/** 7 to 15 digits, kept as typed with `+ - ( ) .` and spaces. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '').length
  return /^[0-9+\-(). ]+$/.test(text) && digits >= 7 && digits <= 15
}

function validateDateOfBirth(text: string, today: CalendarDate): string | undefined {
  const date = readDate(text)
  if (!date) return 'Enter your date of birth as day-month-year, like 21-11-2004'
  if (!parseDate(text)) return describeMissingDay(date)
  if (date.year > today.year) return futureYearError
  if (!isBefore(date, today)) return 'Enter a date of birth in the past'
  return date.year < today.year - maxAge
    ? `Enter a date of birth within the last ${maxAge} years`
    : undefined
}

const futureYearError = 'The year is in the future'
function validateYear(text: string, today: CalendarDate): string | undefined {
  const isYear = /^\d{4}$/.test(text) && Number(text) >= 1900
  if (!isYear) return 'Enter the year as four digits, like 2025'
  return Number(text) > today.year + 10 ? futureYearError : undefined
}

function isBefore(one: CalendarDate, other: CalendarDate): boolean {
  return toOrdinal(one) < toOrdinal(other)
}

function toOrdinal({ year, month, day }: CalendarDate): number {
  return year * 10_000 + month * 100 + day
}

function isOneOf(words: readonly string[], value: string): boolean {
  return words.includes(value)
}
