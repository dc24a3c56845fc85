import { describe, expect, it } from 'vitest'
import { type Effect, type Event, refuse } from '#test/quiz-session-calls.ts'
import { openLastQuestion, openQuiz } from '#test/quiz-session-window.ts'
import type { CallFailure } from './events.ts'

type Quiz = ReturnType<typeof openQuiz>

/** A quiz in which one kind of call is under way. */
type Sender = {
  readonly name: string
  readonly open: () => Quiz
  readonly call: Effect['type']
  /** The first call of a repetition, where that is another one. */
  readonly repeatedBy?: Effect['type']
  readonly failed: Event['type']
  readonly timer: string
  /** After these it is never sent again by itself. */
  readonly finalCodes: readonly string[]
  /** The end tells of no login, so what follows it only waits. */
  readonly isSentAtLogin?: boolean
}

const senders: readonly Sender[] = [
  {
    name: 'an answer',
    open() {
      const quiz = openQuiz()
      quiz.answer()
      return quiz
    },
    call: 'send-answer',
    failed: 'answer-failed',
    timer: 'send',
    finalCodes: ['attempt-over', 'attempt-not-found', 'unknown-question', 'unknown-option'],
  },
  {
    name: 'a finish',
    open() {
      const quiz = openLastQuestion()
      quiz.answer()
      quiz.let('send-answer')
      quiz.wait('next')
      quiz.let('load-answers')
      return quiz
    },
    call: 'send-end',
    repeatedBy: 'load-answers',
    failed: 'end-failed',
    timer: 'end',
    finalCodes: ['attempt-not-found', 'invalid-input'],
  },
  {
    name: 'a forced end',
    open() {
      const quiz = openQuiz('strict')
      quiz.see('hidden')
      return quiz
    },
    call: 'send-end',
    failed: 'end-failed',
    timer: 'end',
    finalCodes: ['attempt-not-found', 'invalid-input'],
  },
  {
    name: 'a late answer',
    open() {
      const quiz = openQuiz()
      quiz.answer()
      quiz.reachDeadline()
      quiz.wait('end')
      quiz.let('ask-clock', 'lost-request')
      quiz.let('load-answers')
      quiz.let('send-end', 'lost-request')
      quiz.world.pass(60_000)
      quiz.wait('end')
      quiz.let('ask-clock')
      quiz.let('load-answers')
      quiz.let('send-end')
      return quiz
    },
    call: 'send-late',
    failed: 'late-failed',
    timer: 'late',
    finalCodes: ['attempt-not-found', 'invalid-input'],
    isSentAtLogin: false,
  },
  {
    name: 'a report',
    open() {
      const quiz = openQuiz('warn')
      quiz.see('hidden')
      return quiz
    },
    call: 'send-report',
    failed: 'report-failed',
    timer: 'report 1',
    finalCodes: ['attempt-not-found', 'attempt-over', 'invalid-input'],
  },
  {
    name: 'a warning that was read',
    open() {
      const quiz = openQuiz('warn')
      const warning = { number: 1, kind: 'hidden', at: 0, awayMs: 0, isCounted: false } as const
      quiz.see('hidden')
      const sent = take(quiz, 'send-report')
      const outcome = { violations: 0, remaining: 2, finished: false, warning }
      quiz.dispatch({ type: 'report-taken', sent, outcome } as Event)
      quiz.dispatch({ type: 'warning-read' })
      return quiz
    },
    call: 'send-acknowledgement',
    failed: 'acknowledgement-failed',
    timer: 'warning',
    finalCodes: ['attempt-not-found', 'attempt-over', 'invalid-input'],
  },
]

function take({ window }: Quiz, type: Effect['type']): Effect {
  const index = window.calls.findIndex((call) => call.type === type)
  const [call] = index < 0 ? [] : window.calls.splice(index, 1)
  return call ?? expect.unreachable(`no ${type} under way`)
}

const offline: CallFailure = { kind: 'offline' }

describe.each(senders)('$name', (sender) => {
  const { open, call, failed, timer, finalCodes, repeatedBy = call } = sender

  /** Its first call has failed. */
  function openFailed(failure: CallFailure) {
    const quiz = open()
    const fail = (next: CallFailure) => {
      quiz.window.timers.delete(timer)
      quiz.dispatch({ type: failed, sent: take(quiz, call), failure: next } as Event)
    }
    fail(failure)
    return { ...quiz, fail, isUnderWay: () => quiz.calls().includes(repeatedBy) }
  }

  it('waits 1, 2, 4, 8 and 15 s while it is offline', () => {
    const quiz = openFailed(offline)
    for (const ms of [1000, 2000, 4000, 8000, 15_000]) {
      expect(quiz.window.timers.get(timer)).toBe(ms)
      quiz.wait(timer)
      if (repeatedBy !== call) quiz.let(repeatedBy)
      quiz.fail(offline)
    }
  })

  it('waits as long as a busy server asks, and a little longer at random', () => {
    const { window } = openFailed(refuse('busy', 20_000))
    expect(window.timers.get(timer)).toBe(25_000)
  })

  it('is sent again when its own wait is over', () => {
    const { dispatch, isUnderWay, wait } = openFailed(offline)
    dispatch({ type: 'waited', timer: 'another' })
    expect(isUnderWay()).toBe(false)
    wait(timer)
    expect(isUnderWay()).toBe(true)
  })

  it.each([
    { change: 'online', isSent: true },
    { change: 'offline', isSent: false },
    { change: 'hidden', isSent: false },
    { change: 'shown', isSent: false },
    { change: 'focused', isSent: false },
  ] as const)('is sent before its wait is over: $isSent, for a browser that is $change', (row) => {
    const { dispatch, isUnderWay } = openFailed(refuse('busy', 20_000))
    dispatch({ type: 'browser', change: row.change })
    expect(isUnderWay()).toBe(row.isSent)
  })

  it('waits for a login, and is sent at once after it', () => {
    const { dispatch, isUnderWay, window } = openFailed(refuse('not-signed-in'))
    expect(window.timers.get(timer)).toBe(1000)
    dispatch({ type: 'logged-in' })
    expect(isUnderWay()).toBe(sender.isSentAtLogin ?? true)
  })

  it.each(finalCodes)('is not sent again once it is refused with %s', (code) => {
    const { isUnderWay, window, dispatch } = openFailed(refuse(code))
    expect(window.timers.has(timer)).toBe(false)
    expect(window.calls.some(({ type }) => type === call)).toBe(false)
    dispatch({ type: 'browser', change: 'online' })
    if (call !== 'send-answer') expect(isUnderWay()).toBe(false)
  })
})
