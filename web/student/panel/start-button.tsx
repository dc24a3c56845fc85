import { useMemo } from 'react'
import type { StudentExam } from '#contract/exams.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/countdown.tsx'
import { isRunning } from './use-own-exams.ts'

type StartButtonProps = {
  readonly exam: StudentExam
  readonly readAt: number
  readonly isTop: boolean
  readonly isStarting: boolean
  readonly onStart: (exam: StudentExam) => void
}

export function StartButton({ exam, readAt, isTop, isStarting, onStart }: StartButtonProps) {
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
