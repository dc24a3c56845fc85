import { IconLockOpen, IconPlayerPause } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/countdown-timer.tsx'
import { formatTime } from '../../ui/format-time.ts'
import css from './attempt-notice.module.css'
import { isPaused, TimeToResume } from './exam-table.tsx'

type AttemptNoticeProps = {
  /** A test whose attempt is paused, or was reopened and waits for this student. */
  readonly exam: StudentExam
  /** The reason that was given for opening it again. */
  readonly why: string | undefined
  readonly readAt: number
  readonly isStarting: boolean
  readonly onResume: () => void
}

export function AttemptNotice(props: AttemptNoticeProps) {
  return isPaused(props.exam) ? <PausedNotice {...props} /> : <ReopenedNotice {...props} />
}

/** The quiz is under its cover until the pause ends, so nothing can be resumed yet. */
function PausedNotice({ exam: { title, attempt }, isStarting, onResume }: AttemptNoticeProps) {
  if (!attempt) return null
  return (
    <section className={css.notice} aria-label={`${title} is paused`}>
      <span className={css.icon}>
        <IconPlayerPause size={24} stroke={1.75} aria-hidden="true" />
      </span>
      <div>
        <h2>Paused by the institute. Your time stands still.</h2>
        <p>
          <b dir="auto">{title}.</b> {formatClock(attempt.secondsLeft)} left.{' '}
          {attempt.waiting
            ? 'You can resume your quiz when the pause ends.'
            : 'Your quiz goes on by itself when the pause ends: open it again to be there.'}
        </p>
      </div>
      <Button tone="primary" busy={isStarting} onClick={onResume}>
        Back to the quiz
      </Button>
    </section>
  )
}

function ReopenedNotice({ exam, why, readAt, isStarting, onResume }: AttemptNoticeProps) {
  const { attempt, title } = exam
  if (!attempt?.waiting) return null
  const { resumesBy, answered } = attempt.waiting
  return (
    <section className={css.notice} aria-label={`${title} is open again`}>
      <span className={css.icon}>
        <IconLockOpen size={24} stroke={1.75} aria-hidden="true" />
      </span>
      <div>
        <h2>Your trainer has opened your quiz again.</h2>
        <p>
          <b>{title}.</b> {describeAnswers(answered)} The clock starts when you press Resume, at the
          latest at {formatTime(Date.parse(resumesBy))}.{why && ` Reason: ${why}`}
        </p>
      </div>
      <Button tone="primary" busy={isStarting} onClick={onResume}>
        <TimeToResume attempt={attempt} readAt={readAt} />
      </Button>
    </section>
  )
}

function describeAnswers(answered: number): string {
  if (answered === 0) return ''
  return `Your ${pluralize(answered, 'saved answer')} ${answered === 1 ? 'is' : 'are'} still there.`
}
