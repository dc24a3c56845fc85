import { createObservableStore, type ObservableStore } from '../../../client/observable-store.ts'
import { getRetryAfterMs, NetworkError, RefusalError } from '../../../client/request.ts'
import type { Choice, PendingAnswer } from './pending-answer.ts'
import type { PendingAnswerStore } from './pending-answers.ts'

export type QueueState = {
  /** Not yet acknowledged, oldest first. */
  readonly waiting: readonly PendingAnswer[]
  /** The server said so. */
  readonly saved: ReadonlySet<string>
  readonly lastSaved: string | null
  /** Why nothing gets through: the net, or what the server said. */
  readonly sendError: 'offline' | { readonly message: string } | null
  /** The last of those waiting is not on the device yet. */
  readonly isWriting: boolean
  /** What waits outlives the page; if not, the device takes nothing. */
  readonly isStored: boolean
  /** The server takes no more answers for this attempt. */
  readonly isOver: boolean
}

type AnswerQueueOptions = {
  readonly send: (answer: PendingAnswer) => Promise<unknown>
  readonly pause: (failures: number, atLeastMs?: number) => Promise<void>
  readonly now: () => number
  readonly store: Pick<PendingAnswerStore, 'save' | 'remove'>
  readonly saved: readonly string[]
  /** Left from before a reload or a crash, oldest first. */
  readonly waiting: readonly PendingAnswer[]
}

export type AnswerQueue = ObservableStore<QueueState> & {
  readonly add: (choice: Choice) => void
  /** Another window heard that the server has this one. */
  readonly acknowledge: (answer: Pick<PendingAnswer, 'questionId' | 'sequence'>) => void
  /** What is not acknowledged yet, with `last` at its end. */
  readonly getUnsent: (last?: Choice) => readonly PendingAnswer[]
  /** Sends nothing more by itself, and hands over what is left. */
  readonly close: (last?: Choice) => readonly PendingAnswer[]
  /** When nothing is waiting any more, or nothing can be sent. */
  readonly waitUntilDrained: () => Promise<void>
}

/**
 * Writes each answer down on the device, then sends them one by one, in order, and tries again
 * until the server has said yes.
 */
export function createAnswerQueue({
  send,
  pause,
  now,
  store,
  ...initial
}: AnswerQueueOptions): AnswerQueue {
  const state = createObservableStore<QueueState>({
    waiting: initial.waiting,
    saved: new Set(initial.saved),
    lastSaved: initial.saved.at(-1) ?? null,
    sendError: null,
    isWriting: false,
    isStored: true,
    isOver: false,
  })
  let lastSequence = initial.waiting.at(-1)?.sequence ?? 0
  let isClosed = false
  let work: Promise<void> | null = null
  let lastWrite: Promise<void> = Promise.resolve()

  const update = (changed: Partial<QueueState>) => state.set({ ...state.get(), ...changed })
  const getUnsent = (last?: Choice) => {
    const { waiting } = state.get()
    if (!last) return waiting
    lastSequence = Math.max(lastSequence + 1, Math.round(now()))
    return [...waiting, { ...last, sequence: lastSequence }]
  }

  async function write(answer: PendingAnswer) {
    const sequence = await store.save(answer)
    lastSequence = Math.max(lastSequence, sequence ?? 0)
    const numbered = { ...answer, sequence: sequence ?? answer.sequence }
    const waiting = state.get().waiting.map((one) => (one === answer ? numbered : one))
    const isWriting = waiting.at(-1) !== numbered && state.get().isWriting
    update({ waiting, isWriting, isStored: sequence !== null })
  }

  async function sendAll() {
    for (let failures = 0; !isClosed; ) {
      await lastWrite
      const next = state.get().waiting[0]
      if (!next || isClosed) return
      try {
        await send(next)
        failures = 0
        acknowledge(next)
      } catch (error) {
        if (isFinal(error)) return update({ isOver: true })
        if (isUnacceptable(error)) {
          failures = 0
          forget(next)
          continue
        }
        failures += 1
        update({ sendError: toSendError(error) })
        await pause(failures, getRetryAfterMs(error))
      }
    }
  }

  function acknowledge(answer: Pick<PendingAnswer, 'questionId' | 'sequence'>) {
    const one = state.get().waiting.find(({ sequence }) => sequence === answer.sequence)
    if (one) forget(one)
    const saved = new Set(state.get().saved).add(answer.questionId)
    update({ saved, lastSaved: answer.questionId, sendError: null })
  }

  function forget(answer: PendingAnswer) {
    update({ waiting: state.get().waiting.filter((one) => one !== answer) })
    store.remove(answer)
  }

  function start() {
    work ??= sendAll().finally(() => {
      work = null
    })
  }
  if (initial.waiting.length > 0) start()

  return {
    get: state.get,
    subscribe: state.subscribe,
    add(choice) {
      if (isClosed || state.get().isOver) return
      const waiting = getUnsent(choice)
      update({ waiting, isWriting: true })
      const added = waiting.at(-1)
      if (added) lastWrite = lastWrite.then(() => write(added))
      start()
    },
    acknowledge,
    getUnsent,
    close(last) {
      isClosed = true
      update({ waiting: getUnsent(last) })
      return state.get().waiting
    },
    waitUntilDrained: async () => {
      await work
    },
  }
}

/** The attempt is closed, or gone: trying again would change nothing. */
function isFinal(error: unknown): boolean {
  return isRefusedWith(error, 'attempt-over', 'attempt-not-found')
}

/** Not of this paper: it would stand in the way of all others for ever. */
function isUnacceptable(error: unknown): boolean {
  return isRefusedWith(error, 'unknown-question', 'unknown-option', 'invalid-input')
}

function isRefusedWith(error: unknown, ...codes: readonly RefusalError['code'][]): boolean {
  return error instanceof RefusalError && codes.includes(error.code)
}

function toSendError(error: unknown): QueueState['sendError'] {
  if (error instanceof NetworkError) return 'offline'
  return { message: error instanceof Error ? error.message : String(error) }
}
