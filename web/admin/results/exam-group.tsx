import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { generatePath } from 'react-router'
import { formatPercentage } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { type Attempt, type AttemptsByExam, listExamAttempts } from '#contract/results.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { LoadMore } from '../lists/load-more.tsx'
import { useInfiniteList } from '../lists/use-infinite-list.ts'
import { Score, Status, StudentName } from './attempts/attempt-cells.tsx'
import css from './exam-group.module.css'

type ExamGroupProps = {
  readonly group: AttemptsByExam
  readonly search: string
  readonly isFirst: boolean
}

/** Its attempts are asked for when it is opened: a test may have thousands. */
export function ExamGroup({ group, search, isFirst }: ExamGroupProps) {
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
      {isOpen && <Attempts examId={examId} title={testTitle} search={search} />}
    </details>
  )
}

type AttemptsProps = { readonly examId: string; readonly title: string; readonly search: string }

function Attempts({ examId, title, search }: AttemptsProps) {
  const query = useInfiniteList(listExamAttempts, { search }, { testId: examId })
  const { rows, total, isPending, isError, isFetchingNextPage, refetch } = query
  if (isError && rows.length === 0) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        The attempts could not be loaded.
      </Notice>
    )
  }
  return (
    <>
      <DataTable
        caption={`Attempts at ${title}`}
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        skeletonRows={isPending ? 3 : isFetchingNextPage ? 1 : 0}
      />
      {total > rows.length && (
        <LoadMore query={query} things="attempts" shown={rows.length} total={total} />
      )}
    </>
  )
}

const columns: readonly Column<Attempt>[] = [
  {
    key: 'student',
    head: 'Student',
    as: 'title',
    cell: ({ studentName }) => <StudentName name={studentName} />,
  },
  {
    key: 'started',
    head: 'Started At',
    oneLine: true,
    cell: ({ startTime }) => formatDateTime(startTime),
  },
  { key: 'status', head: 'Status', cell: (attempt) => <Status attempt={attempt} /> },
  { key: 'score', head: 'Score', cell: (attempt) => <Score attempt={attempt} /> },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: (attempt) => <ViewDetails attempt={attempt} />,
  },
]

/** To all attempts of the student, this one among them. */
function ViewDetails({ attempt: { studentId, studentName } }: { attempt: Attempt }) {
  return (
    <ButtonLink
      to={generatePath(pagePaths.score, { studentId })}
      size="row"
      aria-label={`View Details of ${studentName}`}
    >
      View Details
    </ButtonLink>
  )
}
