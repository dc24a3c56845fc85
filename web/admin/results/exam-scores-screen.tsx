import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime, formatMinutes } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useExams } from '../lists/use-exams.ts'
import { RunningAttempts } from './attempts/running-attempts.tsx'
import { Kpis } from './kpis.tsx'
import { ReleaseButton } from './release-button.tsx'
import { ReleaseProgress } from './release-progress.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { ScoreDistribution } from './score-distribution.tsx'
import { ScoresTable } from './scores-table.tsx'
import { UnreleaseButton } from './unrelease-button.tsx'
import { useExamAttempts } from './use-exam-attempts.ts'
import { useRelease } from './use-release.ts'
import { ResultViews, useResultView } from './views.tsx'

export const meta = createTitleMeta('Scores')

const crumbs = [
  { to: pagePaths.scoreList, name: 'Results' },
  { to: pagePaths.examsWithAttempts, name: 'Results by test' },
]

const ItemList = lazy(async () => {
  const { ItemList } = await import('./item-analysis/item-list.tsx')
  return { default: ItemList }
})

export default function ExamScoresScreen() {
  const { testId: examId = '' } = useParams()
  const exams = useExams()
  const attempts = useExamAttempts(examId)
  const release = useRelease(examId)
  const view = useResultView()
  const exam = exams.data?.find(({ _id }) => _id === examId)
  const error = exams.error ?? attempts.error
  const { rows = [], statistics } = attempts

  return (
    <>
      <PageHeading
        title={exam?.title ?? 'Scores'}
        lead={exam && describeExam(exam)}
        crumbs={crumbs}
        actions={
          rows.length > 0 && (
            <>
              {exam?.resultsReleasedAt && <UnreleaseButton {...release} />}
              <ReleaseButton {...release} running={statistics?.running ?? 0} />
            </>
          )
        }
      />
      {error && isMissing(error) && <Notice tone="danger">Test not found</Notice>}
      {error && !isMissing(error) && (
        <Notice tone="danger" onRetry={() => Promise.all([exams.refetch(), attempts.refetch()])}>
          The scores could not be loaded.
        </Notice>
      )}
      {attempts.isPending && <ResultsSkeleton />}
      {attempts.rows?.length === 0 && (
        <Card>
          <EmptyState
            title="No students attempted this test."
            help="Scores stand here as soon as a student has started it."
          />
        </Card>
      )}
      {rows.length > 0 && statistics && (
        <>
          <ReleaseProgress {...release} />
          <RunningAttempts examId={examId} attempts={rows} />
          <Kpis {...statistics} />
          {statistics.percentages.length > 0 && (
            <ScoreDistribution percentages={statistics.percentages} />
          )}
          <ResultViews view={view} />
          {view === 'students' ? (
            <ScoresTable examId={examId} attempts={rows} isComplete={attempts.isComplete} />
          ) : (
            <Suspense fallback={<ResultsSkeleton />}>
              <ItemList examId={examId} />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}

function describeExam({ numQuestions, duration, resultsReleasedAt }: Exam) {
  const result = resultsReleasedAt
    ? `Result released ${formatDateTime(resultsReleasedAt)}.`
    : 'Result not released yet.'
  return `${pluralize(numQuestions, 'question')}, ${formatMinutes(duration)}. ${result}`
}

function isMissing(error: Error) {
  return error instanceof RefusalError && (error.status === 404 || error.status === 400)
}
