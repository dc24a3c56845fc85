import { useEffect, useRef } from 'react'
import type { IntegrityMode } from '#core/exams/exam.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { useLeaveBlocker } from '../../layout/use-leave-blocker.ts'
import { announce } from '../../ui/announcer.tsx'
import { useConfirmDialog } from './use-confirm-dialog.ts'

type LeaveGuardProps = {
  readonly isOn: boolean
  readonly mode: IntegrityMode
  readonly answered: number
  readonly total: number
  readonly onEvent: (kind: EventKind) => unknown
  /** Nothing could ask, so the student stays. */
  readonly onStay: () => void
}

const question = 'Leaving will auto-submit your quiz. Continue?'
/** From the key to the dialog. */
const keyMs = 2_000

/** Asks before the back button ends a quiz; where the test warns it is a warning, else a note. */
export function LeaveGuard({ isOn, mode, answered, total, onEvent, onStay }: LeaveGuardProps) {
  const blocker = useLeaveBlocker(isOn)
  const isBlocked = blocker.state === 'blocked'
  const { ConfirmDialog, hasFailed } = useConfirmDialog()
  useEffect(() => {
    if (!isBlocked || (mode === 'strict' && !hasFailed)) return
    if (mode === 'strict') onStay()
    else onEvent('back')
    if (mode === 'observe') blocker.proceed()
    else blocker.reset()
  }, [isBlocked, mode, hasFailed, blocker, onEvent, onStay])
  const isOpen = isBlocked && mode === 'strict' && !hasFailed
  const answeredText = `${answered} of ${total} ${total === 1 ? 'question is' : 'questions are'} answered.`
  const steppedAt = useArrowTime()
  useEffect(() => {
    if (!isOpen) return
    // A screen reader that takes Alt and an arrow for a step of its own misses the focus and the title.
    const isMissed = performance.now() - steppedAt.current < keyMs
    const words = `${answeredText} You cannot come back to this quiz if you leave it.`
    announce(isMissed ? `${question} ${words}` : words, { isUrgent: true })
  }, [isOpen, answeredText, steppedAt])
  const stay = () => blocker.reset?.()
  if (!ConfirmDialog) return null
  return (
    <ConfirmDialog
      opened={isBlocked && mode === 'strict'}
      question={question}
      cancel="Stay in the quiz"
      action="Leave and submit"
      onConfirm={async () => {
        onEvent('back')
      }}
      onClose={stay}
    >
      {answeredText} You cannot come back to this quiz.
    </ConfirmDialog>
  )
}

/** When Alt and an arrow were pressed last, which also goes back, on the clock of the page. */
function useArrowTime() {
  const time = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const handleKey = ({ altKey, key }: KeyboardEvent) => {
      if (altKey && /^Arrow(Left|Right)$/.test(key)) time.current = performance.now()
    }
    window.addEventListener('keydown', handleKey, true)
    return () => window.removeEventListener('keydown', handleKey, true)
  }, [])
  return time
}
