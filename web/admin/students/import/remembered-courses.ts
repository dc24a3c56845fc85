import type { CourseWords } from '#core/students/import/course-words.ts'
import { courses } from '#core/students/registration.ts'
import { readStored, writeStored } from '../../../client/browser-storage.ts'

type Course = (typeof courses)[number]

type RememberedCourse = {
  readonly key: string
  readonly course: Course
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

const maxRemembered = 100

export function readRememberedCourses(): readonly RememberedCourse[] {
  try {
    const stored: unknown = JSON.parse(readStored('student-courses') ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRemembered) : []
  } catch {
    return []
  }
}

function isRemembered(value: unknown): value is RememberedCourse {
  if (typeof value !== 'object' || value === null) return false
  const { key, course, savedAt } = value as Partial<RememberedCourse>
  return (
    typeof key === 'string' &&
    typeof savedAt === 'number' &&
    courses.some((known) => known === course)
  )
}

export function toCourseWords(remembered: readonly RememberedCourse[]): CourseWords {
  return Object.fromEntries(remembered.map(({ key, course }) => [key, course]))
}

/** Null forgets what was remembered. */
export function rememberCourse(key: string, course: Course | null) {
  const others = readRememberedCourses().filter((one) => one.key !== key)
  const remembered = course ? [{ key, course, savedAt: Date.now() }, ...others] : others
  writeStored('student-courses', JSON.stringify(remembered.slice(0, maxRemembered)))
}
