import { IconListCheck } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { formatExamSize, getExamRules } from './exam-rules.ts'
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
