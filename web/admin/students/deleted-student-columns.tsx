import type { ReplyOf } from '#contract/endpoint.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import type { listDeletedStudents } from '#contract/students.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format-time.ts'
import { StudentName } from './student-name.tsx'

export type DeletedStudent = ReplyOf<typeof listDeletedStudents>[number]

export const deletedColumns: readonly Column<DeletedStudent>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: (student) => <StudentName {...student}>{student.name}</StudentName>,
  },
  { key: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  {
    key: 'course',
    head: 'Course',
    cell: ({ course, otherCourse }) => otherCourse ?? labelOf(courseLabels, course),
  },
  {
    key: 'deleted',
    head: 'Deleted',
    oneLine: true,
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ deletedAt }) => formatDateTime(deletedAt),
  },
  {
    key: 'erased',
    head: 'Erased for good',
    oneLine: true,
    cell: ({ erasedAt }) => formatDate(erasedAt),
  },
]
