import { describe, expect, it } from 'vitest'
import { type CallOutcome, createSessionWorld } from '#test/quiz-session-world.ts'
import { type IntegrityMode, integrityModes } from '../exams/exam.ts'
import type { EventKind } from '../proctoring/policy.ts'
import { isWriting } from './answer-queue.ts'
import { getUnsubmitted, isLastQuestion, isLocked } from './session-state.ts'

/** One window; calls go through unless it says otherwise, and replies are heard at once. */
function openQuiz(mode: IntegrityMode = 'observe') {
  const world = createSessionWorld(mode)
  const { server, device, dispatch } = world
  const opened = world.openWindow()
  if (!opened) throw new Error('The attempt is over')
  const window = opened
  const typeOf = ({ type }: { type: string }) => type
  function hearAll() {
    while (window.replies.length > 0) world.hear(window, 0)
  }
  return {
    world,
    window,
    server,
    device,
    state: () => window.state,
    calls: () => window.calls.map(typeOf),
    find: <T extends string>(type: T) => window.calls.find((call) => call.type === type),
    answer: () => world.choose(window),
    submit: () => dispatch(window, { type: 'submitted' }),
    dispatch: (event: Parameters<typeof dispatch>[1]) => dispatch(window, event),
    hearAll,
    /** Lets the first call of a kind arrive, or not. */
    let(type: string, outcome: CallOutcome = 'pass') {
      const index = window.calls.findIndex((call) => call.type === type)
      if (index < 0) throw new Error(`No ${type} under way: ${window.calls.map(typeOf)}`)
      world.act(window, index, outcome)
      hearAll()
    },
    wait(timer: string) {
      const index = [...window.timers.keys()].indexOf(timer)
      if (index < 0) throw new Error(`No timer ${timer}`)
      world.fire(window, index)
      hearAll()
    },
    see: (kind: EventKind, durationMs?: number) => {
      const observed = { kind, at: world.now(), ...(durationMs ? { durationMs } : {}) }
      dispatch(window, { type: 'observed', observed })
    },
    reachDeadline() {
      world.pass(window.state.endsAt - world.now())
      dispatch(window, { type: 'time-over' })
    },
  }
}

/** All but the last of four questions are answered. */
function openLastQuestion(mode?: IntegrityMode) {
  const quiz = openQuiz(mode)
  for (let n = 0; n < 3; n += 1) {
    quiz.answer()
    quiz.hearAll()
    quiz.let('send-answer')
    quiz.wait('next')
  }
  return quiz
}

describe('an answer', () => {
  it('is written down before it is sent, and taken off the device once the server has it', () => {
    const { answer, hearAll, calls, device, state, let: act } = openQuiz()
    answer()
    expect(calls()).toEqual([])
    expect(isWriting(state().queue)).toBe(true)
    hearAll()
    expect(calls()).toEqual(['send-answer'])
    expect(device.rows()).toHaveLength(1)
    expect(state().queue).toMatchObject({ lastSaved: null, waiting: [{ questionId: 'q1' }] })
    act('send-answer')
    expect(state().queue).toMatchObject({ lastSaved: 'q1', saved: ['q1'], waiting: [] })
    expect(device.rows()).toEqual([])
  })

  it('is final: the next question comes half a second later, and Submit does nothing meanwhile', () => {
    const { answer, submit, state, wait, window } = openQuiz()
    answer()
    expect(window.timers.get('next')).toBe(500)
    expect(isLocked(state())).toBe(true)
    submit()
    expect(state().queue.waiting).toHaveLength(1)
    wait('next')
    expect(state()).toMatchObject({ questionId: 'q2', chosen: null, isPausing: false })
    expect(isLastQuestion(state())).toBe(false)
  })

  it('goes on without a device that takes nothing, and says so', () => {
    const { answer, hearAll, device, state, let: act } = openQuiz()
    device.isBroken = true
    answer()
    hearAll()
    expect(state().queue.isStored).toBe(false)
    act('send-answer')
    expect(state().queue).toMatchObject({ lastSaved: 'q1', waiting: [] })
  })

  it.each([
    ['a lost request', 'lost-request', 'offline'],
    ['a lost reply', 'lost-reply', 'offline'],
    ['a busy server', 'busy', { message: 'busy' }],
    ['a login that is gone', 'logged-out', { message: 'not-logged-in' }],
    ['a fault', 'fault', { message: 'fault' }],
  ] as const)('is sent again after %s, later each time', (_, outcome, sendError) => {
    const { answer, hearAll, state, window, wait, let: act } = openQuiz()
    answer()
    hearAll()
    for (const ms of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
      act('send-answer', outcome)
      expect(state().queue.sendError).toEqual(sendError)
      expect(window.timers.get('send')).toBe(ms)
      wait('send')
    }
    act('send-answer')
    expect(state().queue).toMatchObject({ sendError: null, lastSaved: 'q1', waiting: [] })
  })

  it('is sent at once when the browser is online again', () => {
    const { answer, hearAll, calls, dispatch, let: act } = openQuiz()
    answer()
    hearAll()
    act('send-answer', 'lost-request')
    expect(calls()).toEqual([])
    dispatch({ type: 'browser', change: 'online' })
    expect(calls()).toContain('send-answer')
  })

  it.each(['unknown-question', 'unknown-option', 'invalid-input'])(
    'that can never be taken (%s) holds up no other, and its question is asked again',
    (code) => {
      const { answer, hearAll, state, find, dispatch, calls, wait, window } = openQuiz()
      answer()
      hearAll()
      wait('next')
      answer()
      hearAll()
      const sent = find('send-answer')
      window.calls.length = 0
      const failure = { kind: 'refused', code, message: '', retryAfterMs: 0 } as const
      if (sent?.type === 'send-answer') dispatch({ type: 'answer-failed', sent, failure })
      expect(calls()).toEqual(['send-answer'])
      wait('next')
      expect(state().questionId).toBe('q1')
    },
  )

  it('is numbered on from what another window has written, though the clock stands before that', () => {
    const { world, window, answer, hearAll, state, let: act } = openQuiz()
    const other = world.openWindow()
    if (!other) throw new Error('over')
    world.choose(other)
    answer()
    hearAll()
    const [first] = other.state.queue.waiting
    expect(state().queue.waiting[0]?.sequence).toBeGreaterThan(first?.sequence ?? 0)
    act('send-answer')
    expect(world.server.answers.get('q1')?.answer).toBe(2)
    expect(window.state.queue.waiting).toEqual([])
  })
})

describe('after a reload or a crash', () => {
  it.each(integrityModes)('it goes on at the first question without an answer (%s)', (mode) => {
    const { world, answer, hearAll, wait, window, let: act } = openQuiz(mode)
    answer()
    hearAll()
    act('send-answer')
    wait('next')
    answer()
    hearAll()
    world.kill(window)
    const reopened = world.openWindow()
    expect(reopened?.state).toMatchObject({ questionId: 'q3', queue: { saved: ['q1'] } })
    expect(reopened?.calls).toMatchObject([{ type: 'send-answer', answer: { questionId: 'q2' } }])
  })
})

describe('a finish', () => {
  it('comes by itself after the last answer, once that has got through', () => {
    const { answer, hearAll, calls, state, wait, server, let: act } = openLastQuestion()
    expect(isLastQuestion(state())).toBe(true)
    answer()
    hearAll()
    wait('next')
    expect(state().phase).toMatchObject({ at: 'sending', step: 'draining' })
    expect(calls()).toEqual(['send-answer'])
    act('send-answer')
    act('load-answers')
    act('send-end')
    const phase = { at: 'ended', finishReason: 'Completed', isLate: false, notTaken: [] }
    expect(state().phase).toEqual(phase)
    expect(server.answers.size).toBe(4)
  })

  it('takes along what a slow net has not let through for ten seconds', () => {
    const { answer, hearAll, state, find, window, wait, server, let: act } = openLastQuestion()
    answer()
    hearAll()
    wait('next')
    expect(window.timers.get('end')).toBe(10_000)
    wait('end')
    act('load-answers')
    expect(find('send-end')).toMatchObject({ answers: [{ questionId: 'q4' }], timeoutMs: 30_000 })
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', isLate: false })
    expect(server.answers.size).toBe(4)
  })

  it('is sent once more, with what waits, when the page goes away meanwhile', () => {
    const { answer, hearAll, wait, dispatch, find, server, let: act } = openLastQuestion()
    answer()
    hearAll()
    wait('next')
    dispatch({ type: 'page-hidden' })
    expect(find('send-last')).toMatchObject({ finish: [{ questionId: 'q4' }], report: null })
    act('send-last')
    expect(server.finishReason()).toBe('Completed')
    expect(server.answers.size).toBe(4)
  })

  it('that fails keeps the page, and is tried again when asked', () => {
    const { answer, hearAll, submit, wait, state, let: act } = openLastQuestion()
    answer()
    hearAll()
    act('send-answer')
    wait('next')
    act('load-answers')
    act('send-end', 'fault')
    expect(state().phase).toMatchObject({ at: 'failed', ending: { kind: 'finished' } })
    submit()
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Completed' })
  })

  it('comes again to a busy server six times, and then says so', () => {
    const { answer, hearAll, wait, state, let: act } = openLastQuestion()
    answer()
    hearAll()
    act('send-answer')
    wait('next')
    for (let n = 0; n < 7; n += 1) {
      if (n > 0) wait('end')
      act('load-answers')
      act('send-end', 'busy')
    }
    expect(state().phase.at).toBe('failed')
  })

  it('whose reply is lost is not called late for what it took along', () => {
    const { answer, hearAll, wait, state, let: act } = openLastQuestion()
    answer()
    hearAll()
    wait('next')
    wait('end')
    act('load-answers')
    act('send-end', 'lost-reply')
    expect(state().phase).toMatchObject({ at: 'sending', isOffline: true })
    act('send-answer')
    expect(state().queue.isOver).toBe(true)
    wait('end')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', isLate: false })
  })
})

describe('the time is over', () => {
  it('and what waits and what was chosen goes along', () => {
    const { answer, hearAll, dispatch, reachDeadline, wait, state, server, let: act } = openQuiz()
    answer()
    hearAll()
    wait('next')
    dispatch({ type: 'chosen', answer: 7 })
    reachDeadline()
    wait('end')
    act('ask-clock')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({
      at: 'ended',
      finishReason: 'Time expired',
      isLate: false,
    })
    expect(server.answers.get('q2')?.answer).toBe(7)
    expect(server.answers.size).toBe(2)
  })

  it('takes over from a finish on its way, and ends it once', () => {
    const { answer, hearAll, wait, reachDeadline, state, let: act } = openLastQuestion()
    answer()
    hearAll()
    wait('next')
    reachDeadline()
    reachDeadline()
    wait('end')
    act('ask-clock', 'lost-request')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Time expired' })
  })

  it('and a failure at the end is shown, and tried again when asked', () => {
    const { reachDeadline, wait, state, dispatch, let: act } = openQuiz()
    reachDeadline()
    wait('end')
    act('ask-clock')
    act('load-answers')
    act('send-end', 'fault')
    expect(state().phase).toMatchObject({ at: 'failed', ending: { kind: 'expired' } })
    dispatch({ type: 'retried' })
    act('ask-clock')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Time expired' })
  })

  it('too long ago for what waited: that is said', () => {
    const { world, answer, hearAll, reachDeadline, wait, state, let: act } = openQuiz()
    answer()
    hearAll()
    reachDeadline()
    wait('end')
    act('ask-clock', 'lost-request')
    act('load-answers')
    act('send-end', 'lost-request')
    world.pass(60_000)
    wait('end')
    act('ask-clock')
    act('load-answers')
    act('send-end')
    const phase = { at: 'ended', finishReason: 'Time expired', isLate: true, notTaken: ['q1'] }
    expect(state().phase).toEqual(phase)
    expect(state().queue.saved).toEqual([])
  })
})

describe('minutes that an admin adds', () => {
  it('show at the next look at the clock', () => {
    const { world, window, server, wait, state, let: act } = openQuiz()
    server.addMinutes(5, world.now())
    expect(window.timers.get('poll')).toBe(6750)
    wait('poll')
    act('ask-clock')
    expect(state().endsAt).toBe(server.endsAt())
    expect(window.shown).toEqual([
      { type: 'show-message', message: { type: 'time-added', minutes: 5 } },
    ])
  })

  it('are found at the very end, and the quiz goes on', () => {
    const { world, window, server, dispatch, reachDeadline, wait, state, let: act } = openQuiz()
    dispatch({ type: 'chosen', answer: 7 })
    server.addMinutes(10, world.now())
    reachDeadline()
    wait('end')
    act('ask-clock')
    expect(state()).toMatchObject({ phase: { at: 'open' }, chosen: 7, endsAt: server.endsAt() })
    expect(getUnsubmitted(state(), world.now())).toMatchObject({ answer: 7 })
    expect(window.shown).toHaveLength(1)
  })

  it('are not taken away by a reply that was overtaken', () => {
    const { world, window, server, dispatch, state } = openQuiz()
    dispatch({ type: 'browser', change: 'focused' })
    dispatch({ type: 'browser', change: 'focused' })
    world.act(window, 0, 'pass')
    server.addMinutes(5, world.now())
    world.act(window, 0, 'pass')
    world.hear(window, 1)
    world.hear(window, 0)
    expect(state().endsAt).toBe(server.endsAt())
  })

  it.each(['hidden', 'offline'] as const)('are not asked for while %s', (change) => {
    const { dispatch, wait, calls, window } = openQuiz()
    dispatch({ type: 'browser', change })
    wait('poll')
    expect(calls()).toEqual([])
    expect(window.timers.has('poll')).toBe(true)
  })

  it('are asked for less often while nobody answers', () => {
    const { wait, window, let: act } = openQuiz()
    const waits = [1, 2, 3, 4].map(() => {
      wait('poll')
      act('ask-clock', 'lost-request')
      return window.timers.get('poll')
    })
    expect(waits).toEqual([13_500, 27_000, 40_000, 40_000])
  })
})

describe('an attempt that was ended elsewhere', () => {
  it('says how, and what had not arrived', () => {
    const { world, answer, hearAll, state, server, let: act } = openQuiz()
    server.finish([], 'User pressed back button', world.now())
    answer()
    hearAll()
    act('send-answer')
    act('ask-clock')
    act('load-answers')
    act('send-end')
    const phase = { at: 'ended', finishReason: 'User pressed back button', notTaken: ['q1'] }
    expect(state().phase).toMatchObject(phase)
  })

  it('and reopened since goes on', () => {
    const { world, answer, hearAll, state, server, let: act } = openQuiz()
    server.finish([], 'User pressed back button', world.now())
    answer()
    hearAll()
    act('send-answer')
    server.reopen(world.now())
    act('ask-clock')
    expect(state().phase).toEqual({ at: 'open' })
    act('send-answer')
    expect(state().queue).toMatchObject({ lastSaved: 'q1', isOver: false })
    expect(server.finishReason()).toBeNull()
  })
})

describe('a violation', () => {
  it('ends a strict exam at once, with what was chosen, and once', () => {
    const { dispatch, see, state, find, calls, server, let: act } = openQuiz('strict')
    dispatch({ type: 'chosen', answer: 7 })
    see('devtools')
    see('hidden')
    expect(calls()).toEqual(['send-end'])
    expect(find('send-end')).toMatchObject({ kind: 'forced', observed: { kind: 'devtools' } })
    act('send-end')
    expect(state().phase).toMatchObject({ finishReason: 'Developer tools opened', isLate: false })
    expect(server.answers.get('q1')?.answer).toBe(7)
  })

  it('is warned of twice, and ends the exam the third time', () => {
    const { world, dispatch, see, state, window, server, let: act } = openQuiz('warn')
    dispatch({ type: 'chosen', answer: 7 })
    for (const [kind, remaining] of [
      ['hidden', 1],
      ['back', 0],
    ] as const) {
      see(kind)
      act('send-report')
      expect(window.shown.at(-1)).toMatchObject({ message: { type: 'warning', kind, remaining } })
      world.pass(2000)
    }
    see('hidden')
    act('send-report')
    act('ask-clock')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ finishReason: 'Auto submission', isLate: false })
    expect(server.answers.get('q1')?.answer).toBe(7)
  })

  it.each(['hidden', 'blur', 'devtools', 'back', 'offline', 'blocked-key'] as const)(
    '(%s) is only reported where the exam observes, and after a bad net',
    (kind) => {
      const { see, state, window, wait, let: act } = openQuiz('observe')
      see(kind)
      act('send-report', 'lost-request')
      wait('report 1')
      act('send-report')
      expect(state()).toMatchObject({ phase: { at: 'open' }, reports: [] })
      expect(window.shown).toEqual([])
    },
  )

  it('is told how long it took, also when it has ended the exam', () => {
    const { see, state, find, let: act } = openQuiz('strict')
    see('hidden')
    act('send-end')
    expect(state().phase.at).toBe('ended')
    see('hidden', 4000)
    expect(find('send-report')).toMatchObject({ observed: { durationMs: 4000 }, answers: [] })
  })
})

describe('a page that is left', () => {
  it.each([
    { mode: 'strict', answers: 0, isClosed: true },
    { mode: 'warn', answers: 1, isClosed: false },
    { mode: 'observe', answers: 1, isClosed: false },
  ] as const)('sends what is in flight once more ($mode)', ({ mode, answers, isClosed }) => {
    const { answer, hearAll, dispatch, find, state, server, let: act } = openQuiz(mode)
    answer()
    hearAll()
    dispatch({ type: 'page-hidden' })
    const report = { observed: { kind: 'refresh' }, answers: [{ questionId: 'q1' }] }
    const last = find('send-last')
    expect(last).toMatchObject({ report, finish: null })
    expect(last?.type === 'send-last' && last.answers.length).toBe(answers)
    expect(state().queue.isClosed).toBe(isClosed)
    act('send-last')
    expect(server.answers.size).toBe(1)
    expect(server.finishReason()).toBe(mode === 'strict' ? 'Page refreshed or closed' : null)
  })
})

describe('two windows', () => {
  function openTwo() {
    const quiz = openQuiz()
    const other = quiz.world.openWindow()
    if (!other) throw new Error('over')
    return { ...quiz, other }
  }

  it('know of one another, until one is closed', () => {
    const { other, state, dispatch } = openTwo()
    expect([state().otherWindows, other.state.otherWindows]).toEqual([['window 1'], ['window 0']])
    dispatch({ type: 'window-heard', from: 'window 1', message: { type: 'bye' } })
    expect(state().otherWindows).toEqual([])
  })

  it('send an answer once, and end together', () => {
    const { world, window, other, answer, hearAll, device, let: act } = openTwo()
    answer()
    hearAll()
    world.kill(other)
    const third = world.openWindow()
    expect(third?.state.queue.waiting).toHaveLength(1)
    act('send-answer')
    expect(third?.state.queue).toMatchObject({ waiting: [], lastSaved: 'q1' })
    world.server.finish([], 'Completed', world.now())
    world.dispatch(window, { type: 'browser', change: 'shown' })
    for (const call of ['ask-clock', 'ask-clock', 'load-answers', 'send-end']) act(call)
    expect(window.state.phase.at).toBe('ended')
    expect(third?.state.phase.at).toBe('sending')
    expect(device.rows()).toEqual([])
  })
})
