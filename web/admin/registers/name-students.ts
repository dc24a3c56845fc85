import { formatCount } from '#contract/format.ts'
import type { RegisteredStudent } from '#contract/registers.ts'

const shownNames = 6

/** "Joseph D’Souza, Tenzin Dolma, Farhan Ali (26-1017) and 3 more" */
export function nameStudents(students: readonly RegisteredStudent[]): string {
  const names = students.slice(0, shownNames).map(nameStudent).join(', ')
  const others = students.length - shownNames
  return others > 0 ? `${names} and ${formatCount(others)} more` : names
}

export function nameStudent({ name, identifier }: RegisteredStudent): string {
  return identifier === undefined ? name : `${name} (${identifier})`
}
