import type { QuestionNote } from '#core/attempts/free-paper.ts'
import type { PendingAnswer } from '#core/quiz-session/effects.ts'
import type { SessionEvent } from '#core/quiz-session/events.ts'
import type { PaperProgress } from '#core/quiz-session/free-progress.ts'
import { advanceFreeSession, createFreeSession } from '#core/quiz-session/free-session.ts'
import type { SessionState } from '#core/quiz-session/session-state.ts'
import { at, endsAt } from '#test/quiz-session-steps.ts'

export type Sent = number | QuestionNote
export type Session = SessionState<Sent>
export type Event = SessionEvent<Sent>

/** A free paper of three questions. */
export function createPaper(
  known: PaperProgress<number> = {},
  waiting: readonly PendingAnswer<Sent>[] = [],
): Session {
  const questionIds = ['q1', 'q2', 'q3']
  return createFreeSession({ questionIds, mode: 'warn', endsAt, saved: [], waiting }, known)
}

/** One event, alone. */
export const step = (session: Session, event: Event, moment = at) =>
  advanceFreeSession<number>(session, { ...event, at: moment, jitter: 0.5 })

export const follow = (session: Session, ...events: readonly Event[]) =>
  events.reduce((before, event) => step(before, event)[0], session)

export const change = (answer: Sent, questionId = 'q1', sequence = at) => ({
  questionId,
  answer,
  sequence,
})

/** The first question is shown, and that is noted. */
export const open = createPaper({ q1: { answer: null, mark: null, seen: 5 } })

export const answered = createPaper({
  q1: { answer: { value: 7, sequence: 4 }, mark: null, seen: 5 },
})
