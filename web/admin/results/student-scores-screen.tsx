import { generatePath, Link, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { type Attempt, getAnswers, listStudentAttempts } from '#contract/results.ts'
import { attemptSorts } from '#contract/schemas.ts'
import { getStudent } from '#contract/students.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { useCan } from '../../client/use-can.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { DateTime } from '../../ui/breakable-text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatElapsed } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { PrintList } from '../lists/print-list.tsx'
import { useList } from '../lists/use-list.ts'
import { FinishReason, getAnswerSheetLink, isRunning, Score } from './attempts/attempt-cells.tsx'
import { Kpis } from './kpis.tsx'
import { computeStatistics } from './use-exam-attempts.ts'

export const meta = createTitleMeta('Attempts')

const crumbs = [{ to: pagePaths.scoreList, name: 'Results' }]

const attempts = defineList({
  endpoint: listStudentAttempts,
  rowKey: ({ _id }) => _id,
  things: { one: 'attempt', many: 'attempts' },
  caption: 'Attempts',
  paging: { as: 'whole' },
  searchLabel: 'Search by test',
  sorts: { initial: 'newest', values: attemptSorts },
  empty: {
    title: 'No attempts yet',
    help: 'Attempts appear here as soon as the student starts a test.',
  },
  notFound: { title: 'No test found', help: 'Try another title.' },
  failed: 'The attempts could not be loaded.',
  skeletonRows: 4,
})

/** One student’s attempts at all tests, each with a link to its answer sheet. */
export default function StudentScoresScreen() {
  const { studentId = '' } = useParams()
  const student = useEndpointQuery(getStudent, { params: { id: studentId } })
  usePageTitle('Attempts', student.data?.name)
  const canSeeAnswers = useCan(getAnswers)
  const list = useList(attempts, { params: { studentId } })
  const isMissing = [student.error, list.error].some(
    (error) => error instanceof RefusalError && error.status < 500,
  )
  return (
    <>
      <PageHeading
        title={student.data?.name ?? 'Attempts'}
        lead={
          student.data && (
            <Link to={generatePath(pagePaths.student, { id: studentId })}>Student details</Link>
          )
        }
        crumbs={crumbs}
        actions={<PrintList list={list} />}
      />
      {isMissing && <EmptyState title="No student found" />}
      {!isMissing && student.error && (
        <Notice tone="danger" onRetry={() => Promise.all([student.refetch(), list.refetch()])}>
          {attempts.failed}
        </Notice>
      )}
      {!isMissing && !student.error && (
        <>
          {list.rows.length > 0 && <Kpis {...computeStatistics(list.rows)} />}
          <ListCard
            list={list}
            columns={columns.filter(({ key }) => key !== 'action' || canSeeAnswers)}
          />
        </>
      )}
    </>
  )
}

const columns: readonly Column<Attempt>[] = [
  {
    key: 'test',
    head: 'Test',
    as: 'title',
    cell: ({ testId, testTitle }) => (
      // In less room a title has a word a line: then the table becomes blocks.
      <Link to={generatePath(pagePaths.examScores, { testId })} style={{ minWidth: 160 }}>
        {testTitle}
      </Link>
    ),
  },
  {
    key: 'started',
    head: 'Started At',
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ startTime }) => <DateTime iso={startTime} />,
  },
  {
    key: 'taken',
    head: 'Time taken',
    oneLine: true,
    cell: ({ startTime, endTime }) => (endTime ? formatElapsed(startTime, endTime) : <EmptyCell />),
  },
  { key: 'reason', head: 'Finish reason', cell: (attempt) => <FinishReason attempt={attempt} /> },
  {
    key: 'score',
    head: 'Score',
    sorts: { ascending: 'score-asc', descending: 'score-desc' },
    cell: (attempt) => <Score attempt={attempt} />,
  },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: (attempt) => <ViewAnswers attempt={attempt} />,
  },
]

function ViewAnswers({ attempt }: { attempt: Attempt }) {
  const name = `View Answers to ${attempt.testTitle}`
  return isRunning(attempt) ? (
    <Button size="row" disabled aria-label={name}>
      View Answers
    </Button>
  ) : (
    <ButtonLink to={getAnswerSheetLink(attempt)} size="row" aria-label={name}>
      View Answers
    </ButtonLink>
  )
}
