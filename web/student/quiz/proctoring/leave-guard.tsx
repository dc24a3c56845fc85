import { useEffect } from 'react'
import type { IntegrityMode } from '#core/exams/exam.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { useLeaveBlocker } from '../../../layout/use-leave-blocker.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

type LeaveGuardProps = {
  readonly isOn: boolean
  readonly mode: IntegrityMode
  readonly answered: number
  readonly total: number
  readonly onEvent: (kind: EventKind) => unknown
}

/** Asks before the back button ends a quiz; where the test warns it is a warning, else a note. */
export function LeaveGuard({ isOn, mode, answered, total, onEvent }: LeaveGuardProps) {
  const blocker = useLeaveBlocker(isOn)
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isBlocked || mode === 'strict') return
    onEvent('back')
    if (mode === 'warn') blocker.reset()
    else blocker.proceed()
  }, [isBlocked, mode, blocker, onEvent])
  const stay = () => blocker.reset?.()
  return (
    <ConfirmDialog
      opened={isBlocked && mode === 'strict'}
      question="Leaving will auto-submit your quiz. Continue?"
      cancel="Stay in the quiz"
      action="Leave and submit"
      onConfirm={async () => {
        onEvent('back')
      }}
      onClose={stay}
    >
      {answered} of {total} {total === 1 ? 'question is' : 'questions are'} answered. You cannot
      come back to this quiz.
    </ConfirmDialog>
  )
}
