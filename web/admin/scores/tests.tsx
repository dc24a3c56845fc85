import { generatePath } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { formatDay } from '../../kit/format.ts'
import { Notice } from '../../kit/notice.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { titled } from '../../kit/title.ts'
import { useTests } from '../exams/use-tests.ts'

export const meta = titled('Results by test')

export default function TestsScreen() {
  const { data, isPending, isError, refetch } = useTests()
  const taken = data?.filter(({ attempts }) => attempts > 0)
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
          {taken?.length === 0 ? (
            <EmptyState
              title="No tests available."
              help="A test stands here as soon as a student has started it."
            />
          ) : (
            <DataTable
              caption="Tests with attempts"
              columns={columns}
              rows={taken ?? []}
              rowKey={({ _id }) => _id}
              waiting={isPending ? 4 : 0}
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
      resultsReleasedAt ? `Released ${formatDay(resultsReleasedAt)}` : 'Not released',
  },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: ({ _id: testId, title }) => (
      <ButtonLink
        to={generatePath(pagePaths.examScores, { testId })}
        size="row"
        aria-label={`View Results of ${title}`}
      >
        View Results
      </ButtonLink>
    ),
  },
]
