import { generatePath } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { useExams } from '../lists/use-exams.ts'

export const meta = createTitleMeta('Results by test')

export default function ResultsByExamScreen() {
  const exams = useExams()
  return (
    <>
      <PageHeading
        title="Results by test"
        crumbs={[{ to: pagePaths.scoreList, name: 'Results' }]}
      />
      <TableCard
        query={{ ...exams, data: exams.data?.filter(({ attempts }) => attempts > 0) }}
        caption="Tests with attempts"
        columns={columns}
        rowKey={({ _id }) => _id}
        skeletonRows={4}
        failed="Failed to fetch tests"
        empty={{
          title: 'No tests available.',
          help: 'A test appears here as soon as a student starts it.',
        }}
      />
    </>
  )
}

const columns: readonly Column<Exam>[] = [
  { key: 'title', head: 'Title', as: 'title', cell: ({ title }) => title },
  { key: 'attempts', head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { key: 'questions', head: 'Questions', align: 'right', cell: ({ numQuestions }) => numQuestions },
  {
    key: 'released',
    head: 'Result',
    cell: ({ resultsReleasedAt }) =>
      resultsReleasedAt ? `Released ${formatDate(resultsReleasedAt)}` : 'Not released',
  },
  {
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
  },
]
