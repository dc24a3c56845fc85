import {
  applyChange,
  type QuestionNote,
  type QuestionProgress,
  untouched,
} from '#core/attempts/free-paper.ts'
import type { PendingAnswer, SessionEffect } from '#core/quiz-session/effects.ts'
import type { SessionEvent } from '#core/quiz-session/events.ts'
import { advanceFreeSession, createFreeSession } from '#core/quiz-session/free-session.ts'
import type { SessionState } from '#core/quiz-session/session-state.ts'

type Sent = number | QuestionNote
type Change = PendingAnswer<Sent>
type Effect = SessionEffect<Sent>
type Event = SessionEvent<Sent>
type Progress = Record<string, QuestionProgress<number>>

export type FreeWindow = {
  readonly name: string
  state: SessionState<Sent>
  calls: Effect[]
  replies: Event[]
  timers: Set<string>
  isAlive: boolean
}

const questionIds = ['q1', 'q2', 'q3', 'q4']

function add(progress: Progress, { questionId, answer, sequence }: Change) {
  progress[questionId] = applyChange(progress[questionId] ?? untouched, answer, sequence)
}

/** Without numbers, and without where it was seen last. */
function summarize(progress: Readonly<Record<string, QuestionProgress<Sent>>>) {
  return Object.fromEntries(
    questionIds.map((id) => {
      const { answer, mark } = progress[id] ?? untouched
      return [id, { answer: answer?.value ?? null, isMarked: mark?.value ?? false }]
    }),
  )
}

/** A free paper in the windows of one browser, a server and a net, all moved by hand. */
export function createFreeWorld() {
  let at = 1_000_000
  let rows: Change[] = []
  let lastSequence = 0
  let isOver = false
  const endsAt = at + 30 * 60_000
  const server: Progress = {}
  const model: Progress = {}
  const windows: FreeWindow[] = []
  const removeRow = ({ questionId, sequence }: { questionId: string; sequence: number }) => {
    rows = rows.filter((row) => row.sequence !== sequence || row.questionId !== questionId)
  }

  function openWindow(): FreeWindow {
    const waiting = rows.toSorted((one, other) => one.sequence - other.sequence)
    const saved = questionIds.filter((id) => server[id]?.answer?.value != null)
    const input = { questionIds, mode: 'observe' as const, endsAt, saved, waiting }
    const state = createFreeSession<number>(input, { ...server })
    const name = `window ${windows.length}`
    const opened = { name, state, calls: [], replies: [], timers: new Set<string>(), isAlive: true }
    windows.push(opened)
    dispatch(opened, { type: 'started' })
    return opened
  }

  function dispatch(window: FreeWindow, event: Event) {
    const [state, effects] = advanceFreeSession<number>(window.state, { ...event, at, jitter: 0.5 })
    window.state = state
    for (const effect of effects) applyEffect(window, effect)
  }

  function applyEffect(window: FreeWindow, effect: Effect) {
    switch (effect.type) {
      case 'wait':
        return window.timers.add(effect.timer)
      case 'store-answer': {
        const { answer } = effect
        lastSequence = Math.max(answer.sequence, lastSequence + 1)
        const stored = { ...answer, sequence: lastSequence }
        rows.push(stored)
        add(model, stored)
        return window.replies.push({ type: 'answer-stored', sent: effect, sequence: lastSequence })
      }
      case 'forget-answer':
        return removeRow(effect.answer)
      case 'clear-attempt':
        return effect.answers.forEach(removeRow)
      case 'broadcast':
        for (const other of windows)
          if (other !== window && other.isAlive)
            dispatch(other, { type: 'window-message', from: window.name, message: effect.message })
        return
      case 'load-answers':
      case 'send-answer':
      case 'send-end':
      case 'ask-clock':
        return window.calls.push(effect)
    }
  }

  /** A call arrives, or does not; so does its reply. */
  function act(window: FreeWindow, n: number) {
    const call = window.calls.splice(n % Math.max(1, window.calls.length), 1)[0]
    if (call) answer(window, call, n % 4)
  }

  /** 0: the call is lost, 1: only its reply. */
  function answer(window: FreeWindow, call: Effect, outcome: number) {
    const failure = { kind: 'offline' } as const
    const isLost = outcome === 0
    switch (call.type) {
      case 'send-answer':
        if (!isLost && !isOver) add(server, call.answer)
        return window.replies.push(
          outcome < 2
            ? { type: 'answer-failed', sent: call, failure }
            : { type: 'answer-taken', sent: call, endsAt },
        )
      case 'load-answers':
        return window.replies.push({ type: 'answers-loaded', sent: call, answers: [...rows] })
      case 'send-end':
        if (!isLost && !isOver) {
          for (const one of call.answers) add(server, one)
          isOver = true
        }
        return window.replies.push(
          outcome < 2
            ? { type: 'end-failed', sent: call, failure }
            : { type: 'end-taken', sent: call, finishReason: 'Completed' },
        )
      case 'ask-clock': {
        const elsewhere = { isActive: true, answered: [], progress: { ...server } }
        const clock = { isRunning: !isOver, endsAt, elsewhere }
        return window.replies.push(
          outcome < 2
            ? { type: 'clock-failed', sent: call }
            : { type: 'clock-received', sent: call, clock },
        )
      }
    }
  }

  function hear(window: FreeWindow, n: number) {
    const event = window.replies.splice(n % Math.max(1, window.replies.length), 1)[0]
    if (event) dispatch(window, event)
  }

  function receiveAll(window: FreeWindow) {
    while (window.replies.length > 0) hear(window, 0)
  }

  function fire(window: FreeWindow, n: number) {
    const timer = [...window.timers][n % Math.max(1, window.timers.size)]
    if (timer === undefined) return
    window.timers.delete(timer)
    at += 1000
    dispatch(window, { type: 'waited', timer })
  }

  const listAlive = () => windows.filter(({ isAlive }) => isAlive)

  return {
    windows,
    listAlive,
    openWindow,
    dispatch,
    act,
    hear,
    receiveAll,
    fire,
    now: () => at,
    /** Also back: a device's clock may be put right. */
    pass(ms: number) {
      at += ms
    },
    kill(window: FreeWindow) {
      window.isAlive = false
    },
    device: {
      rows: () => rows,
      clear() {
        rows = []
        lastSequence = 0
      },
    },
    /** On another device, whose clock may be ahead. */
    changeElsewhere(questionId: string, chosen: number, sequence: number) {
      add(server, { questionId, answer: chosen, sequence })
    },
    poll() {
      for (const window of listAlive()) {
        dispatch(window, { type: 'waited', timer: 'poll' })
        while (window.calls.length > 0) act(window, 3)
        receiveAll(window)
      }
    },
    /** The net is well, the server answers, and everybody waits until nothing moves. */
    runUntilIdle() {
      for (let round = 0; round < 60; round += 1)
        for (const window of listAlive()) {
          receiveAll(window)
          for (const call of window.calls.splice(0)) answer(window, call, 3)
          receiveAll(window)
          const due = [...window.timers].filter((timer) => timer !== 'poll')
          for (const timer of due) {
            window.timers.delete(timer)
            at += 100
            dispatch(window, { type: 'waited', timer })
          }
        }
    },
    readServer: () => summarize(server),
    /** All that any window has done, by the device's numbers. */
    readModel: () => summarize(model),
    readWindow: ({ state }: FreeWindow) => summarize(state.free?.progress ?? {}),
  }
}
