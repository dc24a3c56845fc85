import { IconSchool } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { StudentExam } from '#contract/exams.ts'
import { formatDuration } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { NetworkError } from '../../../client/request.ts'
import { describeNoAnswer, useIsOnline } from '../../../client/use-is-online.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatMinutes } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { FullScreenButton } from './full-screen-button.tsx'
import { MoreRules } from './more-rules.tsx'
import { PreflightList } from './preflight-list.tsx'
import css from './start-dialog.module.css'
import { StartRules, startRulesIds } from './start-rules.tsx'
import { useConnection } from './use-connection.ts'

type StartDialogProps = {
  /** The last one that was looked at, also while the dialog closes. */
  readonly exam: StudentExam | undefined
  readonly opened: boolean
  readonly isStarting: boolean
  /** It has left the list since it was opened. */
  readonly isWithdrawn: boolean
  /** Why the last press did not start it. */
  readonly error: Error | null
  readonly onStart: (testId: string) => void
  readonly onClose: () => void
}

/** The last look before the clock runs: what ends this quiz, then the connection and the window. */
export function StartDialog(props: StartDialogProps) {
  const { exam, opened, isStarting, isWithdrawn, error, onStart, onClose } = props
  const { connection, retry } = useConnection(opened, error)
  const isUnreachable = connection.status === 'unreachable'
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={exam?.title ?? ''}
      width={800}
      describedBy={startRulesIds}
      footer={
        <>
          <Problem
            isUnreachable={isUnreachable}
            isWithdrawn={isWithdrawn}
            error={error}
            onRetry={retry}
          />
          <p className={css.clock}>The clock starts when you press Start the quiz.</p>
          <Button onClick={onClose}>Not now</Button>
          <Button
            tone="primary"
            disabled={isUnreachable || isWithdrawn}
            busy={isStarting}
            onClick={() => exam && onStart(exam._id)}
          >
            Start the quiz
          </Button>
        </>
      }
    >
      {exam && (
        <>
          <p className={css.size}>{formatExamSize(exam)}</p>
          <StartRules exam={exam} />
        </>
      )}
      <PreflightList connection={connection} scripts={exam?.scripts} />
      <PreparationCards navigation={exam?.navigation} />
      <MoreRules navigation={exam?.navigation} />
    </Dialog>
  )
}

/** Preparations while there is time: the whole screen, and three questions to try. */
export function PreparationCards({ navigation }: Pick<Partial<StudentExam>, 'navigation'>) {
  return (
    <div className={css.cards}>
      <FullScreenButton />
      <Link
        to={{ pathname: pagePaths.practice, search: navigation && 'paper=free' }}
        className={css.card}
      >
        <IconSchool size={24} stroke={1.75} aria-hidden="true" />
        <span>
          Practice room
          <small>Three questions that count nothing</small>
        </span>
      </Link>
    </div>
  )
}

type ProblemProps = Pick<StartDialogProps, 'isWithdrawn' | 'error'> & {
  readonly isUnreachable: boolean
  readonly onRetry: () => void
}

/** Why the quiz does not start, beside the button that would start it. */
function Problem({ isUnreachable, isWithdrawn, error, onRetry }: ProblemProps) {
  const isOnline = useIsOnline()
  if (isWithdrawn)
    return (
      <Notice tone="danger">
        This test has just been withdrawn, so it cannot be started. Nothing of yours is lost. Ask
        your trainer.
      </Notice>
    )
  if (isUnreachable)
    return (
      <Notice tone="danger" onRetry={onRetry}>
        {describeNoAnswer(isOnline)} The quiz can start as soon as the server answers.
      </Notice>
    )
  if (error instanceof NetworkError)
    return (
      <Notice tone="danger">
        The server could not be reached, so the quiz has not started. Please press Start the quiz
        again.
      </Notice>
    )
  return error && <Notice tone="danger">{error.message}</Notice>
}

/** "20 questions, 30 mins", what extra time makes of it, and how many attempts are left. */
function formatExamSize(exam: StudentExam): string {
  const { numQuestions, duration, ownDurationSeconds, attemptsLeft } = exam
  const questions = numQuestions === 1 ? '1 question' : `${numQuestions} questions`
  const hasExtra = ownDurationSeconds > Math.round(duration * 60)
  const extraTime = hasExtra
    ? `, with your extra time ${formatDuration(ownDurationSeconds * 1000)}`
    : ''
  const size = `${questions}, ${formatMinutes(duration)}${extraTime}`
  return `${size}. ${describeAttemptsLeft(attemptsLeft)}`
}

function describeAttemptsLeft(left: number | null): string {
  if (left === null) return 'You may take this test as often as you like.'
  if (left <= 1) return 'This is your only attempt left.'
  return `You have ${left} attempts left, this one included.`
}
