import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClockExclamation,
  IconPlayerPause,
  IconProgress,
} from '@tabler/icons-react'
import { createSearchParams, generatePath } from 'react-router'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Attempt } from '#contract/results.ts'
import { useAttemptSecondsLeft } from '../../../client/use-seconds-left.ts'
import { describeCounting } from '../../../questions/describe-counting.ts'
import { ScoreBadge } from '../../../questions/score-badge.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatClock } from '../../../ui/countdown-timer.tsx'
import { EmptyCell } from '../../../ui/empty-cell.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { PersonName } from '../../lists/person-name.tsx'
import css from './attempt-cells.module.css'

type StudentNameProps = { readonly attempt: Pick<Attempt, 'studentName' | 'studentIdentifier'> }

export function StudentName({ attempt }: StudentNameProps) {
  const { studentName: name, studentIdentifier: identifier } = attempt
  return (
    <span className={css.student}>
      <Avatar name={name} />
      <PersonName identifier={identifier}>
        <span>{name}</span>
      </PersonName>
    </span>
  )
}

export function Score({ attempt }: { attempt: Attempt }) {
  const { score, percentage, totalQuestions, counting } = attempt
  if (score === null || percentage === null)
    return (
      <span className={css.muted}>
        <EmptyCell meaning="No score" />
      </span>
    )
  return (
    <>
      <span className={css.score}>
        <ScoreBadge percentage={percentage} />
        <small>
          {score} of {totalQuestions}
        </small>
      </span>
      {counting && <small className={css.counting}>{describeCounting(counting)}</small>}
    </>
  )
}

/** Neither the student nor the clock ended it. */
function isForced(reason: string) {
  return reason !== 'Completed' && reason !== 'Time expired'
}

export function FinishReason({ attempt }: { attempt: Attempt }) {
  const { lateAnswers } = attempt
  if (!lateAnswers) return <Reason attempt={attempt} />
  return (
    <span className={css.late}>
      <Reason attempt={attempt} />
      <Badge tone="warn" icon={<IconClockExclamation aria-hidden="true" />}>
        {pluralize(lateAnswers, 'late answer')}
      </Badge>
    </span>
  )
}

function Reason({ attempt }: { attempt: Attempt }) {
  const { finishReason, isVoid } = attempt
  if (isVoid) return <Void />
  if (finishReason === null) return <Running attempt={attempt} />
  if (!isForced(finishReason)) return <span className={css.muted}>{finishReason}</span>
  return (
    <span className={css.forced}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
      {finishReason}
    </span>
  )
}

export function Status({ attempt }: { attempt: Attempt }) {
  const { finishReason, isVoid } = attempt
  if (isVoid) return <Void />
  if (finishReason === null) return <Running attempt={attempt} />
  return isForced(finishReason) ? (
    <Badge tone="warn" icon={<IconAlertTriangle aria-hidden="true" />}>
      {finishReason}
    </Badge>
  ) : (
    <Badge icon={<IconCheck aria-hidden="true" />}>{finishReason}</Badge>
  )
}

function Void() {
  return (
    <Badge tone="bad" icon={<IconBan aria-hidden="true" />}>
      Void, not counted
    </Badge>
  )
}

function Running({ attempt: { paused } }: { attempt: Attempt }) {
  return paused ? (
    <Badge tone="primary" icon={<IconPlayerPause aria-hidden="true" />}>
      Paused
    </Badge>
  ) : (
    <Badge tone="primary" icon={<IconProgress aria-hidden="true" />}>
      In progress
    </Badge>
  )
}

const lowSeconds = 300

/** Counts down from what the server said was left, since the device's clock may be wrong. */
export function TimeLeft({ attempt, hasSuffix }: { attempt: Attempt; hasSuffix?: boolean }) {
  const { resumesBy, paused } = attempt
  const secondsLeft = attempt.secondsLeft ?? 0
  const left = useAttemptSecondsLeft({ secondsLeft, resumesBy, paused, readAt: attempt })
  if (left === 0 && !paused) return <span className={css.left}>Time is over</span>
  const waitsUntil = !paused && left === secondsLeft ? resumesBy : undefined
  const isStill = paused || waitsUntil !== undefined
  return (
    <>
      <span className={css.left} data-low={(!isStill && left <= lowSeconds) || undefined}>
        {formatClock(left)}
        {hasSuffix && ' left'}
      </span>
      {paused && <small className={css.waiting}>Paused, stands still</small>}
      {waitsUntil && <small className={css.waiting}>{describeWaiting(waitsUntil)}</small>}
    </>
  )
}

/** Reopened, starts at Resume, at the latest 10:42 am */
export function describeWaiting(resumesBy: string): string {
  return `Reopened, starts at Resume, at the latest ${formatTime(Date.parse(resumesBy))}`
}

export function isRunning({ endTime }: Attempt): boolean {
  return endTime === null
}

export function getAnswerSheetLink({ testId, studentId, _id }: Attempt) {
  const pathname = generatePath(pagePaths.studentAnswers, { testId, studentId })
  return { pathname, search: createSearchParams({ attempt: _id }).toString() }
}
