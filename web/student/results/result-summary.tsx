import type { ReplyOf } from '#contract/endpoint.ts'
import { formatDuration, formatInstant } from '#contract/format.ts'
import type { getOwnResult } from '#contract/results.ts'
import { bandMessages, getScoreBand } from '#core/grading/grade.ts'
import { isAnswered } from '../../questions/kinds.ts'
import { ScoreRing } from '../../questions/score-ring.tsx'
import { Card } from '../../ui/card.tsx'
import { formatMinutes } from '../../ui/format-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './result-summary.module.css'

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
        <ResultFacts result={result} />
      </div>
    </Card>
  )
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
      <dd>{endTime ? formatDuration(Date.parse(endTime) - startedAt) : '—'}</dd>
      <dt>Status</dt>
      <dd>{isForced ? `${status}: ${finishReason}` : status}</dd>
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
