import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { attemptColumns } from './attempt-columns.tsx'
import css from './result-list-screen.module.css'

export const meta = createTitleMeta('Result')

export default function ResultListScreen() {
  const attempts = useEndpointQuery(listOwnAttempts)
  const hasNoReleasedResults = attempts.data?.every(({ resultReleased }) => !resultReleased)
  const hasRows = attempts.isPending || (attempts.data?.length ?? 0) > 0
  return (
    <>
      <PageHeading
        title="Result"
        crumbs={[{ to: pagePaths.studentPanel, name: 'Student panel' }]}
      />
      {hasNoReleasedResults && (
        <Card className={css.empty}>
          <EmptyState
            title="No Released Results"
            help="Your score appears here when your trainer releases it."
          />
        </Card>
      )}
      <TableCard
        query={attempts}
        className={css.list}
        caption="Your tests"
        columns={attemptColumns}
        rowKey={({ _id }) => _id}
        skeletonRows={4}
        failed="Failed to load quiz results. Please try again."
      />
      {hasRows && (
        <p className={css.hint}>
          Details open when a test is completed and its result has been released.
        </p>
      )}
    </>
  )
}
