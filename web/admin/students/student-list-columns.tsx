import { generatePath, Link } from 'react-router'
import type { RowOf } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import type { nameSorts } from '#contract/schemas.ts'
import type { listStudents } from '#contract/students.ts'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { PersonCell } from '../lists/person-cell.tsx'

/** The sorts of each list of students, with their names in the select. */
export const sortLabels = {
  'name-asc': 'Name A-Z',
  'name-desc': 'Name Z-A',
  oldest: 'Oldest',
  newest: 'Newest',
} as const satisfies Record<(typeof nameSorts)[number], string>

type ListedStudent = {
  readonly phone: string
  readonly course: string
  readonly otherCourse?: string | undefined
}

const phoneColumn: Column<ListedStudent> = {
  key: 'phone',
  head: 'Phone',
  oneLine: true,
  cell: ({ phone }) => phone || <EmptyCell />,
}

const courseColumn: Column<ListedStudent> = {
  key: 'course',
  head: 'Course',
  cell: ({ course, otherCourse }) => otherCourse ?? labelOf(courseLabels, course),
}

export const contactColumns = [phoneColumn, courseColumn]

type ListedRow = RowOf<typeof listStudents>

/** In a narrow table the day of registration is below the phone, and the batches below the course. */
export const studentColumns: readonly Column<ListedRow>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: (student) => (
      <PersonCell {...student}>
        <Link to={generatePath(pagePaths.student, { id: student._id })}>{student.name}</Link>
      </PersonCell>
    ),
  },
  {
    ...phoneColumn,
    cell: (student) => (
      <>
        {phoneColumn.cell(student)}
        <small data-merged>Registered {formatDate(student.createdAt)}</small>
      </>
    ),
  },
  {
    ...courseColumn,
    cell: (student) => (
      <>
        {courseColumn.cell(student)}
        {student.batches && <small data-merged>{student.batches.join(', ')}</small>}
      </>
    ),
  },
  {
    key: 'registered',
    head: 'Registered',
    oneLine: true,
    yields: true,
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ createdAt }) => formatDate(createdAt),
  },
]

export const feesColumn: Column<ListedRow> = {
  key: 'fees',
  head: 'Fees',
  align: 'right',
  oneLine: true,
  cell: ({ fees }) => (fees == null ? <EmptyCell /> : formatMoney(fees)),
}
