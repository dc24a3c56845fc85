import { useParams } from 'react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { formatDuration } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { getOwnResult } from '#contract/results.ts'
import { bandMessages, getScoreBand } from '#core/grading/percentage.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { isAnswered } from '../../questions/answer-controls.ts'
import { AnswerSheet } from '../../questions/answer-sheet/answer-sheet.tsx'
import { describeCounting } from '../../questions/describe-counting.ts'
import { ImageSizesContext } from '../../questions/options/zoomable-image.tsx'
import { ScoreRing } from '../../questions/score-badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { formatInstant, formatMinutes } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toReasonLabel } from '../endings/describe-ending.ts'
import css from './result-detail-screen.module.css'
import { WhatNow } from './what-now.tsx'

export const meta = createTitleMeta('Result details')

const answersId = 'answers'

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
  usePageTitle('Result details', result?.testTitle)
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
          <ImageSizesContext value={result.imageSizes}>
            <section id={answersId} tabIndex={-1} aria-label="Your answers" className={css.answers}>
              <AnswerSheet responses={result.responses} reader="student" />
            </section>
          </ImageSizesContext>
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

type Result = ReplyOf<typeof getOwnResult>

export function ResultSummary({ result }: { result: Result }) {
  const percentage = result.percentage ?? 0
  const unanswered = result.responses.filter((response) => !isAnswered(response)).length
  return (
    <Card className={css.summary}>
      <ScoreRing percentage={percentage} />
      <div>
        <h2>{bandMessages[getScoreBand(percentage)]}</h2>
        <p>
          You answered {result.score ?? 0} of {result.totalQuestions} questions correctly.
          {unanswered > 0 && ` ${unanswered} not answered.`}
        </p>
        {result.counting && <p>{describeCounting(result.counting)}.</p>}
        {result.late && <p>{describeLate(result.late)}</p>}
        <ResultFacts result={result} />
      </div>
      <WhatNow nextAttempt={result.nextAttempt} answersId={answersId} />
    </Card>
  )
}

/** The decision about answers that arrived after the end. */
function describeLate({ kept, accepted }: NonNullable<Result['late']>): string {
  const came = kept === 1 ? '1 answer came late.' : `${kept} answers came late.`
  if (accepted === 0) return `${came} ${kept === 1 ? 'It does' : 'They do'} not count.`
  if (accepted === kept) {
    return `${came} Your trainer accepted ${kept === 1 ? 'it: it counts' : 'them: they count'}.`
  }
  return `${came} Your trainer accepted ${accepted} of them.`
}

function ResultFacts({ result }: { result: Result }) {
  const { startTime, endTime, testDuration, status, finishReason } = result
  const startedAt = Date.parse(startTime)
  const isForced = finishReason !== null && finishReason !== 'Completed'
  return (
    <dl className={css.facts}>
      <dt>Started at</dt>
      <dd>{formatInstant(startedAt)}</dd>
      <dt>Time taken</dt>
      <dd>{endTime ? formatDuration(Date.parse(endTime) - startedAt) : <EmptyCell />}</dd>
      <dt>Status</dt>
      <dd>{isForced ? `${status}: ${toReasonLabel(finishReason)}` : status}</dd>
      <dt>Duration</dt>
      <dd>{formatMinutes(testDuration)}</dd>
    </dl>
  )
}

export function ResultSummarySkeleton() {
  return (
    <Card className={css.summary} aria-busy="true">
      <Skeleton width="148px" height="148px" round />
      <div className={css.bones}>
        <Skeleton width="160px" height="24px" />
        <Skeleton width="280px" />
        <Skeleton width="90%" />
        <Skeleton width="90%" />
      </div>
    </Card>
  )
}
