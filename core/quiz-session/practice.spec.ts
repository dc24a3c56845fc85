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

describe('a call of practice', () => {
  const endsAt = 5_000
  const practice = createPractice('warn', endsAt)
  const answer = { questionId: 'q1', answer: 1, sequence: 7 }
  const end = {
    type: 'send-end',
    turn: 1,
    kind: 'finished',
    observed: null,
    answers: [],
    timeoutMs: 1,
  } as const
  const ask = { type: 'ask-clock', turn: 1, timeoutMs: 1, isPoll: true } as const
  const hidden = { kind: 'hidden', at: 9 } as const
  const report = { type: 'send-report', id: 1, observed: hidden, answers: [] } as const

  it('is answered as a server would', () => {
    const store = { type: 'store-answer', answer } as const
    const send = { type: 'send-answer', answer } as const
    const load = { type: 'load-answers', turn: 1 } as const
    expect([store, send, load, ask].map((call) => answerPractice(practice, call, 1)[1])).toEqual([
      { type: 'answer-stored', sent: store, sequence: 7 },
      { type: 'answer-taken', sent: send, endsAt },
      { type: 'answers-loaded', sent: load, answers: [] },
      { type: 'clock-received', sent: ask, clock: { isRunning: true, endsAt } },
    ])
    expect(answerPractice(practice, { type: 'wait', timer: 'x', ms: 1 }, 1)).toEqual([
      practice,
      null,
    ])
  })

  it.each([
    { at: endsAt - 1, reason: null, finishReason: 'Completed' },
    { at: endsAt, reason: null, finishReason: 'Time expired' },
    { at: 1, reason: 'Auto submission', finishReason: 'Auto submission' },
  ])('ends it at $at after $reason: $finishReason', ({ at, reason, finishReason }) => {
    const [ended, event] = answerPractice({ ...practice, finishReason: reason }, end, at)
    expect(ended).toEqual({ ...practice, finishReason })
    expect(event).toEqual({ type: 'end-taken', sent: end, finishReason })
    expect(answerPractice(ended, ask, 1)[1]).toMatchObject({ clock: { isRunning: false } })
  })

  it('of a report keeps each event once, with its length', () => {
    const [seen, first] = answerPractice(practice, report, 9)
    expect(seen).toEqual({ ...practice, events: [{ ...hidden, durationMs: null }] })
    expect(first).toMatchObject({
      type: 'report-taken',
      sent: report,
      outcome: { violations: 0, finished: false, warning: { number: 1, kind: 'hidden' } },
    })
    const brief = { ...report, observed: { ...hidden, durationMs: 3 } }
    const other = { ...report, observed: { kind: 'blur', at: 9 } } as const
    const [again] = answerPractice(seen, brief, 12)
    expect(again.events).toEqual([{ ...hidden, durationMs: 3 }])
    expect(answerPractice(again, other, 12)[0].events).toHaveLength(2)
  })

  it('says that a warning was read', () => {
    const [seen] = answerPractice(practice, report, 9)
    const read = { type: 'send-acknowledgement', number: 1, at: 11 } as const
    const [next, event] = answerPractice(seen, read, 11)
    expect(next.events.at(-1)).toEqual({ kind: 'warning-read', at: 11, durationMs: null })
    expect(event).toMatchObject({
      type: 'acknowledgement-taken',
      sent: read,
      outcome: { violations: 1, warning: null, finished: false },
    })
  })

  it('after its end changes no reason', () => {
    const over = { ...practice, finishReason: 'Completed' }
    const [next, event] = answerPractice(over, report, 9)
    expect(next.finishReason).toBe('Completed')
    expect(event).toMatchObject({ outcome: { finished: true } })
  })
})
