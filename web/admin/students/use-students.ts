import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listStudents } from '#contract/students.ts'
import type { nameSorts } from '#contract/words.ts'
import { askCounted } from '../../api.ts'
import { keyOf } from '../../query.ts'

export type StudentSort = (typeof nameSorts)[number]
type Wanted = { readonly search: string; readonly sort: StudentSort }

const pageSize = 10

/** Ten at a time; while another search is on its way, what was found before stays. */
export function useStudents(wanted: Wanted) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(listStudents, { query: wanted }), 'pages'],
    queryFn: ({ pageParam: offset, signal }) =>
      askCounted(listStudents, { query: { ...wanted, offset, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, _, offset) =>
      rows.length > 0 && offset + rows.length < total ? offset + rows.length : undefined,
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return {
    ...query,
    // Someone who registers while we scroll shifts the pages: nobody is shown twice.
    students: [...new Map(rows.map((student) => [student._id, student])).values()],
    total: query.data?.pages.at(-1)?.total ?? 0,
  }
}

export type ListedStudent = ReturnType<typeof useStudents>['students'][number]
