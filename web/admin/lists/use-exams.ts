import { useQuery } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import { type Exam, listExams } from '#contract/exams.ts'
import { buildSearchKey, matchesSearch } from '#core/text.ts'
import { site } from '#site'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import type { ListState } from './list-description.ts'

type StaffExamList = Omit<typeof listExams, 'reply'> & { readonly reply: ZodType<Exam[]> }

/** As staff are answered; the same call answers students in another shape. */
export const listStaffExams = listExams as StaffExamList

/** The settings that lists of tests share; they are in memory as a whole. */
export const examListing = {
  things: { one: 'test', many: 'tests' },
  paging: { as: 'scroll', size: 20 },
  searchLabel: 'Search by title',
  sorts: {
    initial: 'newest',
    values: ['newest', 'oldest', 'name-asc', 'name-desc'],
    labels: {
      newest: 'Newest',
      oldest: 'Oldest',
      'name-asc': 'Title A-Z',
      'name-desc': 'Title Z-A',
    },
  },
  notFound: { title: 'No tests found.', help: 'Try another title.' },
} as const

/** Rows that come newest first, searched and sorted as the list says. */
export function arrangeByTitle<Row>(
  rows: readonly Row[],
  { search, sort }: Pick<ListState, 'search' | 'sort'>,
  getTitle: (row: Row) => string,
): readonly Row[] {
  const found = rows.filter((row) => matchesSearch(search, [getTitle(row)]))
  if (sort === 'oldest') return found.toReversed()
  if (sort !== 'name-asc' && sort !== 'name-desc') return found
  const keyed = found.map((row) => ({ row, key: buildSearchKey(getTitle(row)) }))
  const sign = sort === 'name-desc' ? -1 : 1
  return keyed
    .toSorted((one, other) => sign * compareTitles.compare(one.key, other.key))
    .map(({ row }) => row)
}

/** "Week 2" stands before "Week 10". */
const compareTitles = new Intl.Collator(site.locale, { numeric: true })

/** Newest first, and refetched at each visit, since students start tests all the time. */
export function useExams() {
  return useQuery({
    ...endpointQuery(listStaffExams),
    enabled: useCan(listExams),
    refetchOnMount: 'always',
  })
}
