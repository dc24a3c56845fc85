import {
  applyChange,
  mergeProgress,
  type QuestionNote,
  type QuestionProgress,
  untouched,
} from '../attempts/free-paper.ts'
import type { PendingAnswer } from './effects.ts'
import type { SessionEvent, Timed } from './events.ts'
import type { FreePaper, SessionState, Step } from './session-state.ts'

type Session<A> = SessionState<A | QuestionNote>
type Change<A> = PendingAnswer<A | QuestionNote>
export type PaperProgress<A> = Readonly<Record<string, QuestionProgress<A>>>

/** Merges the progress that replies and other windows report. */
export function learn<A>(
  session: Session<A>,
  event: Timed<SessionEvent<A | QuestionNote>>,
): Step<A | QuestionNote> {
  switch (event.type) {
    case 'answer-stored': {
      const { answer } = event.sent
      const numbered = { ...answer, sequence: event.sequence ?? answer.sequence }
      const next = addToProgress(session, numbered)
      if (next.phase.at === 'ended') return [next, []]
      return [next, [{ type: 'broadcast', message: { type: 'changed', change: numbered } }]]
    }
    case 'window-message': {
      const { message } = event
      if (message.type !== 'changed') return [session, []]
      return [receiveChange(session, message.change as Change<A>), []]
    }
    case 'clock-received': {
      const known = event.clock.elsewhere?.progress as PaperProgress<A | QuestionNote> | undefined
      return [known ? mergeAll(session, known) : session, []]
    }
    default:
      return [session, []]
  }
}

/** A window that crashed may have stored something that no other window knows. */
export function sendWaiting<A>(session: Session<A>): Step<A | QuestionNote> {
  const changes = session.queue.waiting.map(({ questionId, answer, sequence }) => {
    const change = { questionId, answer, sequence }
    return { type: 'broadcast', message: { type: 'changed', change } } as const
  })
  return [session, changes]
}

export function addChange<A>(
  progress: PaperProgress<A | QuestionNote>,
  { questionId, answer, sequence }: Change<A>,
): PaperProgress<A | QuestionNote> {
  const known = progress[questionId] ?? untouched
  const next = applyChange(known, answer, sequence)
  return next === known ? progress : { ...progress, [questionId]: next }
}

export function addToProgress<A>(session: Session<A>, one: Change<A>): Session<A> {
  const free = getFree(session)
  return { ...session, free: { ...free, progress: addChange(free.progress, one) } }
}

function receiveChange<A>(session: Session<A>, one: Change<A>): Session<A> {
  const received = addToProgress(session, one)
  return raiseSequence(received, addChange({}, one))
}

function mergeAll<A>(session: Session<A>, known: PaperProgress<A | QuestionNote>): Session<A> {
  const free = getFree(session)
  const merged = Object.entries(known).map(([id, one]) => {
    return [id, mergeProgress(free.progress[id] ?? untouched, one)] as const
  })
  const progress = { ...free.progress, ...Object.fromEntries(merged) }
  return raiseSequence({ ...session, free: { ...free, progress } }, known)
}

/**
 * Raises the sequence so that the next answer here is newest, even if another device's clock is
 * ahead.
 */
export function raiseSequence<A>(
  session: Session<A>,
  known: PaperProgress<A | QuestionNote>,
): Session<A> {
  const { queue } = session
  const sequences = Object.values(known).flatMap(({ answer, mark, seen }) => [
    ...[answer?.sequence ?? 0, mark?.sequence ?? 0, seen ?? 0],
  ])
  const lastSequence = Math.max(queue.lastSequence, ...sequences)
  return { ...session, queue: { ...queue, lastSequence } }
}

export function isMarked<A>({ questionId, free }: Session<A>): boolean {
  return free?.progress[questionId ?? '']?.mark?.value ?? false
}

export function getFree<A>({ free }: Session<A>): FreePaper<A | QuestionNote> {
  if (!free) throw new Error('This paper is forward')
  return free
}
