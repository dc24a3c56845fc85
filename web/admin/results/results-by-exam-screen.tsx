import { generatePath } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useExams } from '../lists/use-exams.ts'

export const meta = createTitleMeta('Results by test')

export default function ResultsByExamScreen() {
  const { data, isPending, isError, refetch } = useExams()
  const attemptedExams = data?.filter(({ attempts }) => attempts > 0)
  return (
    <>
      <PageHeading
        title="Results by test"
        crumbs={[{ to: pagePaths.scoreList, name: 'Results' }]}
      />
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          Failed to fetch tests
        </Notice>
      )}
      {!isError && (
        <Card>
          {attemptedExams?.length === 0 ? (
            <EmptyState
              title="No tests available."
              help="A test stands here as soon as a student has started it."
            />
          ) : (
            <DataTable
              caption="Tests with attempts"
              columns={columns}
              rows={attemptedExams ?? []}
              rowKey={({ _id }) => _id}
              skeletonRows={isPending ? 4 : 0}
            />
          )}
        </Card>
      )}
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
