import { listStudents } from '#contract/students.ts'
import type { nameSorts } from '#contract/words.ts'
import { usePages } from '../use-pages.ts'

export type StudentSort = (typeof nameSorts)[number]
type Wanted = { readonly search: string; readonly sort: StudentSort }

export function useStudents(wanted: Wanted) {
  const { rows: students, ...query } = usePages(listStudents, wanted)
  return { ...query, students }
}

export type ListedStudent = ReturnType<typeof useStudents>['students'][number]
