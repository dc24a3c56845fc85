import { useState } from 'react'
import type { Attempt } from '#contract/results.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useExams } from '../../lists/use-exams.ts'
import { AddTimeDialog } from './add-time-dialog.tsx'
import css from './attempt-actions.module.css'
import { isRunning } from './attempt-facts.ts'
import { AttemptPlaces } from './attempt-places.tsx'
import { AttemptTimeline } from './attempt-timeline.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

type AttemptActionsProps = {
  readonly attempt: Attempt
  /** All of the student's at this test. */
  readonly attempts: readonly Attempt[]
  readonly onReopened: (attempt: Attempt) => void
}

/** What happened in one attempt, and what can be put right about it. */
export function AttemptActions({ attempt, attempts, onReopened }: AttemptActionsProps) {
  const [openDialog, setOpenDialog] = useState<'reopen' | 'grant' | 'time' | null>(null)
  const exam = useExams().data?.find(({ _id }) => _id === attempt.testId)
  const isAnotherRunning = attempts.some((other) => other._id !== attempt._id && isRunning(other))
  const getAttemptFor = (dialog: typeof openDialog) => (openDialog === dialog ? attempt : null)
  const close = () => setOpenDialog(null)
  return (
    <Card padded className={css.card}>
      <div className={css.head}>
        <h2>What happened</h2>
        <div className={css.actions}>
          {isRunning(attempt) && (
            <Button size="row" onClick={() => setOpenDialog('time')}>
              Add time
            </Button>
          )}
          {!isRunning(attempt) && (
            <Button size="row" disabled={isAnotherRunning} onClick={() => setOpenDialog('reopen')}>
              Reopen
            </Button>
          )}
          {exam && exam.attemptsAllowed > 0 && (
            <Button size="row" onClick={() => setOpenDialog('grant')}>
              Grant another attempt
            </Button>
          )}
        </div>
      </div>
      {!isRunning(attempt) && isAnotherRunning && (
        <p className={css.reason}>
          Another attempt of {attempt.studentName} at this test is running, so this one cannot be
          reopened now.
        </p>
      )}
      <AttemptTimeline attempt={attempt} />
      <AttemptPlaces attempt={attempt} />
      <AddTimeDialog attempt={getAttemptFor('time')} onClose={close} />
      <ReopenDialog attempt={getAttemptFor('reopen')} onReopened={onReopened} onClose={close} />
      <GrantDialog
        attempt={getAttemptFor('grant')}
        isReleased={exam?.released ?? true}
        onClose={close}
      />
    </Card>
  )
}
