import { getRetryAfterMs, NetworkError, RefusalError } from '../../client/request.ts'
import type { KeptAnswers } from './kept/kept-answers.ts'
import { type Watchable, watchable } from './watchable.ts'

export type Choice = { readonly questionId: string; readonly selectedOption: number }
/**
 * `sequence` is the moment of choosing by the server's clock, or later if an answer before it was
 * given a later one: the server keeps the highest.
 */
export type WaitingAnswer = Choice & { readonly sequence: number }

export type QueueState = {
  /** Not yet acknowledged, oldest first. */
  readonly waiting: readonly WaitingAnswer[]
  /** The server said so. */
  readonly saved: ReadonlySet<string>
  readonly lastSaved: string | null
  /** Why nothing gets through: the net, or what the server said. */
  readonly trouble: 'offline' | { readonly says: string } | null
  /** The last of those waiting is not on the device yet. */
  readonly isWriting: boolean
  /** What waits outlives the page; if not, the device takes nothing. */
  readonly isKept: boolean
  /** The server takes no more answers for this attempt. */
  readonly isOver: boolean
}

type Given = {
  readonly send: (answer: WaitingAnswer) => Promise<unknown>
  readonly pause: (failures: number, atLeastMs?: number) => Promise<void>
  readonly now: () => number
  readonly kept: Pick<KeptAnswers, 'keep' | 'drop'>
  readonly saved: readonly string[]
  /** Left from before a reload or a crash, oldest first. */
  readonly waiting: readonly WaitingAnswer[]
}

export type AnswerQueue = Watchable<QueueState> & {
  readonly add: (choice: Choice) => void
  /** Another window heard that the server has this one. */
  readonly acknowledge: (answer: Pick<WaitingAnswer, 'questionId' | 'sequence'>) => void
  /** What is not acknowledged yet, with `last` at its end. */
  readonly left: (last?: Choice) => readonly WaitingAnswer[]
  /** Sends nothing more by itself, and hands over what is left. */
  readonly close: (last?: Choice) => readonly WaitingAnswer[]
  /** When nothing is waiting any more, or nothing can be sent. */
  readonly drained: () => Promise<void>
}

/**
 * Writes each answer down on the device, then sends them one by one, in order, and tries again
 * until the server has said yes.
 */
export function openAnswerQueue({ send, pause, now, kept, ...before }: Given): AnswerQueue {
  const state = watchable<QueueState>({
    waiting: before.waiting,
    saved: new Set(before.saved),
    lastSaved: before.saved.at(-1) ?? null,
    trouble: null,
    isWriting: false,
    isKept: true,
    isOver: false,
  })
  let lastSequence = before.waiting.at(-1)?.sequence ?? 0
  let isClosed = false
  let work: Promise<void> | null = null
  let written: Promise<void> = Promise.resolve()

  const change = (changed: Partial<QueueState>) => state.set({ ...state.get(), ...changed })
  const left = (last?: Choice) => {
    const { waiting } = state.get()
    if (!last) return waiting
    lastSequence = Math.max(lastSequence + 1, Math.round(now()))
    return [...waiting, { ...last, sequence: lastSequence }]
  }

  async function write(answer: WaitingAnswer) {
    const sequence = await kept.keep(answer)
    lastSequence = Math.max(lastSequence, sequence ?? 0)
    const numbered = { ...answer, sequence: sequence ?? answer.sequence }
    const waiting = state.get().waiting.map((one) => (one === answer ? numbered : one))
    const isWriting = waiting.at(-1) !== numbered && state.get().isWriting
    change({ waiting, isWriting, isKept: sequence !== null })
  }

  async function sendAll() {
    for (let failures = 0; !isClosed; ) {
      await written
      const next = state.get().waiting[0]
      if (!next || isClosed) return
      try {
        await send(next)
        failures = 0
        acknowledge(next)
      } catch (fault) {
        if (isFinal(fault)) return change({ isOver: true })
        if (isUseless(fault)) {
          failures = 0
          forget(next)
          continue
        }
        failures += 1
        change({ trouble: troubleOf(fault) })
        await pause(failures, getRetryAfterMs(fault))
      }
    }
  }

  function acknowledge(answer: Pick<WaitingAnswer, 'questionId' | 'sequence'>) {
    const one = state.get().waiting.find(({ sequence }) => sequence === answer.sequence)
    if (one) forget(one)
    const saved = new Set(state.get().saved).add(answer.questionId)
    change({ saved, lastSaved: answer.questionId, trouble: null })
  }

  function forget(answer: WaitingAnswer) {
    change({ waiting: state.get().waiting.filter((one) => one !== answer) })
    kept.drop(answer)
  }

  function begin() {
    work ??= sendAll().finally(() => {
      work = null
    })
  }
  if (before.waiting.length > 0) begin()

  return {
    get: state.get,
    subscribe: state.subscribe,
    add(choice) {
      if (isClosed || state.get().isOver) return
      const waiting = left(choice)
      change({ waiting, isWriting: true })
      const added = waiting.at(-1)
      if (added) written = written.then(() => write(added))
      begin()
    },
    acknowledge,
    left,
    close(last) {
      isClosed = true
      change({ waiting: left(last) })
      return state.get().waiting
    },
    drained: async () => {
      await work
    },
  }
}

/** The attempt is closed, or gone: trying again would change nothing. */
function isFinal(fault: unknown): boolean {
  return isRefusedWith(fault, 'attempt-over', 'attempt-not-found')
}

/** Not of this paper: it would stand in the way of all others for ever. */
function isUseless(fault: unknown): boolean {
  return isRefusedWith(fault, 'unknown-question', 'unknown-option', 'invalid-input')
}

function isRefusedWith(fault: unknown, ...codes: readonly RefusalError['code'][]): boolean {
  return fault instanceof RefusalError && codes.includes(fault.code)
}

function troubleOf(fault: unknown): QueueState['trouble'] {
  if (fault instanceof NetworkError) return 'offline'
  return { says: fault instanceof Error ? fault.message : String(fault) }
}
