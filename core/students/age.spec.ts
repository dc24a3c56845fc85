import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getAge, isUnderAge } from './age.ts'
import { type CalendarDate, parseDate } from './calendar-date.ts'

const formatDate = ({ year, month, day }: CalendarDate) =>
  `${String(day).padStart(2, '0')}-${String(month).padStart(2, '0')}-${year}`

const day = fc
  .date({ min: new Date('1904-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => ({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  }))

it.each([
  { born: '21-11-2008', on: '20-11-2026', isUnder: true },
  { born: '21-11-2008', on: '21-11-2026', isUnder: false },
  { born: '21-11-2008', on: '22-11-2026', isUnder: false },
  { born: '31-12-2008', on: '31-12-2026', isUnder: false },
  { born: '01-01-2009', on: '31-12-2026', isUnder: true },
  { born: '29-02-2008', on: '28-02-2026', isUnder: true },
  { born: '29-02-2008', on: '01-03-2026', isUnder: false },
  { born: '28-02-2006', on: '28-02-2024', isUnder: false },
  { born: '01-03-2006', on: '29-02-2024', isUnder: true },
  { born: '20-11-2026', on: '21-11-2026', isUnder: true },
  { born: '22-11-2026', on: '21-11-2026', isUnder: false },
])('a student born on $born is under age on $on: $isUnder', ({ born, on, isUnder }) => {
  expect(isUnderAge(born, parseDate(on) as CalendarDate)).toBe(isUnder)
})

it.each(['', '  ', '31-02-2010', '2010-08-14', '14/08/2010', 'soon'])(
  'needs no guardian while the date of birth is %j',
  (text) => {
    expect(isUnderAge(text, { year: 2026, month: 11, day: 21 })).toBe(false)
  },
)

it('age grows by one a year, and only on the birthday', () => {
  fc.assert(
    fc.property(day, day, (birth, today) => {
      const nextYear = { ...today, year: today.year + 1 }
      expect(getAge(nextYear, birth)).toBe(getAge(today, birth) + 1)
      const eve = getAge({ ...birth, year: today.year, day: 0 }, birth)
      expect(getAge({ ...birth, year: today.year }, birth)).toBe(eve + 1)
    }),
  )
})

it('age never decreases from one day to the next', () => {
  fc.assert(
    fc.property(day, day, (birth, today) => {
      const date = new Date(Date.UTC(today.year, today.month - 1, today.day + 1))
      const tomorrow = {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      }
      const older = getAge(tomorrow, birth) - getAge(today, birth)
      const isBirthday = tomorrow.month === birth.month && tomorrow.day === birth.day
      const isStandIn =
        birth.month === 2 && birth.day === 29 && tomorrow.month === 3 && tomorrow.day === 1
      if (isBirthday) expect(older).toBe(1)
      else if (older !== 0) expect([older, isStandIn]).toEqual([1, true])
    }),
  )
})

it('a student is under age exactly until 18 years have passed', () => {
  fc.assert(
    fc.property(day, day, (birth, today) => {
      const age = getAge(today, birth)
      expect(isUnderAge(formatDate(birth), today)).toBe(age >= 0 && age < 18)
    }),
  )
})
