import { describe, expect, it } from 'vitest'
import { openQuiz } from '#test/quiz-session-window.ts'
import type { Warning } from '../proctoring/warnings.ts'
import type { CallFailure, SessionEvent } from './events.ts'
import { getShownWarning, needsWholeScreen } from './warnings.ts'

const refused = {
  kind: 'refused',
  code: 'attempt-not-found',
  message: '',
  retryAfterMs: 0,
} as const
const offline = { kind: 'offline' } as const

/** A window whose reports and acknowledgements the spec answers itself. */
function openWarned() {
  const quiz = openQuiz('warn')
  const { window, world, dispatch } = quiz
  const at = world.now()
  const takeCall = <Type extends string>(type: Type) => {
    const index = window.calls.findIndex((call) => call.type === type)
    return window.calls.splice(index, 1)[0] as Extract<(typeof window.calls)[0], { type: Type }>
  }
  const toOutcome = (violations: number, warning: Warning | null) => {
    return { violations, remaining: 2 - violations, finished: false, warning }
  }
  return {
    ...quiz,
    takeCall,
    first: { number: 1, kind: 'hidden', at, awayMs: 0, isCounted: false } as Warning,
    shown: () => getShownWarning(window.state)?.number ?? null,
    counted: () => window.state.warnings.counted,
    answerReport: (violations: number, warning: Warning | null) =>
      dispatch({
        type: 'report-taken',
        sent: takeCall('send-report'),
        outcome: toOutcome(violations, warning),
      } as SessionEvent<number>),
    toOutcome,
  }
}

describe('a warning', () => {
  it('is shown as the server says until it is read, and does not disappear by itself', () => {
    const { see, answerReport, first, shown, counted, dispatch, calls, window } = openWarned()
    see('hidden')
    answerReport(0, first)
    expect([shown(), counted(), window.shown]).toEqual([1, 0, []])
    dispatch({ type: 'warning-read' })
    expect([shown(), counted(), calls()]).toEqual([null, 1, ['send-acknowledgement']])
    dispatch({ type: 'warning-read' })
    expect(calls(), 'a second press').toEqual(['send-acknowledgement'])
  })

  it('that was read does not return with an outdated reply, but the next one appears', () => {
    const { see, answerReport, first, shown, counted, dispatch, world } = openWarned()
    see('hidden')
    see('blur')
    answerReport(0, first)
    dispatch({ type: 'warning-read' })
    answerReport(0, first)
    expect([shown(), counted()]).toEqual([null, 1])
    world.pass(5_000)
    see('back')
    answerReport(1, { ...first, number: 2, kind: 'back', at: world.now() })
    expect(shown()).toBe(2)
  })

  it('is acknowledged until the server has replied, even after a lost connection', () => {
    const { see, answerReport, first, dispatch, takeCall, window, wait, state, calls } =
      openWarned()
    see('hidden')
    answerReport(0, first)
    dispatch({ type: 'warning-read' })
    const fail = (failure: CallFailure) =>
      dispatch({
        type: 'acknowledgement-failed',
        sent: takeCall('send-acknowledgement'),
        failure,
      })
    fail(offline)
    expect(window.timers.get('warning')).toBe(1000)
    wait('warning')
    fail(offline)
    dispatch({ type: 'browser', change: 'online' })
    fail({ ...refused, code: 'not-signed-in' })
    dispatch({ type: 'logged-in' })
    fail(refused)
    expect(state().warnings.unsent).toBeNull()
    expect(calls()).not.toContain('send-acknowledgement')
  })

  it('read in one window is read in all of them', () => {
    const { see, answerReport, first, shown, counted, dispatch } = openWarned()
    see('hidden')
    answerReport(0, first)
    const message = { type: 'warning-read', number: 1, at: first.at + 1 } as const
    dispatch({ type: 'window-message', from: 'window 1', message })
    expect([shown(), counted()]).toEqual([null, 1])
  })

  it('is not shown once the quiz is over', () => {
    const { see, answerReport, first, shown, reachDeadline } = openWarned()
    see('hidden')
    answerReport(0, first)
    reachDeadline()
    expect(shown()).toBeNull()
  })
})

it('a page that is back reports once how long it was away', () => {
  const { window, world, dispatch, find, calls } = openWarned()
  const leftAt = world.now()
  window.state = { ...window.state, warnings: { ...window.state.warnings, leftAt } }
  world.pass(90_000)
  dispatch({ type: 'started' })
  dispatch({ type: 'started' })
  expect(find('send-report')).toMatchObject({
    observed: { kind: 'refresh', at: leftAt, durationMs: 90_000 },
  })
  expect(calls().filter((type) => type === 'send-report')).toHaveLength(1)
})

it('nothing covers the page from a warning, a pause, a lost login or the end of the time on', () => {
  const { window, dispatch, first } = openWarned()
  const { state } = window
  const pause = { since: first.at, reason: null, leftMs: 1, takenUntil: 0 }
  expect(needsWholeScreen(state)).toBe(false)
  expect(needsWholeScreen({ ...state, warnings: { ...state.warnings, waiting: first } })).toBe(true)
  expect(needsWholeScreen({ ...state, pause })).toBe(true)
  expect(needsWholeScreen({ ...state, isLoggedOut: true })).toBe(true)
  dispatch({ type: 'time-over' })
  expect(needsWholeScreen(window.state)).toBe(true)
})
