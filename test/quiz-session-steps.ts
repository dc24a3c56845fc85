import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { advanceSession } from '#core/quiz-session/session.ts'
import { createSession, type SessionState } from '#core/quiz-session/session-state.ts'
import type { Effect, Event } from './quiz-session-calls.ts'

export type Session = SessionState<number>

/** The moment of an event that says no other, by the server's clock in ms. */
export const at = 1_000_000
export const endsAt = at + 600_000

/** Three questions, the first of them shown; ten minutes are left. */
export const open: Session = createSession<number>({
  questionIds: ['q1', 'q2', 'q3'],
  mode: 'warn',
  endsAt,
  saved: [],
  waiting: [],
})

export type StepResult = {
  readonly session: Session
  /** Fields that are not what they were; of queue and warnings theirs. */
  readonly changes: object
  readonly effects: readonly Effect[]
}

/** One event, alone. */
export function step(session: Session, event: Event, moment = at): StepResult {
  const [next, effects] = advanceSession<number>(session, { ...event, at: moment, jitter: 0.5 })
  const { queue, warnings, ...others } = listChanges(session, next)
  const changes = {
    ...others,
    ...(queue && { queue: listChanges(session.queue, next.queue) }),
    ...(warnings && { warnings: listChanges(session.warnings, next.warnings) }),
  }
  return { session: next, changes, effects }
}

/** Several events, one after the other, at one moment. */
export function follow(session: Session, ...events: readonly Event[]): Session {
  return events.reduce((before, event) => step(before, event).session, session)
}

function listChanges<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([field, value]) => !isDeepStrictEqual(value, before[field as keyof T]),
  )
  return Object.fromEntries(changed) as Partial<T>
}

export const wait = (timer: string, ms: number) => ({ type: 'wait', timer, ms }) as const
export const ask = { type: 'ask-clock', turn: 0, timeoutMs: 30_000, isPoll: false } as const
/** The question of an end, whether there is time left. */
export const askAtEnd = { ...ask, turn: 1, timeoutMs: 2000 } as const
export const addMinutes = (minutes: number) =>
  ({ type: 'show-message', message: { type: 'time-added', minutes } }) as const

export type StepRow = readonly [
  title: string,
  session: Session,
  event: Event,
  changes: object,
  effects: readonly object[],
  moment?: number,
]

/** A test for each row: exactly these changes, and these effects in their order. */
export function testSteps(rows: readonly StepRow[], usualMoment = at) {
  for (const [title, session, event, changes, effects, moment = usualMoment] of rows)
    it(title, () => {
      expect(step(session, event, moment)).toEqual({ session: expect.anything(), changes, effects })
    })
}

export const waited = { type: 'waited', timer: 'end' } as const
export const online = { type: 'browser', change: 'online' } as const
export const submitted = { type: 'submitted' } as const
export const load = { type: 'load-answers', turn: 1 } as const
export const choice = { questionId: 'q1', answer: 7, sequence: at }
export const older = { questionId: 'q2', answer: 3, sequence: 9 }
export const toKey = ({ questionId, sequence }: typeof choice) => ({ questionId, sequence })
/** Time is up, and the choice goes along. */
export const ending = {
  kind: 'expired',
  isOutcome: false,
  observed: null,
  unsubmitted: choice,
  resumesAs: 'open',
  endsAt,
  turn: 1,
  failures: 0,
  hasFailed: false,
} as const
/** The phase of a session that sends an end. */
export const sending = <Ending extends object>(step: string, ending: Ending) => ({
  phase: { at: 'sending', step, isOffline: false, ending },
})
/** The first question has a choice that is not submitted. */
export const chosen = follow(open, { type: 'watched' }, { type: 'chosen', answer: 7 })
