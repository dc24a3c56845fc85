import { IconLockOpen } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { TimeToResume } from './exam-table.tsx'
import css from './reopened-notice.module.css'

type ReopenedNoticeProps = {
  /** A test whose attempt was reopened and waits for this student. */
  readonly exam: StudentExam
  readonly readAt: number
  readonly isStarting: boolean
  readonly onResume: () => void
}

export function ReopenedNotice({ exam, readAt, isStarting, onResume }: ReopenedNoticeProps) {
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
          latest at {formatTime(Date.parse(resumesBy))}.
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
