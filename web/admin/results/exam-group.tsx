import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { formatPercentage, pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { type Attempt, type AttemptsByExam, listExamAttempts } from '#contract/results.ts'
import { getStudent } from '#contract/students.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { IfCan } from '../../client/use-can.tsx'
import { DateTime } from '../../ui/breakable-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ListTable } from '../lists/list-card.tsx'
import { defineList, type ListFilter } from '../lists/list-description.ts'
import { ListPaging } from '../lists/list-paging.tsx'
import { useList } from '../lists/use-list.ts'
import { Score, Status, StudentName } from './attempts/attempt-cells.tsx'
import css from './exam-group.module.css'
import { FiguresNote } from './figures-note.tsx'

type ExamGroupProps = {
  readonly group: AttemptsByExam
  readonly filters: readonly ListFilter[]
  readonly isFirst: boolean
}

/** Loads the attempts when the group is opened: a test may have thousands. */
export function ExamGroup({ group, filters, isFirst }: ExamGroupProps) {
  const [isOpen, setOpen] = useState(isFirst)
  const { testId: examId, testTitle, attempts, average } = group
  return (
    <details
      className={css.group}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
        <h2>{testTitle}</h2>
        <span>{pluralize(attempts, 'attempt')}</span>
        {average !== null && (
          <span className={css.average}>
            Average <b>{formatPercentage(average)}</b>
          </span>
        )}
      </summary>
      {isOpen && (
        <>
          <p className={css.link}>
            <Link to={generatePath(pagePaths.examScores, { testId: examId })}>
              All scores<span className="visually-hidden"> of {testTitle}</span>
            </Link>
          </p>
          <div className={css.note}>
            <FiguresNote counting={group.counting} />
          </div>
          <Attempts examId={examId} title={testTitle} filters={filters} />
        </>
      )}
    </details>
  )
}

export const attempts = defineList({
  endpoint: listExamAttempts,
  rowKey: ({ _id }) => _id,
  things: { one: 'attempt', many: 'attempts' },
  caption: 'Attempts',
  paging: { as: 'scroll', size: 10, isQuiet: true },
  empty: { title: 'No attempts yet', help: '' },
  notFound: { title: 'No attempts found', help: '' },
  failed: 'The attempts could not be loaded.',
  skeletonRows: 3,
})

type AttemptsProps = Pick<ExamGroupProps, 'filters'> & {
  readonly examId: string
  readonly title: string
}

/** The search and the batch in the address narrow the groups and the attempts in each. */
function Attempts({ examId, title, filters }: AttemptsProps) {
  const list = useList(
    { ...attempts, caption: `Attempts at ${title}`, filters },
    { params: { testId: examId } },
  )
  return (
    <>
      <ListTable list={list} columns={columns} />
      <div className={css.paging}>
        <ListPaging list={list} />
      </div>
    </>
  )
}

export const columns: readonly Column<Attempt>[] = [
  {
    key: 'student',
    head: 'Student',
    as: 'title',
    cell: (attempt) => <StudentName attempt={attempt} />,
  },
  {
    key: 'started',
    head: 'Started At',
    cell: ({ startTime }) => <DateTime iso={startTime} />,
  },
  { key: 'status', head: 'Status', cell: (attempt) => <Status attempt={attempt} /> },
  { key: 'score', head: 'Score', cell: (attempt) => <Score attempt={attempt} /> },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: (attempt) => (
      <IfCan call={getStudent}>
        <ViewDetails attempt={attempt} />
      </IfCan>
    ),
  },
]

/** Leads to all attempts of the student, including this one. */
function ViewDetails({ attempt }: { attempt: Attempt }) {
  const { studentId } = attempt
  return (
    <ButtonLink
      to={generatePath(pagePaths.score, { studentId })}
      size="row"
      aria-label={`View Details of ${toStudentLabel(attempt)}`}
    >
      View Details
    </ButtonLink>
  )
}
