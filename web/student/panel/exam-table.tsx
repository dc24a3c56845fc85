import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/countdown.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMinutes } from '../../ui/format-time.ts'

type ExamTableProps = {
  readonly exams: OwnExams | undefined
  /** When the list came, by the device's clock: what was left then is less now. */
  readonly readAt: number
  readonly startingId: string | undefined
  readonly onStart: (exam: StudentExam) => void
}

export function ExamTable({ exams = [], readAt, startingId, onStart }: ExamTableProps) {
  const firstStartable = exams.find(({ canStart }) => canStart)
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
      cell: (exam) =>
        exam.canStart ? (
          <StartButton
            exam={exam}
            readAt={readAt}
            isTop={exam === firstStartable}
            isStarting={startingId === exam._id}
            onStart={onStart}
          />
        ) : (
          <span>
            <Badge icon={<IconCheck aria-hidden="true" />}>Completed</Badge>
          </span>
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
      {isRunning(exam) ? (
        <Resume secondsLeft={exam.attempt?.secondsLeft ?? 0} readAt={readAt} />
      ) : (
        <>
          Start<span className="visually-hidden"> {exam.title}</span>
        </>
      )}
    </Button>
  )
}

/** Counts from what the server said was left, since the device's clock may be wrong. */
function Resume({ secondsLeft, readAt }: { secondsLeft: number; readAt: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each answer
  const endsAt = useMemo(() => getServerTime() + secondsLeft * 1000, [secondsLeft, readAt])
  return <span>Resume ({formatClock(useSecondsLeft(endsAt))} left)</span>
}

type OwnExams = readonly StudentExam[]

const runningPollMs = 30_000

/** What is open to this student; while an attempt runs, its end is watched. */
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
