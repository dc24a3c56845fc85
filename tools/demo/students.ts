import { courses, type RegistrationDraft, referrals } from '#core/students/registration.ts'
import type { Calendar } from './calendar.ts'
import { type Dice, openDice } from './dice.ts'
import * as lists from './names.ts'
import { cardShades } from './pictures/all.ts'

export type DemoStudent = {
  readonly name: lists.Name
  readonly email: string
  readonly draft: RegistrationDraft
  readonly registersAt: number
  /** Which of the drawn identity cards they send, if any. */
  readonly cardShade: number | undefined
  /** Without one of their own they have never logged in. */
  readonly setsPasswordAt: number | undefined
}

/** Registered today or long ago, and never seen since. */
const neverCame: Readonly<Partial<Record<lists.Name, number>>> = {
  'Tushar Pawar': 1,
  'Zoya Ansari': 1,
  'Abhishek Mishra': 6,
}

export function demoStudents(calendar: Calendar): DemoStudent[] {
  const dice = openDice(40)
  return lists.people.map((person, place) => {
    const { name } = person
    const email = 'email' in person ? person.email : emailOf(name)
    const never = neverCame[name]
    const daysAgo = never ?? Math.max(9, 14 - Math.floor(place / 7))
    const registersAt = calendar.at(daysAgo, `${9 + (place % 10)}:${10 + ((place * 17) % 50)}`)
    return {
      name,
      email,
      draft: draftOf(dice, { name, email, gender: person.gender, place }),
      registersAt,
      cardShade: place % 5 === 0 ? cardShades[(place / 5) % cardShades.length] : undefined,
      setsPasswordAt: never === undefined ? registersAt + dice.between(8, 55) * 60_000 : undefined,
    }
  })
}

type Who = { name: string; email: string; gender: string; place: number }

function draftOf(dice: Dice, { name, email, gender, place }: Who): RegistrationDraft {
  const works = place % 4 === 3
  const course = place % 13 === 6 ? 'other' : place % 3 === 2 ? dice.pick(courses) : 'full stack'
  const referral = place % 6 === 1 ? 'Friend' : dice.pick(referrals)
  const year = works ? dice.between(1988, 1998) : dice.between(2000, 2006)
  const home = `${dice.between(1, 140)}, ${dice.pick(lists.homes)}`
  return {
    name,
    email,
    gender,
    phone: phone(dice),
    dob: `${twoDigits(dice.between(1, 28))}-${twoDigits(dice.between(1, 12))}-${year}`,
    fname: `${dice.pick(lists.parents)} ${name.split(' ').at(-1)}`,
    fphone: phone(dice),
    laddress:
      place % 5 === 2 ? home : `Flat ${dice.between(1, 24)}, ${dice.pick(lists.streets)}, Pune`,
    paddress: home,
    role: works ? 'workingProfessional' : 'student',
    ...(works
      ? { designation: dice.pick(lists.designations), company: dice.pick(lists.companies) }
      : {
          qualification: dice.pick(lists.qualifications),
          qualificationYear: String(year + 21),
          college: dice.pick(lists.colleges),
        }),
    course,
    ...(course === 'other' && { otherCourse: dice.pick(['Data Analytics', 'Flutter', 'Go']) }),
    referral,
    ...(referral === 'Friend' && { friendName: dice.pick(lists.people.slice(0, place || 5)).name }),
  }
}

export function emailOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .split(' ')
  return `${words.join('.')}@demo.example`
}

export function phone(dice: Dice): string {
  return `+91 ${dice.pick(['98', '97', '90', '88', '70'])}${dice.between(100, 999)} ${dice.between(10_000, 99_999)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
