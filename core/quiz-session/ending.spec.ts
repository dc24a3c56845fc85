import { describe, expect, it } from 'vitest'
import { refuse } from '#test/quiz-session-calls.ts'
import { openLastQuestion, openQuiz } from '#test/quiz-session-window.ts'
import { graceMs } from '../attempts/deadline.ts'
import { hasEndFailed } from './phase.ts'
import { isLastQuestion, isLocked } from './session-state.ts'

const completed = { at: 'ended', finishReason: 'Completed', isLate: false, notTaken: [] }

describe('a finish', () => {
  it('comes by itself after the last answer, once that has got through', () => {
    const { answer, calls, state, wait, server, let: act } = openLastQuestion()
    expect(isLastQuestion(state())).toBe(true)
    answer()
    wait('next')
    expect(state().phase).toMatchObject({ at: 'sending', step: 'draining' })
    expect(calls()).toEqual(['send-answer'])
    act('send-answer')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject(completed)
    expect(server.answers.size).toBe(4)
  })

  it('includes answers that a slow network has held up for ten seconds', () => {
    const { answer, state, find, window, wait, server, let: act } = openLastQuestion()
    answer()
    wait('next')
    expect(window.timers.get('end')).toBe(10_000)
    wait('end')
    act('load-answers')
    expect(find('send-end')).toMatchObject({ answers: [{ questionId: 'q4' }], timeoutMs: 30_000 })
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', isLate: false })
    expect(server.answers.size).toBe(4)
  })

  it('is sent once more, with pending answers, if the page closes before the reply', () => {
    const { answer, wait, dispatch, find, server, let: act } = openLastQuestion()
    answer()
    wait('next')
    dispatch({ type: 'page-hidden' })
    expect(find('send-last')).toMatchObject({ finish: [{ questionId: 'q4' }], report: null })
    act('send-last')
    expect(server.finishReason()).toBe('Completed')
    expect(server.answers.size).toBe(4)
  })

  it.each(['fault', 'busy', 'lost-reply', 'pass'] as const)(
    'that fails is sent again until the server accepts it, and the page says so: then %s',
    (outcome) => {
      const { answer, wait, state, window, server, let: act } = openLastQuestion()
      answer()
      wait('next')
      wait('end')
      act('load-answers')
      act('send-end', 'fault')
      expect(state().phase).toMatchObject({ at: 'failed', isTriedAgain: true })
      wait('end')
      expect(hasEndFailed(state().phase)).toBe(true)
      act('load-answers')
      act('send-end', outcome)
      if (outcome !== 'pass') {
        expect(hasEndFailed(state().phase)).toBe(true)
        expect(window.timers.get('end')).toBeGreaterThan(1000)
        wait('end')
        act('load-answers')
        act('send-end')
      }
      expect(state().phase).toMatchObject(completed)
      expect(server.answers.size).toBe(4)
    },
  )

  it('that fails is not sent twice by a press and by itself', () => {
    const { answer, submit, wait, calls, state, let: act } = openLastQuestion()
    answer()
    act('send-answer')
    wait('next')
    act('load-answers')
    act('send-end', 'fault')
    submit()
    act('load-answers')
    wait('end')
    expect(calls()).toEqual(['send-end'])
    act('send-end')
    expect(state().phase.at).toBe('ended')
  })

  it('of an attempt that is gone is tried again only when asked', () => {
    const {
      answer,
      submit,
      wait,
      calls,
      dispatch,
      find,
      window,
      state,
      let: act,
    } = openLastQuestion()
    answer()
    act('send-answer')
    wait('next')
    act('load-answers')
    const sent = find('send-end')
    if (sent?.type !== 'send-end') throw new Error('Nothing was sent')
    dispatch({ type: 'end-failed', sent, failure: refuse('attempt-not-found') })
    expect(state().phase).toMatchObject({ at: 'failed', isTriedAgain: false })
    dispatch({ type: 'browser', change: 'online' })
    expect(calls()).toEqual(['send-end'])
    submit()
    expect(window.calls).toHaveLength(2)
  })

  it('that fails keeps the page, and is tried again when asked', () => {
    const { answer, submit, wait, state, let: act } = openLastQuestion()
    answer()
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

  it('is retried six times on a busy server, and then reported', () => {
    const { answer, wait, state, let: act } = openLastQuestion()
    answer()
    act('send-answer')
    wait('next')
    for (let n = 0; n < 7; n += 1) {
      if (n > 0) wait('end')
      act('load-answers')
      act('send-end', 'busy')
    }
    expect(state().phase.at).toBe('failed')
  })

  it('whose reply is lost does not make its answers late', () => {
    const { answer, wait, state, let: act } = openLastQuestion()
    answer()
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

describe('the end of the time', () => {
  it('sends pending answers and the choice on screen along', () => {
    const { answer, dispatch, reachDeadline, wait, state, server, let: act } = openQuiz()
    answer()
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

  it.each([
    { pollSeconds: undefined, jitter: 1, delayMs: 500, timeoutMs: 10_500 },
    { pollSeconds: 26, jitter: 0, delayMs: 500, timeoutMs: 10_500 },
    { pollSeconds: 26, jitter: 1, delayMs: 5_500, timeoutMs: 5_500 },
  ])('spreads the ends of a large class over 5 s, each in time for a retry: $delayMs ms', (row) => {
    const { world, window, server, dispatch, state, find, wait, let: act } = openQuiz()
    server.pollSeconds = row.pollSeconds
    wait('poll')
    act('ask-clock')
    dispatch({ type: 'chosen', answer: 7 })
    world.pass(state().endsAt - world.now())
    world.dispatch(window, { type: 'time-over' }, row.jitter)
    // It is over for the student from the first moment.
    expect(isLocked(state())).toBe(true)
    dispatch({ type: 'chosen', answer: 8 })
    expect(window.timers.get('end')).toBe(row.delayMs)
    world.pass(row.delayMs - Math.min(1000, row.delayMs))
    wait('end')
    world.pass(2000)
    act('ask-clock', 'lost-request')
    act('load-answers')
    const sent = find('send-end')
    expect(sent).toMatchObject({ kind: 'expired', timeoutMs: row.timeoutMs })
    world.pass(row.timeoutMs)
    act('send-end', 'lost-request')
    wait('end')
    expect(world.now()).toBeLessThan(state().endsAt + graceMs)
    act('ask-clock')
    act('load-answers')
    act('send-end')
    expect(server.answers.get('q1')?.answer).toBe(7)
  })

  it('asks the clock for two seconds at most: the end has fifteen to arrive', () => {
    const { reachDeadline, wait, find } = openQuiz()
    reachDeadline()
    wait('end')
    expect(find('ask-clock')).toMatchObject({ timeoutMs: 2_000 })
  })

  it('takes over from a pending finish, and ends the attempt once', () => {
    const { answer, wait, reachDeadline, state, let: act } = openLastQuestion()
    answer()
    wait('next')
    reachDeadline()
    reachDeadline()
    wait('end')
    act('ask-clock', 'lost-request')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Time expired' })
  })

  it('keeps the choice on the device while a failed end is tried again', () => {
    const { reachDeadline, wait, state, dispatch, device, server, let: act } = openQuiz()
    dispatch({ type: 'chosen', answer: 7 })
    reachDeadline()
    wait('end')
    act('ask-clock')
    act('load-answers')
    act('send-end', 'fault')
    expect(state().phase).toMatchObject({ at: 'failed', ending: { kind: 'expired' } })
    expect(device.rows()).toMatchObject([{ questionId: 'q1', answer: 7 }])
    wait('end')
    act('ask-clock')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Time expired' })
    expect(server.answers.get('q1')?.answer).toBe(7)
  })

  it('shows a failure, and tries again when asked', () => {
    const { reachDeadline, wait, state, dispatch, let: act } = openQuiz()
    reachDeadline()
    wait('end')
    act('ask-clock')
    act('load-answers')
    act('send-end', 'fault')
    expect(state().phase).toMatchObject({ at: 'failed', ending: { kind: 'expired' } })
    dispatch({ type: 'submitted' })
    act('ask-clock')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Time expired' })
  })

  it('too long ago for pending answers is reported', () => {
    const { world, answer, reachDeadline, wait, state, let: act } = openQuiz()
    answer()
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
    expect(state().phase).toMatchObject(phase)
    expect(state().queue.saved).toEqual([])
  })
})

describe('answers that the end came too early for', () => {
  /** Offline from the first answer on, and back after the grace period. */
  function missTheEnd() {
    const quiz = openQuiz()
    const { world, answer, dispatch, reachDeadline, wait, let: act } = quiz
    answer()
    wait('next')
    dispatch({ type: 'chosen', answer: 7 })
    reachDeadline()
    wait('end')
    act('ask-clock', 'lost-request')
    act('load-answers')
    act('send-end', 'lost-request')
    world.pass(60_000)
    return quiz
  }

  function reconnect({ wait, let: act }: ReturnType<typeof openQuiz>) {
    wait('end')
    act('ask-clock')
    act('load-answers')
    act('send-end')
  }

  it('stay on the device while it is offline, even a choice that was not submitted', () => {
    const { device, state } = missTheEnd()
    expect(device.rows().map(({ questionId }) => questionId)).toEqual(['q1', 'q2'])
    expect(device.rows().at(-1)?.sequence).toBeLessThanOrEqual(state().endsAt + 1)
  })

  it('are sent as late, and leave the device once the server confirms it', () => {
    const quiz = missTheEnd()
    reconnect(quiz)
    const { server, device, state, find, let: act } = quiz
    expect(find('send-late')).toMatchObject({
      answers: [{ questionId: 'q1' }, { questionId: 'q2', answer: 7 }],
    })
    expect(device.rows()).toHaveLength(2)
    act('send-late')
    expect(server.late).toMatchObject([{ questionId: 'q1' }, { questionId: 'q2', answer: 7 }])
    expect(state().phase).toMatchObject({ late: { step: 'idle', kept: ['q1', 'q2'] } })
    expect(state().queue).toMatchObject({ saved: [], waiting: [] })
    expect(device.rows()).toEqual([])
  })

  it('become what the server says of each: saved, late or declined', () => {
    const quiz = missTheEnd()
    reconnect(quiz)
    const { device, state, find, dispatch } = quiz
    const sent = find('send-late')
    if (sent?.type !== 'send-late') throw new Error('nothing is sent as late')
    dispatch({ type: 'late-taken', sent, outcome: { saved: ['q1'], late: [], declined: ['q2'] } })
    expect(state().queue).toMatchObject({ saved: ['q1'], waiting: [] })
    expect(state().phase).toMatchObject({ late: { step: 'idle', kept: [], declined: ['q2'] } })
    expect(device.rows()).toEqual([])
  })

  it('are kept when a device slept and believes that it is in time', () => {
    const { server, device, dispatch, wait, reachDeadline, answer, find, let: act } = openQuiz()
    answer()
    wait('next')
    dispatch({ type: 'chosen', answer: 7 })
    server.aheadMs = 60_000
    reachDeadline()
    wait('end')
    act('ask-clock', 'lost-request')
    act('load-answers')
    act('send-end')
    expect(device.rows().map(({ questionId }) => questionId)).toContain('q1')
    expect(find('send-late')).toMatchObject({
      answers: [{ questionId: 'q1' }, { questionId: 'q2', answer: 7 }],
    })
  })

  it('are sent again after a lost reply, and at once when the browser is online', () => {
    const quiz = missTheEnd()
    reconnect(quiz)
    const { device, state, dispatch, wait, let: act } = quiz
    act('send-late', 'lost-reply')
    wait('late')
    act('send-late', 'busy')
    expect(state().phase).toMatchObject({ late: { step: 'pausing', failures: 2 } })
    dispatch({ type: 'browser', change: 'online' })
    expect(device.rows()).toHaveLength(2)
    act('send-late')
    expect(device.rows()).toEqual([])
  })

  it('stay on the device if the attempt has been reopened by then', () => {
    const quiz = missTheEnd()
    reconnect(quiz)
    const { world, server, device, state, let: act } = quiz
    server.reopen(world.now())
    act('send-late')
    expect(state().phase).toMatchObject({ late: { step: 'pausing', kept: [] } })
    expect(device.rows()).toHaveLength(2)
  })
})

describe('an end whose reply names no answers', () => {
  /** Time is up with one answer waiting; the end is under way. */
  function openEnd() {
    const quiz = openQuiz()
    quiz.answer()
    quiz.reachDeadline()
    quiz.wait('end')
    quiz.let('ask-clock', 'lost-request')
    quiz.let('load-answers')
    const sent = quiz.find('send-end')
    if (sent?.type !== 'send-end') throw new Error('no end under way')
    return { ...quiz, sent }
  }

  it.each([
    { title: 'in time, by the time', secondsLate: 15, finishReason: 'Time expired', saved: ['q1'] },
    { title: 'in time, by the student', secondsLate: 15, finishReason: 'Completed', saved: ['q1'] },
    { title: 'in time, by staff', secondsLate: 15, finishReason: 'Ended by staff', saved: [] },
    { title: 'too late, by the time', secondsLate: 16, finishReason: 'Time expired', saved: [] },
    { title: 'too late, by staff', secondsLate: 16, finishReason: 'Ended by staff', saved: [] },
  ])('saves what it carried only if it was this page’s own: $title', (row) => {
    const { world, state, dispatch, sent } = openEnd()
    world.pass(state().endsAt + row.secondsLate * 1000 - world.now())
    dispatch({ type: 'end-taken', sent, finishReason: row.finishReason })
    expect(state().queue.saved).toEqual(row.saved)
    expect(state().queue.waiting.map(({ questionId }) => questionId)).toEqual(
      row.saved.length > 0 ? [] : ['q1'],
    )
  })
})

describe('an attempt that was ended elsewhere', () => {
  it('reports how it ended, and which answers had not arrived', () => {
    const { world, answer, state, server, let: act } = openQuiz()
    server.finish([], 'User pressed back button', world.now())
    answer()
    act('send-answer')
    act('ask-clock')
    act('load-answers')
    act('send-end')
    const phase = { at: 'ended', finishReason: 'User pressed back button', notTaken: ['q1'] }
    expect(state().phase).toMatchObject(phase)
  })

  it('has not accepted answers that only went along with the question how it ended', () => {
    const { answer, state, find, dispatch, device, let: act } = openQuiz()
    answer()
    dispatch({ type: 'window-message', from: 'window 1', message: { type: 'ended' } })
    act('ask-clock', 'lost-request')
    act('load-answers')
    const sent = find('send-end')
    if (sent?.type !== 'send-end') throw new Error('no end under way')
    expect(sent.answers).toMatchObject([{ questionId: 'q1' }])
    dispatch({ type: 'end-taken', sent, finishReason: 'Completed' })
    expect(state().phase).toMatchObject({ at: 'ended', notTaken: ['q1'] })
    expect(state().queue.saved).toEqual([])
    expect(device.rows()).toHaveLength(1)
  })

  it('and reopened since, but not resumed, ends with its reason; its answer is saved', () => {
    const { world, answer, state, server, let: act } = openQuiz()
    server.finish([], 'User pressed back button', world.now())
    answer()
    act('send-answer')
    server.reopen(world.now())
    act('ask-clock')
    act('load-answers')
    act('send-end')
    const phase = { at: 'ended', finishReason: 'User pressed back button' }
    expect(state().phase).toMatchObject(phase)
    expect(server.finishReason()).toBeNull()
    expect([...server.answers.keys()]).toEqual(['q1'])
  })

  it('and reopened and resumed since goes on', () => {
    const { world, answer, state, server, let: act } = openQuiz()
    server.finish([], 'User pressed back button', world.now())
    answer()
    act('send-answer')
    server.reopen(world.now())
    server.resume(world.now())
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

  it('gets two warnings, and ends the exam the third time', () => {
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

  it('is reported with its duration, even when it has ended the exam', () => {
    const { see, state, find, let: act } = openQuiz('strict')
    see('hidden')
    act('send-end')
    expect(state().phase.at).toBe('ended')
    see('hidden', 4000)
    expect(find('send-report')).toMatchObject({ observed: { durationMs: 4000 }, answers: [] })
  })
})
