import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { attemptColumns } from './attempt-columns.tsx'
import css from './result-list-screen.module.css'

export const meta = createTitleMeta('Result')

export default function ResultListScreen() {
  const { data: attempts, isPending, isError, refetch } = useEndpointQuery(listOwnAttempts)
  const hasNoReleasedResults = attempts?.every(({ resultReleased }) => !resultReleased)
  const hasRows = isPending || (attempts?.length ?? 0) > 0
  return (
    <>
      <PageHeading
        title="Result"
        crumbs={[{ to: pagePaths.studentPanel, name: 'Student panel' }]}
      />
      {isError && (
        <Notice tone="danger" onRetry={() => refetch()}>
          Failed to load quiz results. Please try again.
        </Notice>
      )}
      {hasNoReleasedResults && (
        <Card className={css.empty}>
          <EmptyState
            title="No Released Results"
            help="Your score appears here when your trainer releases it."
          />
        </Card>
      )}
      {hasRows && (
        <>
          <Card className={css.list}>
            <DataTable
              caption="Your tests"
              columns={attemptColumns}
              rows={attempts ?? []}
              rowKey={({ _id }) => _id}
              skeletonRows={isPending ? 4 : 0}
            />
          </Card>
          <p className={css.hint}>
            Details open when a test is completed and its result has been released.
          </p>
        </>
      )}
    </>
  )
}
