import { generatePath, Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { StudentName } from './student-name.tsx'
import type { ListedStudent } from './use-students.ts'

export const columns: readonly Column<ListedStudent>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: (student) => (
      <StudentName {...student}>
        <Link to={generatePath(pagePaths.student, { id: student._id })}>{student.name}</Link>
      </StudentName>
    ),
  },
  { key: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  {
    key: 'course',
    head: 'Course',
    cell: ({ course, otherCourse }) => otherCourse ?? labelOf(courseLabels, course),
  },
  {
    key: 'registered',
    head: 'Registered',
    oneLine: true,
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    key: 'fees',
    head: 'Fees',
    align: 'right',
    cell: ({ fees }) => (fees === null ? '—' : formatMoney(fees)),
  },
]
