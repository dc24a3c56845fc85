import { useRef } from 'react'
import { listStudents } from '#contract/students.ts'
import { useInfiniteList } from '../lists/use-infinite-list.ts'
import type { StudentSort } from './student-sorts.ts'

type StudentFilters = {
  readonly search: string
  readonly sort: StudentSort
  readonly course: string | undefined
}

export function useStudents(filters: StudentFilters) {
  const { rows: students, ...query } = useInfiniteList(listStudents, filters)
  const loadedById = useRef(new Map<string, ListedStudent>())
  for (const student of students) loadedById.current.set(student._id, student)

  /** Those that are ticked, also where another sort has not loaded them again yet. */
  const listSelected = (ids: ReadonlySet<string>) =>
    [...ids].flatMap((id) => loadedById.current.get(id) ?? [])
  return { ...query, students, listSelected }
}

type ListedStudent = ReturnType<typeof useInfiniteList<typeof listStudents>>['rows'][number]

export type { ListedStudent }
