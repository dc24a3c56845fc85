import type { courses, genders, roles } from '#core/students/registration.ts'

// Apart from the endpoint: a file with endpoints reaches the browser without its functions.

type ValueOf<List extends readonly string[]> = List[number]

/** The names that screens show for the API's lower-case values. */
export const courseLabels: Readonly<Record<ValueOf<typeof courses>, string>> = {
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
export const genderLabels: Readonly<Record<ValueOf<typeof genders>, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
}
export const roleLabels: Readonly<Record<ValueOf<typeof roles>, string>> = {
  student: 'Student',
  workingProfessional: 'Working professional',
}

/** Shows a value without a label as it is. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return labels[value] ?? value
}
