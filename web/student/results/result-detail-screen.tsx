import { useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { getOwnResult } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { AnswerSheet } from '../../questions/answer-sheet/answer-sheet.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import css from './result-detail-screen.module.css'
import { ResultSummary, ResultSummarySkeleton } from './result-summary.tsx'

export const meta = createTitleMeta('Result details')

export default function ResultDetailScreen() {
  const { quizAttemptId: attemptId = '' } = useParams()
  const {
    data: result,
    isPending,
    error,
    refetch,
  } = useEndpointQuery(getOwnResult, {
    params: { attemptId },
  })
  return (
    <div className={css.page}>
      <PageHeading
        title={result?.testTitle ?? 'Result details'}
        crumbs={[
          { to: pagePaths.studentPanel, name: 'Student panel' },
          { to: pagePaths.results, name: 'Result' },
        ]}
      />
      {isPending && <ResultSummarySkeleton />}
      {error && <Failure error={error} onRetry={refetch} />}
      {result && !error && (
        <>
          <ResultSummary result={result} />
          <AnswerSheet responses={result.responses} reader="student" />
        </>
      )}
    </div>
  )
}

/** Trying again helps neither against "not yet" nor against "not there". */
function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof RefusalError ? error.code : undefined
  if (code === 'results-not-released') {
    return <Notice tone="warn">Results not yet released for this test.</Notice>
  }
  if (code === 'attempt-not-found') return <Notice tone="danger">Quiz attempt not found.</Notice>
  return (
    <Notice tone="danger" onRetry={onRetry}>
      Failed to load result details. Please try again.
    </Notice>
  )
}
