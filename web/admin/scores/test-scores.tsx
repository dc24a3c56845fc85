import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime, formatMinutes } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { counted } from '../counted.ts'
import { RunningAttempts } from '../exam-room/running-attempts.tsx'
import { useTests } from '../exams/use-tests.ts'
import { Distribution } from './distribution.tsx'
import { Kpis } from './kpis.tsx'
import { ReleaseButton } from './release-button.tsx'
import { ReleaseProgress } from './release-progress.tsx'
import { ScoresTable } from './scores-table.tsx'
import { TakeBack } from './take-back.tsx'
import { useTestAttempts } from './use-attempts.ts'
import { useRelease } from './use-release.ts'
import { useView, Views } from './views.tsx'
import { WaitingScores } from './waiting-scores.tsx'

export const meta = createTitleMeta('Scores')

const crumbs = [
  { to: pagePaths.scoreList, name: 'Results' },
  { to: pagePaths.examsWithAttempts, name: 'Results by test' },
]

const ItemList = lazy(async () => {
  const { ItemList } = await import('./questions/item-list.tsx')
  return { default: ItemList }
})

export default function TestScoresScreen() {
  const { testId = '' } = useParams()
  const tests = useTests()
  const attempts = useTestAttempts(testId)
  const release = useRelease(testId)
  const view = useView()
  const test = tests.data?.find(({ _id }) => _id === testId)
  const fault = tests.error ?? attempts.error
  const { rows = [], figures } = attempts

  return (
    <>
      <PageHeading
        title={test?.title ?? 'Scores'}
        lead={test && leadOf(test)}
        crumbs={crumbs}
        actions={
          rows.length > 0 && (
            <>
              {test?.resultsReleasedAt && <TakeBack {...release} />}
              <ReleaseButton {...release} running={figures?.running ?? 0} />
            </>
          )
        }
      />
      {fault && isMissing(fault) && <Notice tone="danger">Test not found</Notice>}
      {fault && !isMissing(fault) && (
        <Notice tone="danger" onRetry={() => Promise.all([tests.refetch(), attempts.refetch()])}>
          The scores could not be loaded.
        </Notice>
      )}
      {attempts.isPending && <WaitingScores />}
      {attempts.rows?.length === 0 && (
        <Card>
          <EmptyState
            title="No students attempted this test."
            help="Scores stand here as soon as a student has started it."
          />
        </Card>
      )}
      {rows.length > 0 && figures && (
        <>
          <ReleaseProgress {...release} />
          <RunningAttempts testId={testId} attempts={rows} />
          <Kpis {...figures} />
          {figures.percentages.length > 0 && <Distribution percentages={figures.percentages} />}
          <Views view={view} />
          {view === 'students' ? (
            <ScoresTable attempts={rows} isWhole={attempts.isWhole} />
          ) : (
            <Suspense fallback={<WaitingScores />}>
              <ItemList testId={testId} />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}

function leadOf({ numQuestions, duration, resultsReleasedAt }: Exam) {
  const result = resultsReleasedAt
    ? `Result released ${formatDateTime(resultsReleasedAt)}.`
    : 'Result not released yet.'
  return `${counted(numQuestions, 'question')}, ${formatMinutes(duration)}. ${result}`
}

function isMissing(fault: Error) {
  return fault instanceof RefusalError && (fault.status === 404 || fault.status === 400)
}
