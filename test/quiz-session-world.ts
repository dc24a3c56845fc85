import type { IntegrityMode } from '#core/exams/exam.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { advanceSession } from '#core/quiz-session/session.ts'
import { createSession, type SessionState } from '#core/quiz-session/session-state.ts'
import { type CallOutcome, type Effect, type Event, toFailure } from './quiz-session-calls.ts'
import { createResponder } from './quiz-session-responder.ts'
import { findBrokenRules } from './quiz-session-rules.ts'
import { createSessionDevice, createSessionServer } from './quiz-session-server.ts'

type Choice = { readonly questionId: string; readonly answer: number; window: SessionWindow }

export type SessionWindow = {
  readonly name: string
  state: SessionState<number>
  /** Calls under way, oldest first. */
  calls: Effect[]
  /** Received, but not yet handled. */
  replies: Event[]
  timers: Map<string, number>
  shown: Effect[]
  /** The last event, until the window has reported how long it took. */
  observed: ProctoringEvent | null
  isAlive: boolean
}
export type Advance = typeof advanceSession<number>

/** A student's browser with its windows, a server and a net, all moved by hand. */
export function createSessionWorld(mode: IntegrityMode, advance: Advance = advanceSession) {
  const questionIds = ['q1', 'q2', 'q3', 'q4']
  let at = 1_000_000
  const server = createSessionServer(mode, at + 30 * 60_000)
  const device = createSessionDevice()
  const windows: SessionWindow[] = []
  const choices: Choice[] = []
  const violations: string[] = []
  const stored: ProctoringEvent[] = []
  let postponed: readonly string[] = []
  let count = 0
  let latestAt = 0
  /** The server's own clock does not go back, also where the device's was behind. */
  const serverNow = () => {
    latestAt = Math.max(latestAt, at + server.aheadMs)
    return latestAt
  }

  const respond = createResponder(server, device, serverNow)

  /** As far as the attempt is still running. */
  function openWindow() {
    if (server.isOver(at)) return undefined
    server.resume(at)
    const saved = questionIds.filter((id) => server.answers.has(id))
    const endsAt = server.endsAt(serverNow())
    const waiting = device.rows().toSorted((one, other) => one.sequence - other.sequence)
    const unreported = device.reports()
    const state = createSession({
      questionIds,
      mode,
      endsAt,
      saved,
      waiting,
      unreported,
      postponed,
      pause: server.pause(),
      messages: server.messages(),
      timeChanges: server.timeChanges(),
    })
    const name = `window ${windows.length}`
    const opened: SessionWindow = {
      name,
      state,
      calls: [],
      replies: [],
      timers: new Map(),
      shown: [],
      observed: null,
      isAlive: true,
    }
    windows.push(opened)
    dispatch(opened, { type: 'started' })
    dispatch(opened, { type: 'watched' })
    tellOthers(opened, { type: 'hello' })
    return opened
  }

  function dispatch(window: SessionWindow, event: Event, jitter = 0.5) {
    const before = window.state
    const [state, effects] = advance(before, { ...event, at, jitter })
    window.state = state
    const accepted = server.accepted.map(({ questionId }) => questionId)
    violations.push(...findBrokenRules({ before, event, after: state, effects, accepted }))
    for (const effect of effects) applyEffect(window, effect)
  }

  function applyEffect(window: SessionWindow, effect: Effect) {
    switch (effect.type) {
      case 'wait':
        return window.timers.set(effect.timer, effect.ms)
      case 'store-answer': {
        const sequence = device.save(effect.answer)
        return window.replies.push({ type: 'answer-stored', sent: effect, sequence })
      }
      case 'forget-answer':
        return device.remove(effect.answer)
      case 'clear-attempt':
        for (const key of effect.answers) device.remove(key)
        return
      case 'store-report':
        if (device.saveReport(effect.report)) stored.push(effect.report.observed)
        return
      case 'forget-report':
        return device.removeReport(effect.observed)
      case 'broadcast':
        return tellOthers(window, effect.message)
      case 'store-postponed':
        postponed = effect.questionIds
        return
      case 'show-message':
        return window.shown.push(effect)
      default:
        return window.calls.push(effect)
    }
  }

  function tellOthers(
    from: SessionWindow,
    message: Extract<Effect, { type: 'broadcast' }>['message'],
  ) {
    for (const other of windows) {
      if (other === from || !other.isAlive) continue
      dispatch(other, { type: 'window-message', from: from.name, message })
    }
  }

  /** The call arrives, or not; its reply is received later. */
  function act(window: SessionWindow, index: number, outcome: CallOutcome) {
    const call = window.calls.splice(index, 1)[0]
    if (!call) return
    const reply = outcome === 'lost-request' ? null : respond(call, outcome, at)
    const received = outcome === 'lost-reply' || outcome === 'lost-request' ? null : reply
    const event = received ?? toFailure(call, outcome)
    if (event) window.replies.push(event)
  }

  function fire(window: SessionWindow, index: number) {
    const timer = [...window.timers][index]
    if (!timer) return
    window.timers.delete(timer[0])
    at += Math.min(timer[1], 1000)
    dispatch(window, { type: 'waited', timer: timer[0] })
  }

  function hear(window: SessionWindow, index: number) {
    const event = window.replies.splice(index, 1)[0]
    if (event) dispatch(window, event)
  }

  /** Presses Submit with another answer than any before. */
  function choose(window: SessionWindow) {
    const { questionId } = window.state
    count += 1
    const known = window.state.queue.waiting.length
    dispatch(window, { type: 'chosen', answer: count })
    dispatch(window, { type: 'submitted' })
    const isTaken = window.state.queue.waiting.length > known
    if (questionId && isTaken) choices.push({ questionId, answer: count, window })
  }

  /** Something begins or, reported again, ends. */
  function observe(window: SessionWindow, kind: EventKind) {
    const { observed } = window
    window.observed = observed ? null : { kind, at }
    const event = observed ? { ...observed, durationMs: at - observed.at } : { kind, at }
    if (observed || window.state.phase.at === 'open')
      dispatch(window, { type: 'observed', observed: event })
  }

  /** It is gone without a word; what was on its way may have arrived. */
  function kill(window: SessionWindow) {
    window.isAlive = false
  }

  return {
    server,
    device,
    windows,
    choices,
    stored,
    violations,
    now: () => at,
    serverNow,
    pass: (ms: number) => {
      at += ms
    },
    openWindow,
    dispatch,
    act,
    fire,
    hear,
    choose,
    observe,
    kill,
  }
}
