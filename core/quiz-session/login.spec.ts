import { describe, expect, it } from 'vitest'
import { openLastQuestion, openQuiz } from '#test/quiz-session-window.ts'

describe('an expired login', () => {
  it('is noticed with the next poll of the clock, and cleared once one succeeds', () => {
    const { wait, state, let: act } = openQuiz()
    wait('poll')
    act('ask-clock', 'logged-out')
    expect(state()).toMatchObject({ isLoggedOut: true, phase: { at: 'open' } })
    wait('poll')
    act('ask-clock')
    expect(state().isLoggedOut).toBe(false)
  })

  it('keeps the answers, which are sent at once after the next login', () => {
    const { answer, calls, dispatch, state, let: act } = openQuiz()
    answer()
    act('send-answer', 'logged-out')
    expect(state()).toMatchObject({ isLoggedOut: true, queue: { waiting: [{ questionId: 'q1' }] } })
    expect(calls()).not.toContain('send-answer')
    dispatch({ type: 'logged-in' })
    expect(state().isLoggedOut).toBe(false)
    act('send-answer')
    expect(state().queue).toMatchObject({ saved: ['q1'], waiting: [] })
  })

  it('loses no event seen before the student logs in again', () => {
    const { see, window, dispatch, state, let: act } = openQuiz('warn')
    see('hidden')
    act('send-report', 'logged-out')
    expect(state().reports).toMatchObject([{ observed: { kind: 'hidden' }, state: 'pausing' }])
    dispatch({ type: 'logged-in' })
    act('send-report')
    expect(state().reports).toEqual([])
    expect(window.shown).toMatchObject([{ message: { type: 'warning', violations: 1 } }])
  })

  it('ends nothing by itself: a finish waits for the next login, however long that takes', () => {
    const { answer, wait, dispatch, state, let: act } = openLastQuestion()
    answer()
    act('send-answer')
    wait('next')
    for (let tries = 0; tries < 12; tries += 1) {
      act('load-answers')
      act('send-end', 'logged-out')
      expect(state()).toMatchObject({
        phase: { at: 'sending', step: 'waiting' },
        isLoggedOut: true,
      })
      wait('end')
    }
    act('load-answers')
    act('send-end', 'logged-out')
    dispatch({ type: 'logged-in' })
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Completed' })
  })
})
