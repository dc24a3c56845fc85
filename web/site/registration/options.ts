import { type courses, type genders, referrals, type roles } from '#core/registration.ts'
import type { Option } from '../../kit/form/text-field.tsx'

type Word<List extends readonly string[]> = List[number]

/** The wire has the words in small letters; a screen shows them as names. */
const courseNames: Readonly<Record<Word<typeof courses>, string>> = {
  'advanced java': 'Advanced Java',
  android: 'Android',
  'computer basics': 'Computer Basics',
  'core java': 'Core Java',
  'digital marketing': 'Digital Marketing',
  'full stack': 'Full Stack',
  'graphic design': 'Graphic Design',
  'node js': 'Node JS',
  photoshop: 'Photoshop',
  php: 'PHP',
  python: 'Python',
  'react js': 'React JS',
  'web design': 'Web Design',
  other: 'Other',
}
const genderNames: Readonly<Record<Word<typeof genders>, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
}
const roleNames: Readonly<Record<Word<typeof roles>, string>> = {
  student: 'Student',
  workingProfessional: 'Working professional',
}

export const courseOptions = optionsOf(courseNames)
export const genderOptions = optionsOf(genderNames)
export const roleOptions = optionsOf(roleNames)
export const referralOptions: readonly Option[] = referrals

function optionsOf(names: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(names).map(([value, name]) => ({ value, name }))
}
