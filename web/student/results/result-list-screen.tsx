import { IconCheck, IconCircleHalf2, IconPlayerPause } from '@tabler/icons-react'
import { useRef } from 'react'
import { generatePath } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { type Attempt, listOwnAttempts, type OwnAttempt } from '#contract/results.ts'
import { bandMessages, getScoreBand } from '#core/grading/percentage.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { describeCounting } from '../../questions/describe-counting.ts'
import { ScoreBadge } from '../../questions/score-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/breakable-text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMinutes } from '../../ui/format-time.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { findNoticeOf } from '../endings/describe-notice.ts'
import { NoticeLine } from '../endings/notice-line.tsx'
import { useReloadAfterRecovery } from '../endings/use-reload-after-recovery.ts'
import { describeResultNews } from '../news/describe-news.ts'
import { NewsAnnouncer } from '../news/news-announcer.tsx'
import { useNews } from '../news/use-news.ts'
import { useSteadyPlace } from '../news/use-steady-place.ts'
import css from './result-list-screen.module.css'

export const meta = createTitleMeta('Result')

export default function ResultListScreen() {
  const attempts = useEndpointQuery(listOwnAttempts)
  const area = useRef<HTMLDivElement>(null)
  useNews(!attempts.isPending)
  useReloadAfterRecovery()
  useSteadyPlace(area)
  const hasNoReleasedResults = attempts.data?.every(({ resultReleased }) => !resultReleased)
  const hasRows = attempts.isPending || (attempts.data?.length ?? 0) > 0
  return (
    <div ref={area}>
      <NewsAnnouncer list={attempts.data} describe={describeResultNews} />
      <PageHeading
        title="Result"
        crumbs={[{ to: pagePaths.studentPanel, name: 'Student panel' }]}
      />
      {hasNoReleasedResults && hasRows && (
        <p className={css.none}>
          <b>No Released Results.</b> Your score appears here when your trainer releases it.
        </p>
      )}
      {hasNoReleasedResults && !hasRows && (
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
        below={renderFacts}
        skeletonRows={4}
        failed="Failed to load quiz results. Please try again."
      />
      {hasRows && (
        <p className={css.hint}>
          Details open when a test is completed and its result has been released.
        </p>
      )}
    </div>
  )
}

/** Further facts about an attempt, under its row. */
function renderFacts(attempt: OwnAttempt) {
  const noticed = findNoticeOf(attempt)
  return noticed && <NoticeLine attempt={noticed} />
}

export const attemptColumns: readonly Column<Attempt>[] = [
  {
    key: 'test',
    head: 'Test Details',
    as: 'title',
    cell: ({ testTitle, totalQuestions, testDuration }) => (
      <>
        {testTitle}
        <small>
          {totalQuestions} {totalQuestions === 1 ? 'question' : 'questions'},{' '}
          {formatMinutes(testDuration)}
        </small>
      </>
    ),
  },
  {
    key: 'started',
    head: 'Started At',
    cell: ({ startTime }) => <DateTime iso={startTime} />,
  },
  { key: 'status', head: 'Status', cell: (attempt) => <Status attempt={attempt} /> },
  { key: 'score', head: 'Score', cell: (attempt) => <Score attempt={attempt} /> },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: (attempt) => <Details attempt={attempt} />,
  },
]

function Status({ attempt: { status, paused } }: { attempt: Attempt }) {
  if (status === 'Completed')
    return <Badge icon={<IconCheck aria-hidden="true" />}>Completed</Badge>
  const Icon = paused ? IconPlayerPause : IconCircleHalf2
  return (
    <Badge tone="primary" icon={<Icon aria-hidden="true" />}>
      {paused ? 'Paused' : 'In progress'}
    </Badge>
  )
}

function Score({ attempt }: { attempt: Attempt }) {
  const { status, percentage, resultReleased, isVoid, counting } = attempt
  if (isVoid) return <span className={css.none}>Void, not counted</span>
  if (percentage !== null && resultReleased) {
    return (
      <>
        <span className={css.score}>
          <ScoreBadge percentage={percentage} />
          <small>{bandMessages[getScoreBand(percentage)]}</small>
        </span>
        {counting && <small className={css.counting}>{describeCounting(counting)}</small>}
      </>
    )
  }
  if (status === 'Completed') return <span className={css.none}>Not released</span>
  return (
    <span className={css.none}>
      <EmptyCell meaning="No score yet" />
    </span>
  )
}

/** Nothing to open until the result is released; while the attempt runs that is said by a button. */
function Details({ attempt }: { attempt: Attempt }) {
  const { _id, status, testTitle, resultReleased } = attempt
  const label = (
    <>
      View Details<span className="visually-hidden"> of {testTitle}</span>
    </>
  )
  if (status === 'In progress') {
    return (
      <Button size="row" disabled>
        {label}
      </Button>
    )
  }
  if (!resultReleased) return null
  return (
    <ButtonLink size="row" to={generatePath(pagePaths.resultDetail, { quizAttemptId: _id })}>
      {label}
    </ButtonLink>
  )
}
