import { useState } from 'react'
import type { Attempt } from '#contract/results.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useTests } from '../exams/use-tests.ts'
import { isRunning } from '../scores/use-attempts.ts'
import { AddTimeDialog } from './add-time-dialog.tsx'
import css from './attempt-desk.module.css'
import { AttemptPlaces } from './attempt-places.tsx'
import { AttemptTimeline } from './attempt-timeline.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

type AttemptDeskProps = {
  readonly attempt: Attempt
  /** All of the student's at this test. */
  readonly attempts: readonly Attempt[]
  readonly onReopened: (attempt: Attempt) => void
}

/** What happened in one attempt, and what can be put right about it. */
export function AttemptDesk({ attempt, attempts, onReopened }: AttemptDeskProps) {
  const [asked, setAsked] = useState<'reopen' | 'grant' | 'time' | null>(null)
  const test = useTests().data?.find(({ _id }) => _id === attempt.testId)
  const anotherRuns = attempts.some((one) => one._id !== attempt._id && isRunning(one))
  const whenAsked = (what: typeof asked) => (asked === what ? attempt : null)
  const close = () => setAsked(null)
  return (
    <Card padded className={css.desk}>
      <div className={css.head}>
        <h2>What happened</h2>
        <div className={css.actions}>
          {isRunning(attempt) && (
            <Button size="row" onClick={() => setAsked('time')}>
              Add time
            </Button>
          )}
          {!isRunning(attempt) && (
            <Button size="row" disabled={anotherRuns} onClick={() => setAsked('reopen')}>
              Reopen
            </Button>
          )}
          {test && test.attemptsAllowed > 0 && (
            <Button size="row" onClick={() => setAsked('grant')}>
              Grant another attempt
            </Button>
          )}
        </div>
      </div>
      {!isRunning(attempt) && anotherRuns && (
        <p className={css.why}>
          Another attempt of {attempt.studentName} at this test is running, so this one cannot be
          reopened now.
        </p>
      )}
      <AttemptTimeline attempt={attempt} />
      <AttemptPlaces attempt={attempt} />
      <AddTimeDialog attempt={whenAsked('time')} onClose={close} />
      <ReopenDialog attempt={whenAsked('reopen')} onReopened={onReopened} onClose={close} />
      <GrantDialog
        attempt={whenAsked('grant')}
        isReleased={test?.released ?? true}
        onClose={close}
      />
    </Card>
  )
}
