import type { courses, genders, roles } from '#core/registration.ts'

type Word<List extends readonly string[]> = List[number]

/** The wire has the words in small letters; a screen shows them as names. */
export const courseNames: Readonly<Record<Word<typeof courses>, string>> = {
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
export const genderNames: Readonly<Record<Word<typeof genders>, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
}
export const roleNames: Readonly<Record<Word<typeof roles>, string>> = {
  student: 'Student',
  workingProfessional: 'Working professional',
}

/** A word that is not on the list is shown as it came. */
export function nameOf(names: Readonly<Record<string, string>>, word: string): string {
  return names[word] ?? word
}
