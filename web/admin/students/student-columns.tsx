import { generatePath, Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { screens } from '#contract/screens.ts'
import { Avatar } from '../../kit/avatar.tsx'
import type { Column } from '../../kit/data-table.tsx'
import { formatDay } from '../../kit/format.ts'
import { courseNames, nameOf } from '../../registration-names.ts'
import css from './student-columns.module.css'
import type { ListedStudent } from './use-students.ts'

export const columns: readonly Column<ListedStudent>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: ({ _id: id, name, email }) => (
      <div className={css.name}>
        <Avatar name={name} />
        <div>
          <Link to={generatePath(screens.student, { id })}>{name}</Link>
          <small>{email}</small>
        </div>
      </div>
    ),
  },
  { key: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  {
    key: 'course',
    head: 'Course',
    cell: ({ course, otherCourse }) => otherCourse ?? nameOf(courseNames, course),
  },
  {
    key: 'registered',
    head: 'Registered',
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ createdAt }) => formatDay(createdAt),
  },
  {
    key: 'fees',
    head: 'Fees',
    align: 'right',
    cell: ({ fees }) => (fees === null ? '—' : formatMoney(fees)),
  },
]
