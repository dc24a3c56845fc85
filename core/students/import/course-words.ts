import { fingerprintText } from '../../tables/heads.ts'
import type { courses } from '../registration.ts'
import { type ImportRow, toCourse } from './import-rows.ts'

type Course = (typeof courses)[number]

/** Which of our courses a table means by a word, by `toWordKey`; null: by none of them. */
export type CourseWords = Readonly<Record<string, Course | null>>

/** A table's name for a course, where it is none of ours. */
export type TableWord = {
  readonly key: string
  /** As its first row has it. */
  readonly word: string
  readonly lines: readonly number[]
}

/** "MERN  Bootcamp" and "mern bootcamp" are one word. A device keeps no words of a file. */
export function toWordKey(word: string): string {
  return fingerprintText(word.trim().toLowerCase().replace(/\s+/g, ' '))
}

export function listTableWords(rows: readonly ImportRow[]): readonly TableWord[] {
  const keys = new Map<string, string>()
  const words = new Map<string, { key: string; word: string; lines: number[] }>()
  for (const { line, values } of rows) {
    const word = values.course ?? ''
    if (word === '' || toCourse(word) !== null) continue
    const key = keys.get(word) ?? toWordKey(word)
    keys.set(word, key)
    const found = words.get(key) ?? { key, word, lines: [] }
    found.lines.push(line)
    words.set(key, found)
  }
  return [...words.values()]
}

/** The rows with our courses in place of the words that somebody has explained. */
export function readCourseWords(
  rows: readonly ImportRow[],
  tableWords: readonly TableWord[],
  words: CourseWords,
): readonly ImportRow[] {
  const courseOf = new Map<number, Course>()
  for (const { key, lines } of tableWords) {
    const course = words[key]
    if (course) for (const line of lines) courseOf.set(line, course)
  }
  if (courseOf.size === 0) return rows
  return rows.map((row) => {
    const course = courseOf.get(row.line)
    return course ? { ...row, values: { ...row.values, course } } : row
  })
}
