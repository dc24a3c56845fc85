import { courses, type RegistrationDraft, referrals } from '#core/students/registration.ts'
import type { Calendar } from './calendar.ts'
import * as lists from './names.ts'
import { cardShades } from './pictures/draw-pictures.ts'
import { createRandom, type Random } from './random.ts'

export type DemoStudent = {
  readonly name: lists.Name
  readonly email: string
  readonly draft: RegistrationDraft
  readonly registersAt: number
  /** Which of the drawn identity cards they send, if any. */
  readonly cardShade: number | undefined
  /** undefined for a student who has never logged in. */
  readonly setsPasswordAt: number | undefined
}

/** Registered today or long ago, and never logged in. */
const neverCame: Readonly<Partial<Record<lists.Name, number>>> = {
  'Tushar Pawar': 1,
  'Zoya Ansari': 1,
  'Abhishek Mishra': 6,
}

export function createDemoStudents(calendar: Calendar): DemoStudent[] {
  const random = createRandom(40)
  return lists.people.map((person, index) => {
    const { name } = person
    const email = 'email' in person ? person.email : toEmail(name)
    const never = neverCame[name]
    const daysAgo = never ?? Math.max(9, 14 - Math.floor(index / 7))
    const registersAt = calendar.at(daysAgo, `${9 + (index % 10)}:${10 + ((index * 17) % 50)}`)
    return {
      name,
      email,
      draft: createDraft(random, { name, email, gender: person.gender, index }),
      registersAt,
      cardShade: index % 5 === 0 ? cardShades[(index / 5) % cardShades.length] : undefined,
      setsPasswordAt:
        never === undefined ? registersAt + random.between(8, 55) * 60_000 : undefined,
    }
  })
}

type DraftInput = { name: string; email: string; gender: string; index: number }

function createDraft(
  random: Random,
  { name, email, gender, index }: DraftInput,
): RegistrationDraft {
  const isProfessional = index % 4 === 3
  const course = index % 13 === 6 ? 'other' : index % 3 === 2 ? random.pick(courses) : 'full stack'
  const referral = index % 6 === 1 ? 'Friend' : random.pick(referrals)
  const year = isProfessional ? random.between(1988, 1998) : random.between(2000, 2006)
  const home = `${random.between(1, 140)}, ${random.pick(lists.homes)}`
  return {
    name,
    email,
    gender,
    phone: createPhone(random),
    dob: `${twoDigits(random.between(1, 28))}-${twoDigits(random.between(1, 12))}-${year}`,
    fname: `${random.pick(lists.parents)} ${name.split(' ').at(-1)}`,
    fphone: createPhone(random),
    laddress:
      index % 5 === 2 ? home : `Flat ${random.between(1, 24)}, ${random.pick(lists.streets)}, Pune`,
    paddress: home,
    role: isProfessional ? 'workingProfessional' : 'student',
    ...(isProfessional
      ? { designation: random.pick(lists.designations), company: random.pick(lists.companies) }
      : {
          qualification: random.pick(lists.qualifications),
          qualificationYear: String(year + 21),
          college: random.pick(lists.colleges),
        }),
    course,
    ...(course === 'other' && { otherCourse: random.pick(['Data Analytics', 'Flutter', 'Go']) }),
    referral,
    ...(referral === 'Friend' && {
      friendName: random.pick(lists.people.slice(0, index || 5)).name,
    }),
  }
}

export function toEmail(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .split(' ')
  return `${words.join('.')}@demo.example`
}

export function createPhone(random: Random): string {
  return `+91 ${random.pick(['98', '97', '90', '88', '70'])}${random.between(100, 999)} ${random.between(10_000, 99_999)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
