import { generatePath } from 'react-router'
import { type Exam, listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listAttemptsByExam } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/permissions.tsx'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { useExams } from '../lists/use-exams.ts'

export const meta = createTitleMeta('Results by test')

export default function ResultsByExamScreen() {
  return (
    <>
      <PageHeading
        title="Results by test"
        crumbs={[{ to: pagePaths.scoreList, name: 'Results' }]}
      />
      {useCan(listExams) ? <Exams /> : <AttemptedExams />}
    </>
  )
}

const table = {
  caption: 'Tests with attempts',
  skeletonRows: 4,
  failed: 'Failed to fetch tests',
  empty: {
    title: 'No tests available.',
    help: 'A test appears here as soon as a student starts it.',
  },
} as const

function Exams() {
  const exams = useExams()
  const data = exams.data?.filter(({ attempts }) => attempts > 0)
  return (
    <TableCard
      {...table}
      query={{ ...exams, data }}
      columns={[...columns, ...examColumns, actionColumn]}
      rowKey={({ _id }) => _id}
    />
  )
}

/** For those who see attempts and not the tests themselves. */
function AttemptedExams() {
  const groups = useEndpointQuery(listAttemptsByExam)
  const data = groups.data?.map(({ testId: _id, testTitle: title, attempts }) => {
    return { _id, title, attempts }
  })
  return (
    <TableCard
      {...table}
      query={{ ...groups, data }}
      columns={[...columns, actionColumn]}
      rowKey={({ _id }) => _id}
    />
  )
}

type AttemptedExam = Pick<Exam, '_id' | 'title' | 'attempts'>

const columns: readonly Column<AttemptedExam>[] = [
  { key: 'title', head: 'Title', as: 'title', cell: ({ title }) => title },
  { key: 'attempts', head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
]

const examColumns: readonly Column<Exam>[] = [
  { key: 'questions', head: 'Questions', align: 'right', cell: ({ numQuestions }) => numQuestions },
  {
    key: 'released',
    head: 'Result',
    cell: ({ resultsReleasedAt }) =>
      resultsReleasedAt ? `Released ${formatDate(resultsReleasedAt)}` : 'Not released',
  },
]

const actionColumn: Column<AttemptedExam> = {
  key: 'action',
  head: 'Action',
  as: 'actions',
  cell: ({ _id: examId, title }) => (
    <ButtonLink
      to={generatePath(pagePaths.examScores, { testId: examId })}
      size="row"
      aria-label={`View Results of ${title}`}
    >
      View Results
    </ButtonLink>
  ),
}
