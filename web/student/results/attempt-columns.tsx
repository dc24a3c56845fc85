import { IconCheck, IconCircleHalf2 } from '@tabler/icons-react'
import { generatePath } from 'react-router'
import { formatInstant } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Attempt } from '#contract/results.ts'
import { bandMessages, getScoreBand } from '#core/grading/grade.ts'
import { ScoreBadge } from '../../questions/score-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatMinutes } from '../../ui/format-time.ts'
import css from './result-list-screen.module.css'

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
    oneLine: true,
    cell: ({ startTime }) => formatInstant(Date.parse(startTime)),
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  { key: 'score', head: 'Score', cell: (attempt) => <Score attempt={attempt} /> },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: (attempt) => <Details attempt={attempt} />,
  },
]

function Status({ status }: Pick<Attempt, 'status'>) {
  return status === 'Completed' ? (
    <Badge icon={<IconCheck aria-hidden="true" />}>Completed</Badge>
  ) : (
    <Badge tone="primary" icon={<IconCircleHalf2 aria-hidden="true" />}>
      In progress
    </Badge>
  )
}

function Score({ attempt: { status, percentage, resultReleased } }: { attempt: Attempt }) {
  if (percentage !== null && resultReleased) {
    return (
      <span className={css.score}>
        <ScoreBadge percentage={percentage} />
        <small>{bandMessages[getScoreBand(percentage)]}</small>
      </span>
    )
  }
  if (status === 'Completed') return <span className={css.none}>Not released</span>
  return (
    <span className={css.none}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">No score yet</span>
    </span>
  )
}

function Details({ attempt: { _id, status, testTitle } }: { attempt: Attempt }) {
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
  return (
    <ButtonLink size="row" to={generatePath(pagePaths.resultDetail, { quizAttemptId: _id })}>
      {label}
    </ButtonLink>
  )
}
