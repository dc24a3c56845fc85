import type { IntegrityMode } from '#core/exams/exam.ts'
import { type EventKind, isViolation } from '#core/proctoring/policy.ts'
import { createEvent, type ProctoringEvent } from './proctoring/proctoring-event.ts'
import { useProctoringListeners } from './proctoring/use-proctoring-listeners.ts'
import type { FlashMessage } from './use-flash-message.ts'
import type { Quiz } from './use-quiz.ts'

/** What the browser sees, made into what the mode of the test asks for. */
export function useProctoring(
  quiz: Quiz,
  mode: IntegrityMode,
  showMessage: (message: FlashMessage) => void,
) {
  const { submission, reporter } = quiz
  const handle = async (observed: ProctoringEvent) => {
    const { kind } = observed
    if (observed.durationMs !== undefined) return reporter.report(observed)
    if (mode === 'strict' && isViolation(kind, mode))
      return submission.force(observed, quiz.getUnsubmitted())
    const reply = await reporter.report(observed, quiz.getUnsubmitted())
    if (reply?.finished) return submission.fetchOutcome()
    if (reply && reply.remaining !== null && isViolation(kind, mode)) {
      showMessage(toWarning(kind, reply.violations, reply.remaining))
    }
  }
  useProctoringListeners(quiz.submissionState.at === 'open', {
    onEvent: handle,
    onBlocked(kind, reason) {
      showMessage({ title: reason, text: 'Nothing was submitted. You can go on.' })
      handle(createEvent(kind))
    },
    onClosing: () => reporter.reportClosing(mode, quiz.getUnsubmitted()),
  })
  return (kind: EventKind) => handle(createEvent(kind))
}

const observed: Partial<Record<EventKind, string>> = {
  devtools: 'Developer tools were opened.',
  back: 'The back button was pressed.',
}

function toWarning(kind: EventKind, count: number, remaining: number): FlashMessage {
  const next = remaining > 0 ? `${remaining} more is forgiven.` : 'The next time ends the quiz.'
  return {
    title: `Warning ${count}: ${observed[kind] ?? 'You left the quiz.'}`,
    text: `Please stay in this window. ${next}`,
    durationMs: 8000,
  }
}
