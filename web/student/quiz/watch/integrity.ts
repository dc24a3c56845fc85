import type { IntegrityMode } from '#core/exam.ts'
import { type EventKind, isViolation } from '#core/integrity.ts'
import type { Told } from '../told.ts'
import type { Quiz } from '../use-quiz.ts'
import { useWatch } from './use-watch.ts'

/** What the browser sees, made into what the mode of the test asks for. */
export function useIntegrity(quiz: Quiz, mode: IntegrityMode, tell: (told: Told) => void) {
  const { end, reporter } = quiz
  const handle = async (kind: EventKind) => {
    if (mode === 'strict' && isViolation(kind, mode)) return end.force(kind, quiz.unsent())
    const reply = await reporter.report(kind, quiz.unsent())
    if (reply?.finished) return end.learn()
    if (reply && reply.remaining !== null && isViolation(kind, mode)) {
      tell(warningOf(kind, reply.violations, reply.remaining))
    }
  }
  useWatch(quiz.ending.at === 'open', {
    onEvent: handle,
    onBlocked(kind, says) {
      tell({ title: says, text: 'Nothing was submitted. You can go on.' })
      handle(kind)
    },
    onClosing: () => reporter.reportClosing(mode, quiz.unsent()),
  })
  return handle
}

const seen: Partial<Record<EventKind, string>> = {
  devtools: 'Developer tools were opened.',
  back: 'The back button was pressed.',
}

function warningOf(kind: EventKind, count: number, remaining: number): Told {
  const next = remaining > 0 ? `${remaining} more is forgiven.` : 'The next time ends the quiz.'
  return {
    title: `Warning ${count}: ${seen[kind] ?? 'You left the quiz.'}`,
    text: `Please stay in this window. ${next}`,
    forMs: 8000,
  }
}
