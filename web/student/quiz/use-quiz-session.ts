import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SessionEffect, WindowMessage } from '#core/quiz-session/effects.ts'
import type { SessionEvent } from '#core/quiz-session/events.ts'
import { advanceSession } from '#core/quiz-session/session.ts'
import {
  createSession,
  isIdle,
  type SessionInput,
  type SessionState,
} from '#core/quiz-session/session-state.ts'
import { readStored } from '../../client/browser-storage.ts'
import { createRunner, useObservableStore } from '../../client/effect-runner.ts'
import { isAnswered } from '../../questions/answer-controls.ts'
import { createFlashMessages, toFlashMessage } from './flash-messages.ts'
import { type Answer, openPendingAnswerStore } from './offline/pending-answers.ts'
import { openPendingReportStore } from './offline/pending-reports.ts'
import {
  createSessionCalls,
  type SessionCallsOptions,
  toNotices,
  toWarning,
} from './session-calls.ts'
import type { QuizPaper } from './use-paper.ts'

export type QuizSession = SessionState<Answer>

/**
 * The session of one attempt. It goes on in the background when the screen is left, until nothing
 * waits any more.
 */
export function useQuizSession(
  testId: string,
  paper: QuizPaper,
  createCalls: CreateCalls = createSessionCalls,
  machine: QuizMachine = forwardMachine,
) {
  const client = useQueryClient()
  const [quiz] = useState(() => startSession(client, testId, paper, createCalls, machine))
  const session = useObservableStore(quiz.runner)
  const flashMessage = useObservableStore(quiz.messages)
  const isDone = session.phase.at === 'ended' && session.queue.waiting.length === 0
  useEffect(() => (isDone ? undefined : quiz.listen()), [quiz, isDone])
  useEffect(() => quiz.leave, [quiz])
  const isPaused = session.pause !== null
  // Once the paper is there again.
  useEffect(() => {
    if (!isPaused) quiz.startWatching()
  }, [quiz, isPaused])
  return {
    session: machine.present(session),
    flashMessage,
    dispatch: quiz.runner.dispatch,
    showMessage: quiz.messages.show,
  }
}

/** Applies the effects: calls to the server, or practice in the page. */
export type CreateCalls = (
  options: SessionCallsOptions & { readonly endsAt: number },
) => ReturnType<typeof createSessionCalls>

/** The rules of the paper: those of a free one come with its screen. */
export type QuizMachine = {
  readonly create: (input: SessionInput<Answer>, paper: QuizPaper) => QuizSession
  readonly advance: typeof advanceSession<Answer>
  /** As the screen shows and counts it. */
  readonly present: (session: QuizSession) => QuizSession
}

const forwardMachine: QuizMachine = {
  create: createSession,
  advance: advanceSession,
  present: (session) => session,
}

function startSession(
  client: QueryClient,
  testId: string,
  paper: QuizPaper,
  createCalls: CreateCalls,
  machine: QuizMachine,
) {
  const attemptId = paper.quizAttemptId
  const messages = createFlashMessages()
  const channel = createWindowChannel(attemptId)
  const store = openPendingAnswerStore(attemptId, testId, () => runner.get().endsAt)
  const reports = openPendingReportStore(attemptId, testId, () => runner.get().endsAt)
  const runner = createRunner<QuizSession, SessionEvent<Answer>, SessionEffect<Answer>>({
    initial: machine.create(
      {
        questionIds: paper.questions.map(({ _id }) => _id),
        mode: paper.integrityMode,
        endsAt: Date.parse(paper.endsAt),
        saved: paper.questions.filter(isAnswered).map(({ _id }) => _id),
        waiting: paper.waiting,
        unreported: paper.unreported,
        postponed: readStored('postponed-questions', attemptId)?.split(' ') ?? [],
        warnings: paper.warnings && {
          counted: paper.warnings.counted,
          waiting: paper.warnings.waiting && toWarning(paper.warnings.waiting),
          leftAt: paper.warnings.leftAt === null ? null : Date.parse(paper.warnings.leftAt),
        },
        ...toNotices(paper),
      },
      paper,
    ),
    advance: machine.advance,
    onWaited: (timer) => ({ type: 'waited', timer }),
    applyEffect: createCalls({
      client,
      attemptId,
      testId,
      store,
      reports,
      endsAt: Date.parse(paper.endsAt),
      countWaiting: (): number => machine.present(runner.get()).queue.waiting.length,
      onMessage: (message) => messages.show(toFlashMessage(message)),
      onBroadcast: channel.send,
    }),
  })
  runner.dispatch({ type: 'started' })

  if (document.hidden) runner.dispatch({ type: 'browser', change: 'hidden' })
  if (!navigator.onLine) runner.dispatch({ type: 'browser', change: 'offline' })

  const hear = (event: Event) => {
    const received = toSessionEvent(event)
    if (received) runner.dispatch(received)
    startWatching()
  }
  /** A bubble of the browser, such as one after login, may still have the focus. */
  function startWatching() {
    const canStart = !document.hidden && document.hasFocus()
    if (canStart && !runner.get().isWatched) runner.dispatch({ type: 'watched' })
  }
  /** The browser asks before it closes a quiz, or a page that still has something to send. */
  const confirmUnload = (event: BeforeUnloadEvent) => {
    const { mode, phase, queue } = runner.get()
    const isRunning = phase.at !== 'ended' && mode !== 'observe'
    if (isRunning || queue.waiting.length > 0) event.preventDefault()
  }
  function listen() {
    startWatching()
    const leaveChannel = channel.listen((from, message) =>
      runner.dispatch({ type: 'window-message', from, message }),
    )
    for (const name of windowEvents) window.addEventListener(name, hear)
    document.addEventListener('visibilitychange', hear)
    window.addEventListener('beforeunload', confirmUnload)
    return () => {
      leaveChannel()
      for (const name of windowEvents) window.removeEventListener(name, hear)
      document.removeEventListener('visibilitychange', hear)
      window.removeEventListener('beforeunload', confirmUnload)
    }
  }
  /** The screen is left; what waits is sent all the same, and then the polling ends. */
  function leave() {
    runner.dispatch({ type: 'browser', change: 'hidden' })
    const stopWhenIdle = () => {
      if (runner.get().phase.at === 'open' && isIdle(runner.get())) runner.stop()
    }
    runner.subscribe(stopWhenIdle)
    stopWhenIdle()
  }
  return { runner, messages, listen, leave, startWatching }
}

const windowEvents = ['focus', 'online', 'offline', 'pagehide'] as const

function toSessionEvent({ type }: Event): SessionEvent<Answer> | null {
  switch (type) {
    case 'focus':
      return { type: 'browser', change: 'focused' }
    case 'online':
    case 'offline':
      return { type: 'browser', change: type }
    case 'visibilitychange':
      return { type: 'browser', change: document.hidden ? 'hidden' : 'shown' }
    case 'pagehide':
      return { type: 'page-hidden' }
    default:
      return null
  }
}

type Envelope = { readonly from: string; readonly message: WindowMessage }
type Handler = (from: string, message: WindowMessage) => void

/** Speaks with the windows of this browser in which the same attempt is open. */
function createWindowChannel(attemptId: string) {
  const name = `quiz session ${attemptId}`
  const from = Math.random().toString(36).slice(2)
  let opened: BroadcastChannel | null = null

  function send(message: WindowMessage) {
    const channel = opened ?? openChannel(name)
    channel?.postMessage({ from, message } satisfies Envelope)
    if (channel !== opened) channel?.close()
  }

  return {
    send,
    /** Says that it is here until it is stopped, or the page left. */
    listen(onMessage: Handler): () => void {
      const channel = openChannel(name)
      if (!channel) return () => undefined
      channel.onmessage = ({ data }: MessageEvent<Envelope>) => onMessage(data.from, data.message)
      opened = channel
      const announce = () => send({ type: 'hello' })
      const leave = () => send({ type: 'bye' })
      announce()
      window.addEventListener('pageshow', announce)
      window.addEventListener('pagehide', leave)
      return () => {
        window.removeEventListener('pageshow', announce)
        window.removeEventListener('pagehide', leave)
        leave()
        channel.close()
        opened = null
      }
    },
  }
}

/** Null where a browser blocks site data: Firefox then refuses channels, too. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
