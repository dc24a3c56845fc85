import type { CallFailure, Timed } from '#core/quiz-session/events.ts'
import { createObservableStore, type ObservableStore } from './observable-store.ts'
import { getRetryAfterMs, NetworkError, RefusalError } from './request.ts'
import { getServerTime } from './server-clock.ts'

type Wait = { readonly type: 'wait'; readonly timer: string; readonly ms: number }
type Effect = { readonly type: string }

export type Runner<State, Event> = ObservableStore<State> & {
  readonly dispatch: (event: Event) => void
  /** Nothing is carried out any more, and no event is heard. */
  readonly stop: () => void
}

type RunnerOptions<State, Event, Carried> = {
  readonly initial: State
  readonly advance: (
    state: State,
    event: Timed<Event>,
  ) => readonly [State, readonly (Carried | Wait)[]]
  /** Resolves to the event that answers the effect, if one does. */
  readonly carryOut: (effect: Exclude<Carried, Wait>) => Promise<Event | null> | null
  readonly onWaited: (timer: string) => Event
}

/** Carries out what a pure state machine decides, and tells it what came of it. */
export function createRunner<State, Event extends object, Carried extends Effect>({
  initial,
  advance,
  carryOut,
  onWaited,
}: RunnerOptions<State, Event, Carried>): Runner<State, Event> {
  const store = createObservableStore(initial)
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let isStopped = false

  function dispatch(event: Event) {
    if (isStopped) return
    const timed = { ...event, at: getServerTime(), jitter: Math.random() }
    const [state, effects] = advance(store.get(), timed)
    store.set(state)
    for (const effect of effects) {
      if (isWait(effect)) startTimer(effect)
      else carryOut(effect as Exclude<Carried, Wait>)?.then((reply) => reply && dispatch(reply))
    }
  }
  function startTimer({ timer, ms }: Wait) {
    clearTimeout(timers.get(timer))
    timers.set(
      timer,
      setTimeout(() => dispatch(onWaited(timer)), ms),
    )
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    dispatch,
    stop() {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function isWait(effect: Effect): effect is Wait {
  return effect.type === 'wait'
}

export function toCallFailure(error: unknown): CallFailure {
  if (error instanceof NetworkError) return { kind: 'offline' }
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof RefusalError ? error.code : 'fault'
  return { kind: 'refused', code, message, retryAfterMs: getRetryAfterMs(error) }
}
