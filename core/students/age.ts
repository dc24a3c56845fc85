import { type CalendarDate, parseDate } from './calendar-date.ts'

/** In years. From this birthday on people consent for themselves (Indian Majority Act, 1875). */
export const ageOfMajority = 18

/** Whole years; a person born on 29 February has their birthday on 1 March in other years. */
export function getAge(today: CalendarDate, birth: CalendarDate): number {
  const isBeforeBirthday =
    today.month < birth.month || (today.month === birth.month && today.day < birth.day)
  return today.year - birth.year - (isBeforeBirthday ? 1 : 0)
}

/** Whether a parent or guardian must agree, too; false while the date of birth is not a past date. */
export function isUnderAge(dateOfBirth: string, today: CalendarDate): boolean {
  const birth = parseDate(dateOfBirth.trim())
  if (!birth) return false
  const age = getAge(today, birth)
  return age >= 0 && age < ageOfMajority
}
