import { NetworkFault, Refused } from '../../api.ts'
import { type Watchable, watchable } from './watchable.ts'

export type Choice = { readonly questionId: string; readonly selectedOption: number }
/** `sequence` is the moment of choosing by the server's clock: the server keeps the highest. */
export type WaitingAnswer = Choice & { readonly sequence: number }

export type QueueState = {
  /** Not yet acknowledged, oldest first. */
  readonly waiting: readonly WaitingAnswer[]
  /** The server said so. */
  readonly saved: ReadonlySet<string>
  readonly lastSaved: string | null
  /** Why nothing gets through: the net, or what the server said. */
  readonly trouble: 'offline' | { readonly says: string } | null
  /** The server takes no more answers for this attempt. */
  readonly isOver: boolean
}

type Given = {
  readonly send: (answer: WaitingAnswer) => Promise<unknown>
  readonly pause: (failures: number, atLeastMs?: number) => Promise<void>
  readonly now: () => number
  readonly saved: readonly string[]
}

export type AnswerQueue = Watchable<QueueState> & {
  readonly add: (choice: Choice) => void
  /** What is not acknowledged yet, with `last` at its end. */
  readonly left: (last?: Choice) => readonly WaitingAnswer[]
  /** Sends nothing more by itself, and hands over what is left. */
  readonly close: (last?: Choice) => readonly WaitingAnswer[]
  /** When nothing is waiting any more, or nothing can be sent. */
  readonly drained: () => Promise<void>
}

/** Sends answers one by one, in order, and tries again until the server has said yes. */
export function openAnswerQueue({ send, pause, now, saved }: Given): AnswerQueue {
  const state = watchable<QueueState>({
    waiting: [],
    saved: new Set(saved),
    lastSaved: saved.at(-1) ?? null,
    trouble: null,
    isOver: false,
  })
  let lastSequence = 0
  let isClosed = false
  let work: Promise<void> | null = null

  const change = (changed: Partial<QueueState>) => state.set({ ...state.get(), ...changed })
  const left = (last?: Choice) => {
    const { waiting } = state.get()
    if (!last) return waiting
    lastSequence = Math.max(lastSequence + 1, Math.round(now()))
    return [...waiting, { ...last, sequence: lastSequence }]
  }

  async function sendAll() {
    for (let failures = 0; !isClosed; ) {
      const next = state.get().waiting[0]
      if (!next) return
      try {
        await send(next)
        failures = 0
        change(afterSaving(state.get(), next))
      } catch (fault) {
        if (isFinal(fault)) return change({ isOver: true })
        failures += 1
        change({ trouble: troubleOf(fault) })
        await pause(failures, retryAfterMs(fault))
      }
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    add(choice) {
      if (isClosed || state.get().isOver) return
      change({ waiting: left(choice) })
      work ??= sendAll().finally(() => {
        work = null
      })
    },
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

function afterSaving(state: QueueState, answer: WaitingAnswer): Partial<QueueState> {
  return {
    waiting: state.waiting.filter(({ sequence }) => sequence !== answer.sequence),
    saved: new Set(state.saved).add(answer.questionId),
    lastSaved: answer.questionId,
    trouble: null,
  }
}

/** The attempt is closed, or gone: trying again would change nothing. */
function isFinal(fault: unknown): boolean {
  return (
    fault instanceof Refused &&
    (fault.code === 'attempt-over' || fault.code === 'attempt-not-found')
  )
}

function troubleOf(fault: unknown): QueueState['trouble'] {
  if (fault instanceof NetworkFault) return 'offline'
  return { says: fault instanceof Error ? fault.message : String(fault) }
}

function retryAfterMs(fault: unknown): number {
  return fault instanceof Refused ? (fault.retryAfterSeconds ?? 0) * 1000 : 0
}
