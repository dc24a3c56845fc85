import { IconListCheck } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import { formatDuration } from '#contract/format.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { maxWarnings } from '#core/proctoring/policy.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatMinutes } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PreflightChecks } from './preflight-checks.tsx'
import css from './start-dialog.module.css'
import { useConnection } from './use-connection.ts'

type StartDialogProps = {
  /** The last one that was looked at, also while the dialog closes. */
  readonly exam: StudentExam | undefined
  readonly opened: boolean
  readonly isStarting: boolean
  /** Why the last press did not start it. */
  readonly error: string | undefined
  readonly onStart: (testId: string) => void
  readonly onClose: () => void
}

/** The last look before the clock runs: the connection, the window, and the rules of this test. */
export function StartDialog(props: StartDialogProps) {
  const { exam, opened, isStarting, error, onStart, onClose } = props
  const { connection, retry } = useConnection(opened)
  const isUnreachable = connection.status === 'unreachable'
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={exam?.title ?? ''}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            tone="primary"
            data-autofocus
            disabled={isUnreachable}
            busy={isStarting}
            onClick={() => exam && onStart(exam._id)}
          >
            Start the quiz
          </Button>
        </>
      }
    >
      <p className={css.size}>{exam && formatExamSize(exam)}</p>
      <PreflightChecks connection={connection} />
      <section className={css.rules} aria-labelledby="rules-of-test">
        <h3 id="rules-of-test">
          <IconListCheck size={20} stroke={1.75} aria-hidden="true" />
          The rules of this test
        </h3>
        <ul>
          {(exam ? getExamRules(exam) : []).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
      <p className={css.clock}>
        The clock starts when you press Start the quiz, and does not pause.
      </p>
      {isUnreachable && (
        <Notice tone="danger" onRetry={retry}>
          The server cannot be reached. Check your connection: the quiz can start as soon as it is
          back.
        </Notice>
      )}
      {error && !isUnreachable && <Notice tone="danger">{error}</Notice>}
    </Dialog>
  )
}

/** "20 questions, 30 mins", and what extra time makes of it. */
function formatExamSize({ numQuestions, duration, ownDurationSeconds }: StudentExam): string {
  const questions = numQuestions === 1 ? '1 question' : `${numQuestions} questions`
  const hasExtra = ownDurationSeconds > Math.round(duration * 60)
  const extraTime = hasExtra
    ? `, with your extra time ${formatDuration(ownDurationSeconds * 1000)}`
    : ''
  return `${questions}, ${formatMinutes(duration)}${extraTime}`
}

/** The rules of this test, each in one sentence or two. */
function getExamRules(exam: StudentExam): readonly string[] {
  return [
    'One question at a time. Answers are final.',
    leavingRules[exam.integrityMode],
    'Copy, paste and right-click are switched off. Trying them ends nothing.',
    'If the connection drops, go on answering and keep the page open. If the device fails, log in again and press Resume: the clock does not stop.',
    'When the time is over, your answers are submitted by themselves, with the option you have chosen last.',
    describeAttemptsLeft(exam.attemptsLeft),
  ]
}

const leavingRules: Readonly<Record<IntegrityMode, string>> = {
  strict:
    'The quiz ends and is submitted at once if you leave its window, switch tabs, refresh, go back or open developer tools.',
  warn: `If you leave its window, switch tabs, refresh, go back or open developer tools, you are warned ${maxWarnings === 2 ? 'twice' : `${maxWarnings} times`}. The next time, the quiz ends and is submitted.`,
  observe:
    'Stay in its window. Leaving it, switching tabs, refreshing, going back or opening developer tools does not end the quiz, but your trainer sees it.',
}

function describeAttemptsLeft(left: number | null): string {
  if (left === null) return 'You may take this test as often as you like.'
  if (left <= 1) return 'This is your only attempt left. Your trainer releases the result later.'
  return `You have ${left} attempts left, this one included.`
}
