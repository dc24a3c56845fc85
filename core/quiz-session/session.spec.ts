import { describe, expect, it } from 'vitest'
import { refuse } from '#test/quiz-session-calls.ts'
import { openQuiz } from '#test/quiz-session-window.ts'
import { type IntegrityMode, integrityModes } from '../exams/exam.ts'
import { isWriting } from './answer-queue.ts'
import { createSession, getUnsubmitted, isIdle, isLastQuestion, isLocked } from './session-state.ts'

describe('an answer', () => {
  it('is stored before it is sent, and removed from the device once the server has it', () => {
    const { choose, receiveAll, calls, device, state, let: act } = openQuiz()
    choose()
    expect(calls()).toEqual([])
    expect(isWriting(state().queue)).toBe(true)
    receiveAll()
    expect(calls()).toEqual(['send-answer'])
    expect(device.rows()).toHaveLength(1)
    expect(state().queue).toMatchObject({ lastSaved: null, waiting: [{ questionId: 'q1' }] })
    act('send-answer')
    expect(state().queue).toMatchObject({ lastSaved: 'q1', saved: ['q1'], waiting: [] })
    expect(device.rows()).toEqual([])
  })

  it('is final: the next question comes half a second later, and Submit does nothing until then', () => {
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

  it('is sent even if the device cannot store it, and the page says so', () => {
    const { answer, device, state, let: act } = openQuiz()
    device.isBroken = true
    answer()
    expect(state().queue.isStored).toBe(false)
    act('send-answer')
    expect(state().queue).toMatchObject({ lastSaved: 'q1', waiting: [] })
  })

  it.each([
    ['a lost request', 'lost-request', 'offline'],
    ['a lost reply', 'lost-reply', 'offline'],
    ['a busy server', 'busy', { message: 'busy' }],
    ['a login that is gone', 'logged-out', { message: 'not-signed-in' }],
    ['a fault', 'fault', { message: 'fault' }],
  ] as const)('is sent again after %s, later each time', (_, outcome, sendError) => {
    const { answer, state, window, wait, let: act } = openQuiz()
    answer()
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
    const { answer, calls, dispatch, let: act } = openQuiz()
    answer()
    act('send-answer', 'lost-request')
    expect(calls()).toEqual([])
    dispatch({ type: 'browser', change: 'online' })
    expect(calls()).toContain('send-answer')
  })

  it.each(['unknown-question', 'unknown-option', 'invalid-input'])(
    'that can never be accepted (%s) delays no other, and its question is asked again',
    (code) => {
      const { answer, state, find, dispatch, calls, wait, window } = openQuiz()
      answer()
      wait('next')
      answer()
      const sent = find('send-answer')
      window.calls.length = 0
      const failure = { kind: 'refused', code, message: '', retryAfterMs: 0 } as const
      if (sent?.type === 'send-answer') dispatch({ type: 'answer-failed', sent, failure })
      expect(calls()).toEqual(['send-answer'])
      wait('next')
      expect(state().questionId).toBe('q1')
    },
  )

  it('is numbered after those of another window, even if the clock is behind', () => {
    const { world, window, answer, state, let: act } = openQuiz()
    const other = world.openWindow()
    if (!other) throw new Error('over')
    world.choose(other)
    answer()
    const [first] = other.state.queue.waiting
    expect(state().queue.waiting[0]?.sequence).toBeGreaterThan(first?.sequence ?? 0)
    act('send-answer')
    expect(world.server.answers.get('q1')?.answer).toBe(2)
    expect(window.state.queue.waiting).toEqual([])
  })
})

describe('after a reload or a crash', () => {
  it.each(integrityModes)(
    'the session continues at the first question without an answer (%s)',
    (mode) => {
      const { world, answer, wait, window, let: act } = openQuiz(mode)
      answer()
      act('send-answer')
      wait('next')
      answer()
      world.kill(window)
      const reopened = world.openWindow()
      expect(reopened?.state).toMatchObject({ questionId: 'q3', queue: { saved: ['q1'] } })
      expect(reopened?.calls).toMatchObject([{ type: 'send-answer', answer: { questionId: 'q2' } }])
    },
  )

  it('an answer has a number of its own, whatever a report of the previous page includes', () => {
    const { world, dispatch, device, window } = openQuiz('strict')
    dispatch({ type: 'chosen', answer: 7 })
    dispatch({ type: 'chosen', answer: 8 })
    dispatch({ type: 'page-hidden' })
    world.kill(window)
    const reopened = world.openWindow()
    const taken = device.reports().at(-1)?.unsubmitted?.sequence ?? Number.NaN
    if (reopened) world.choose(reopened)
    expect(reopened?.state.queue.waiting.at(-1)?.sequence).toBeGreaterThan(taken)
  })

  it('no answer counts as saved if events of the previous page had ended the exam before', () => {
    const { world, see, window } = openQuiz('strict')
    see('hidden')
    see('hidden', 2000)
    world.kill(window)
    const reopened = world.openWindow()
    if (!reopened) throw new Error('The attempt is over')
    const receiveAll = () => {
      while (reopened.replies.length > 0) world.hear(reopened, 0)
    }
    world.act(reopened, 0, 'fault')
    world.act(reopened, 0, 'pass')
    world.choose(reopened)
    world.observe(reopened, 'hidden')
    receiveAll()
    world.act(reopened, 0, 'pass')
    receiveAll()
    expect(reopened.state.phase).toMatchObject({ at: 'ended', notTaken: ['q1'] })
    expect(reopened.state.queue.saved).toEqual([])
  })
})

describe('a session has nothing on its way', () => {
  it('until an answer waits, and again once the server has it', () => {
    const { answer, state, let: act } = openQuiz()
    expect(isIdle(state())).toBe(true)
    answer()
    expect(isIdle(state())).toBe(false)
    act('send-answer', 'lost-request')
    expect(isIdle(state())).toBe(false)
  })

  it('until an event waits to be reported, and again once the server has it', () => {
    const { see, state, wait, let: act } = openQuiz()
    see('hidden')
    act('send-report', 'lost-request')
    expect(isIdle(state())).toBe(false)
    wait('report 1')
    act('send-report')
    expect(isIdle(state())).toBe(true)
  })
})

it.each([
  { title: 'its first reply was lost', outcomes: ['lost-reply'], kept: ['reported'] },
  { title: 'it never had a chance to arrive', outcomes: [], kept: [] },
] as const)('a report that is refused at last may have ended the attempt if $title', (row) => {
  const { see, state, find, dispatch, wait, let: act } = openQuiz('warn')
  see('hidden')
  for (const outcome of row.outcomes) {
    act('send-report', outcome)
    wait('report 1')
  }
  const sent = find('send-report')
  const failure = refuse('attempt-over')
  if (sent?.type === 'send-report') dispatch({ type: 'report-failed', sent, failure })
  expect(state().reports.map((report) => report.state)).toEqual(row.kept)
})

describe('minutes that an admin adds', () => {
  it('show with the next poll of the clock', () => {
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

  it('show with the reply to an answer', () => {
    const { window, server, answer, world, state, let: act } = openQuiz()
    server.addMinutes(5, world.now())
    answer()
    act('send-answer')
    expect(state().endsAt).toBe(server.endsAt())
    expect(window.shown).toEqual([
      { type: 'show-message', message: { type: 'time-added', minutes: 5 } },
    ])
  })

  it('are found at the very end, and the quiz continues', () => {
    const { world, window, server, dispatch, reachDeadline, wait, state, let: act } = openQuiz()
    dispatch({ type: 'chosen', answer: 7 })
    server.addMinutes(10, world.now())
    reachDeadline()
    wait('end')
    act('ask-clock')
    expect(state()).toMatchObject({ phase: { at: 'open' }, chosen: 7, endsAt: server.endsAt() })
    expect(getUnsubmitted(state())).toMatchObject({ answer: 7 })
    expect(window.shown).toHaveLength(1)
  })

  // The message says that the student can go on.
  it.each([
    { earlier: 'send-answer', isAsking: false },
    { earlier: 'send-answer', isAsking: true },
    { earlier: 'ask-clock', isAsking: false },
    { earlier: 'ask-clock', isAsking: true },
  ])('are received at the end from an earlier $earlier, and the quiz continues at once', (row) => {
    const { world, answer, server, dispatch, reachDeadline, wait, state, let: act } = openQuiz()
    answer()
    wait('next')
    dispatch({ type: 'browser', change: 'focused' })
    server.addMinutes(10, world.now())
    reachDeadline()
    if (row.isAsking) wait('end')
    expect(isLocked(state())).toBe(true)
    act(row.earlier)
    expect(state()).toMatchObject({ phase: { at: 'open' }, endsAt: server.endsAt() })
  })

  it('are received even if polls fail at the end, and while a second end waits', () => {
    const { world, answer, server, reachDeadline, wait, state, let: act } = openQuiz()
    answer()
    wait('next')
    reachDeadline()
    wait('end')
    act('ask-clock', 'lost-request')
    act('load-answers')
    act('send-end', 'lost-request')
    server.addMinutes(10, world.now())
    act('send-answer')
    expect(isLocked(state()), 'the end may have arrived').toBe(true)
    wait('end')
    act('ask-clock', 'lost-request')
    expect(state()).toMatchObject({ phase: { at: 'open' }, endsAt: server.endsAt() })
  })

  it('are not reverted by an outdated reply', () => {
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

  it.each(['hidden', 'offline'] as const)('are not polled for while %s', (change) => {
    const { dispatch, wait, calls, window } = openQuiz()
    dispatch({ type: 'browser', change })
    wait('poll')
    expect(calls()).toEqual([])
    expect(window.timers.has('poll')).toBe(true)
  })

  it('are not polled for soon after an answer, whose reply has the deadline as well', () => {
    const { world, server, answer, wait, window, state, let: act } = openQuiz()
    window.timers.set('poll', 1)
    answer()
    server.addMinutes(5, world.now())
    act('send-answer')
    expect(window.timers.get('poll')).toBe(6750)
    expect(state().endsAt).toBe(server.endsAt())
    wait('next')
    // Polling is not put off for ever: only the clock reports another device.
    world.pass(30_000)
    window.timers.set('poll', 1)
    answer()
    act('send-answer')
    expect(window.timers.get('poll')).toBe(1)
    wait('poll')
    act('ask-clock')
    wait('next')
    window.timers.set('poll', 1)
    answer()
    act('send-answer')
    expect(window.timers.get('poll')).toBe(6750)
  })

  it('are polled for as rarely as the server asks, until it stops asking', () => {
    const { server, wait, window, let: act } = openQuiz()
    server.pollSeconds = 26
    wait('poll')
    act('ask-clock')
    expect(window.timers.get('poll')).toBe(20_647)
    server.pollSeconds = undefined
    wait('poll')
    act('ask-clock')
    expect(window.timers.get('poll')).toBe(6750)
  })

  it('are polled for less often while the server does not reply', () => {
    const { wait, window, let: act } = openQuiz()
    const waits = [1, 2, 3, 4].map(() => {
      wait('poll')
      act('ask-clock', 'lost-request')
      return window.timers.get('poll')
    })
    expect(waits).toEqual([13_500, 27_000, 40_000, 40_000])
  })
})

describe('a page that is left', () => {
  it.each([
    { mode: 'strict', answers: 0, isClosed: true },
    { mode: 'warn', answers: 1, isClosed: false },
    { mode: 'observe', answers: 1, isClosed: false },
  ] as const)('sends calls in flight once more ($mode)', ({ mode, answers, isClosed }) => {
    const { answer, dispatch, find, state, server, let: act } = openQuiz(mode)
    answer()
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

  it.each([
    { counted: 0, answers: 1, isClosed: false },
    { counted: 1, answers: 0, isClosed: true },
  ])(
    'ends or warns if the browser did not ask, after $counted reloads (strict)',
    ({ counted, ...expected }) => {
      const { answer, dispatch, find, state, window } = openQuiz('strict')
      const warnings = { ...window.state.warnings, counted }
      window.state = { ...window.state, forgivesReload: true, warnings }
      answer()
      dispatch({ type: 'page-hidden' })
      const last = find('send-last')
      expect(last).toMatchObject({ report: { observed: { kind: 'refresh' } }, finish: null })
      expect(last?.type === 'send-last' && last.answers.length).toBe(expected.answers)
      expect(state().queue.isClosed).toBe(expected.isClosed)
    },
  )

  it.each(integrityModes)('forgives a reload only where the server says so (%s)', (mode) => {
    const input = { questionIds: ['q1'], mode, endsAt: 0, saved: [], waiting: [] }
    const warnings = { counted: 0, waiting: null, leftAt: null }
    expect(createSession(input).forgivesReload).toBe(false)
    expect(createSession({ ...input, warnings }).forgivesReload).toBe(mode === 'strict')
  })
})

describe('before the first question was seen in a window with the focus', () => {
  const openUnwatched = (mode: IntegrityMode) => {
    const quiz = openQuiz(mode)
    quiz.window.state = { ...quiz.window.state, isWatched: false }
    return quiz
  }

  it.each(integrityModes)('leaving does not count (%s), but a blocked key is reported', (mode) => {
    const { see, calls, dispatch } = openUnwatched(mode)
    for (const kind of ['hidden', 'blur', 'devtools', 'back', 'refresh'] as const) see(kind)
    expect(calls()).toEqual([])
    see('blocked-key')
    expect(calls()).toEqual(['send-report'])
    dispatch({ type: 'watched' })
    see('hidden')
    expect(calls()).toEqual(['send-report', mode === 'strict' ? 'send-end' : 'send-report'])
  })

  it.each(integrityModes)('closing sends pending calls, and ends nothing (%s)', (mode) => {
    const { answer, dispatch, server, let: act } = openUnwatched(mode)
    answer()
    dispatch({ type: 'page-hidden' })
    act('send-last')
    expect([server.answers.size, server.finishReason()]).toEqual([1, null])
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
    dispatch({ type: 'window-message', from: 'window 1', message: { type: 'bye' } })
    expect(state().otherWindows).toEqual([])
  })

  it('notice a window that disappeared, and one that is still there', () => {
    const { other, state, dispatch, world } = openTwo()
    const poll = () => dispatch({ type: 'waited', timer: 'poll' })
    for (let polls = 0; polls < 3; polls++) poll()
    expect(state().otherWindows).toEqual(['window 1'])
    world.kill(other)
    poll()
    expect(state().otherWindows, 'until it could have replied').toEqual(['window 1'])
    poll()
    expect(state().otherWindows).toEqual([])
  })

  it('send an answer once, and end together', () => {
    const { world, window, other, answer, device, let: act } = openTwo()
    answer()
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
