import type { IntegrityMode } from '../exams/exam.ts'
import {
  countRemainingWarnings,
  type EventKind,
  getForcedFinishReason,
  isAllowanceExceeded,
} from '../proctoring/policy.ts'
import { countForAttempt, type WarningEvent } from '../proctoring/warnings.ts'
import type { SessionEffect } from './effects.ts'
import type { ReportOutcome, SessionEvent } from './events.ts'

/** The state that a server would hold for a practice attempt; it lives in the page. */
export type Practice = {
  readonly mode: IntegrityMode
  readonly endsAt: number
  readonly events: readonly WarningEvent[]
  readonly finishReason: string | null
}

export function createPractice(mode: IntegrityMode, endsAt: number): Practice {
  return { mode, endsAt, events: [], finishReason: null }
}

/** Answers a call of the session as the server would, without one; null where nobody answers. */
export function answerPractice<A>(
  practice: Practice,
  call: SessionEffect<A>,
  at: number,
): readonly [Practice, SessionEvent<A> | null] {
  switch (call.type) {
    case 'store-answer':
      return [practice, { type: 'answer-stored', sent: call, sequence: call.answer.sequence }]
    case 'load-answers':
      return [practice, { type: 'answers-loaded', sent: call, answers: [] }]
    case 'send-answer':
      return [practice, { type: 'answer-taken', sent: call, endsAt: practice.endsAt }]
    case 'ask-clock': {
      const clock = { isRunning: practice.finishReason === null, endsAt: practice.endsAt }
      return [practice, { type: 'clock-received', sent: call, clock }]
    }
    case 'send-end': {
      const reason = at >= practice.endsAt ? 'Time expired' : 'Completed'
      const finishReason = practice.finishReason ?? reason
      return [
        { ...practice, finishReason },
        { type: 'end-taken', sent: call, finishReason },
      ]
    }
    case 'send-report': {
      const { kind, at, durationMs } = call.observed
      const [next, outcome] = addEvent(practice, { kind, at, durationMs: durationMs ?? null })
      return [next, { type: 'report-taken', sent: call, outcome }]
    }
    case 'send-acknowledgement': {
      const read = { kind: 'warning-read', at: call.at, durationMs: null } as const
      const [next, outcome] = addEvent(practice, read)
      return [next, { type: 'acknowledgement-taken', sent: call, outcome }]
    }
    default:
      return [practice, null]
  }
}

function addEvent(practice: Practice, event: WarningEvent): readonly [Practice, ReportOutcome] {
  const { mode } = practice
  const others = practice.events.filter(({ kind, at }) => kind !== event.kind || at !== event.at)
  const events = [...others, event]
  const rules = { mode, acknowledges: true, hasNoReloadPrompt: false }
  const count = countForAttempt(events, rules)
  const { violations, warning } = count
  const isEnd = isAllowanceExceeded(count)
  const reason = isEnd ? getForcedFinishReason(event.kind as EventKind) : null
  const finishReason = practice.finishReason ?? reason
  const remaining = countRemainingWarnings(count)
  return [
    { ...practice, events, finishReason },
    { violations, remaining, warning, finished: finishReason !== null },
  ]
}
