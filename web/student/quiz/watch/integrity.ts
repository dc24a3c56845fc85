import type { IntegrityMode } from '#core/exams/exam.ts'
import { type EventKind, isViolation } from '#core/proctoring/policy.ts'
import type { Told } from '../told.ts'
import type { Quiz } from '../use-quiz.ts'
import { type Seen, seenNow } from './seen.ts'
import { useWatch } from './use-watch.ts'

/** What the browser sees, made into what the mode of the test asks for. */
export function useIntegrity(quiz: Quiz, mode: IntegrityMode, tell: (told: Told) => void) {
  const { end, reporter } = quiz
  const handle = async (seen: Seen) => {
    const { kind } = seen
    if (seen.durationMs !== undefined) return reporter.report(seen)
    if (mode === 'strict' && isViolation(kind, mode)) return end.force(seen, quiz.unsent())
    const reply = await reporter.report(seen, quiz.unsent())
    if (reply?.finished) return end.learn()
    if (reply && reply.remaining !== null && isViolation(kind, mode)) {
      tell(warningOf(kind, reply.violations, reply.remaining))
    }
  }
  useWatch(quiz.ending.at === 'open', {
    onEvent: handle,
    onBlocked(kind, says) {
      tell({ title: says, text: 'Nothing was submitted. You can go on.' })
      handle(seenNow(kind))
    },
    onClosing: () => reporter.reportClosing(mode, quiz.unsent()),
  })
  return (kind: EventKind) => handle(seenNow(kind))
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
