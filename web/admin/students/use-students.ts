import { useRef } from 'react'
import { listStudents } from '#contract/students.ts'
import { usePages } from '../use-pages.ts'
import type { StudentSort } from './sorts.ts'

type Wanted = {
  readonly search: string
  readonly sort: StudentSort
  readonly course: string | undefined
}

export function useStudents(wanted: Wanted) {
  const { rows: students, ...query } = usePages(listStudents, wanted)
  const seen = useRef(new Map<string, ListedStudent>())
  for (const student of students) seen.current.set(student._id, student)

  /** Those that are ticked, also where another sort has not loaded them again yet. */
  const chosenOf = (ids: ReadonlySet<string>) =>
    [...ids].flatMap((id) => seen.current.get(id) ?? [])
  return { ...query, students, chosenOf }
}

type ListedStudent = ReturnType<typeof usePages<typeof listStudents>>['rows'][number]

export type { ListedStudent }
