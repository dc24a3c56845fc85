import { IconCheck, IconLockOpen, IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { generatePath } from 'react-router'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useAttemptSecondsLeft } from '../../client/use-seconds-left.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatClock } from '../../ui/countdown-timer.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMinutes } from '../../ui/format-time.ts'

export type ExamTableProps = {
  readonly exams: OwnExams | undefined
  /** When the list came, by the device's clock: what was left then is less now. */
  readonly readAt: number
  readonly startingId: string | undefined
  readonly onStart: (exam: StudentExam) => void
}

export function ExamTable({ exams = [], readAt, startingId, onStart }: ExamTableProps) {
  const columns: readonly Column<StudentExam>[] = [
    { key: 'title', head: 'Test', as: 'title', cell: ({ title }) => title },
    { key: 'questions', head: 'Questions', width: '174px', cell: (exam) => exam.numQuestions },
    {
      key: 'duration',
      head: 'Duration',
      width: '174px',
      cell: ({ duration }) => formatMinutes(duration),
    },
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (exam) => (
        <ExamAction
          exam={exam}
          exams={exams}
          readAt={readAt}
          startingId={startingId}
          onStart={onStart}
        />
      ),
    },
  ]
  return (
    <DataTable
      caption="Tests that are released"
      columns={columns}
      rows={exams}
      rowKey={({ _id }) => _id}
      skeletonRows={readAt === 0 ? 4 : 0}
    />
  )
}

export type ExamActionProps = Omit<ExamTableProps, 'exams'> & {
  readonly exam: StudentExam
  /** All of them: only the first that can be started has a primary button. */
  readonly exams: OwnExams
}

/** The action that a test allows now, or its state where there is none. */
export function ExamAction({ exam, exams, readAt, startingId, onStart }: ExamActionProps) {
  if (isPaused(exam)) return <StateBadge tone="primary" icon={IconPlayerPause} state="Paused" />
  if (isReopened(exam)) return <StateBadge tone="primary" icon={IconLockOpen} state="Open again" />
  if (!exam.canStart) return <TakenState exam={exam} />
  const isTop = exam === exams.find(({ canStart }) => canStart) && !exams.some(hasNotice)
  return (
    <StartButton
      exam={exam}
      readAt={readAt}
      isTop={isTop}
      isStarting={startingId === exam._id}
      onStart={onStart}
    />
  )
}

function TakenState({ exam: { title, attempt } }: { exam: StudentExam }) {
  if (!attempt?.resultReleased) return <StateBadge icon={IconCheck} state="Completed" />
  const result = generatePath(pagePaths.resultDetail, { quizAttemptId: attempt._id })
  return (
    <ButtonLink size="row" to={result}>
      View Details<span className="visually-hidden"> of {title}</span>
    </ButtonLink>
  )
}

type StateBadgeProps = {
  readonly tone?: 'primary'
  readonly icon: typeof IconCheck
  readonly state: string
}

function StateBadge({ tone, icon: Icon, state }: StateBadgeProps) {
  return (
    <span>
      <Badge {...(tone && { tone })} icon={<Icon aria-hidden="true" />}>
        {state}
      </Badge>
    </span>
  )
}

type StartButtonProps = {
  readonly exam: StudentExam
  readonly readAt: number
  readonly isTop: boolean
  readonly isStarting: boolean
  readonly onStart: (exam: StudentExam) => void
}

function StartButton({ exam, readAt, isTop, isStarting, onStart }: StartButtonProps) {
  return (
    <Button
      size="row"
      tone={isTop ? 'primary' : 'default'}
      busy={isStarting}
      onClick={() => onStart(exam)}
    >
      {exam.attempt && isRunning(exam) ? (
        <TimeToResume attempt={exam.attempt} readAt={readAt} />
      ) : (
        <>
          Start<span className="visually-hidden"> {exam.title}</span>
        </>
      )}
    </Button>
  )
}

type TimeToResumeProps = {
  readonly attempt: NonNullable<StudentExam['attempt']>
  readonly readAt: number
}

/** Counts from what the server said was left, since the device's clock may be wrong. */
export function TimeToResume({ attempt, readAt }: TimeToResumeProps) {
  const { secondsLeft, waiting } = attempt
  const left = useAttemptSecondsLeft({ secondsLeft, resumesBy: waiting?.resumesBy, readAt })
  return <span>Resume ({formatClock(left)} left)</span>
}

type OwnExams = readonly StudentExam[]

const runningPollMs = 30_000

/** The exams that are open to this student; while an attempt runs, its end is watched. */
export function useOwnExams() {
  return useQuery({
    ...endpointQuery(listExams),
    select: (reply) => reply as OwnExams,
    refetchInterval: ({ state }) =>
      (state.data as OwnExams | undefined)?.some(isRunning) ? runningPollMs : false,
  })
}

export function isRunning({ attempt }: StudentExam): boolean {
  return attempt?.status === 'In progress'
}

/** By the trainer, and not resumed yet. */
export function isReopened({ attempt }: StudentExam): boolean {
  return attempt?.waiting !== undefined && !attempt.paused
}

export function isPaused({ attempt }: StudentExam): boolean {
  return attempt?.paused === true
}

/** Its button is in a notice above the tests. */
export function hasNotice(exam: StudentExam): boolean {
  return isReopened(exam) || isPaused(exam)
}
