import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { Card } from '../../kit/card.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Notice } from '../../kit/notice.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { titled } from '../../kit/title.ts'
import { useAsk } from '../../query.ts'
import { attemptColumns } from './attempt-columns.tsx'
import css from './result-list.module.css'

export const meta = titled('Result')

export default function ResultListScreen() {
  const { data: attempts, isPending, isError, refetch } = useAsk(listOwnAttempts)
  const nothingReleased = attempts?.every(({ resultReleased }) => !resultReleased)
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
      {nothingReleased && (
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
              waiting={isPending ? 4 : 0}
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
