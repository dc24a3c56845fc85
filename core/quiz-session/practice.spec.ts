import { describe, expect, it } from 'vitest'
import type { EventKind } from '../proctoring/policy.ts'
import type { SessionEvent } from './events.ts'
import { answerPractice, createPractice } from './practice.ts'
import { advanceSession } from './session.ts'
import { createSession } from './session-state.ts'

/** Runs session and practice together, as the page does. */
function openPractice() {
  let at = 1_000_000
  const endsAt = at + 600_000
  let practice = createPractice('warn', endsAt)
  let session = createSession<number>({
    questionIds: ['q1', 'q2', 'q3'],
    mode: 'warn',
    endsAt,
    saved: [],
    waiting: [],
  })
  function dispatch(event: SessionEvent<number>) {
    at += 5_000
    const [next, effects] = advanceSession(session, { ...event, at, jitter: 0.5 })
    session = next
    for (const effect of effects) {
      const isDue = effect.type === 'wait' && ['next', 'end'].includes(effect.timer)
      if (isDue) dispatch({ type: 'waited', timer: effect.timer })
      const [answered, reply] = answerPractice(practice, effect, at)
      practice = answered
      if (reply) dispatch(reply)
    }
  }
  dispatch({ type: 'started' })
  dispatch({ type: 'watched' })
  return {
    dispatch,
    state: () => session,
    see: (kind: EventKind) => dispatch({ type: 'observed', observed: { kind, at } }),
  }
}

describe('practice', () => {
  it('takes answers and ends like a quiz', () => {
    const { dispatch, state } = openPractice()
    for (const id of ['q1', 'q2', 'q3']) {
      expect(state()).toMatchObject({ questionId: id, phase: { at: 'open' } })
      dispatch({ type: 'chosen', answer: 1 })
      dispatch({ type: 'submitted' })
    }
    expect(state()).toMatchObject({
      phase: { at: 'ended', finishReason: 'Completed' },
      queue: { saved: ['q1', 'q2', 'q3'], waiting: [] },
    })
  })

  it('shows two warnings, and ends at the third', () => {
    const { dispatch, see, state } = openPractice()
    for (const [kind, number] of [
      ['hidden', 1],
      ['back', 2],
    ] as const) {
      see(kind)
      expect(state().warnings).toMatchObject({ counted: number - 1, waiting: { number, kind } })
      dispatch({ type: 'warning-read' })
      expect(state().warnings).toMatchObject({ counted: number, waiting: null, unsent: null })
    }
    expect(state().phase.at).toBe('open')
    see('devtools')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Developer tools opened' })
  })
})
