import { IconListCheck } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import css from './before-start.module.css'
import { Checks } from './checks.tsx'
import { rulesOf, sizeOf } from './rules-of.ts'
import { useConnection } from './use-connection.ts'

type BeforeStartProps = {
  /** The last one that was looked at, also while the dialog closes. */
  readonly test: StudentExam | undefined
  readonly opened: boolean
  readonly isStarting: boolean
  /** Why the last press did not start it. */
  readonly fault: string | undefined
  readonly onStart: (testId: string) => void
  readonly onClose: () => void
}

/** The last look before the clock runs: the connection, the window, and the rules of this test. */
export function BeforeStart(props: BeforeStartProps) {
  const { test, opened, isStarting, fault, onStart, onClose } = props
  const { connection, retry } = useConnection(opened)
  const isUnreachable = connection.at === 'unreachable'
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={test?.title ?? ''}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            tone="primary"
            data-autofocus
            disabled={isUnreachable}
            busy={isStarting}
            onClick={() => test && onStart(test._id)}
          >
            Start the quiz
          </Button>
        </>
      }
    >
      <p className={css.size}>{test && sizeOf(test)}</p>
      <Checks connection={connection} />
      <section className={css.rules} aria-labelledby="rules-of-test">
        <h3 id="rules-of-test">
          <IconListCheck size={20} stroke={1.75} aria-hidden="true" />
          The rules of this test
        </h3>
        <ul>
          {(test ? rulesOf(test) : []).map((rule) => (
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
      {fault && !isUnreachable && <Notice tone="danger">{fault}</Notice>}
    </Dialog>
  )
}
