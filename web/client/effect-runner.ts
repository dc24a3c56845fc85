import { useSyncExternalStore } from 'react'
import type { CallFailure, Timed } from '#core/quiz-session/events.ts'
import { getRetryAfterMs, NetworkError, RefusalError } from './request.ts'
import { getServerTime } from './server-clock.ts'

type Wait = { readonly type: 'wait'; readonly timer: string; readonly ms: number }
type Effect = { readonly type: string }

export type Runner<State, Event> = ObservableStore<State> & {
  readonly dispatch: (event: Event) => void
  /** Stops carrying out effects and ignores further events. */
  readonly stop: () => void
}

type RunnerOptions<State, Event, Carried> = {
  readonly initial: State
  readonly advance: (
    state: State,
    event: Timed<Event>,
  ) => readonly [State, readonly (Carried | Wait)[]]
  /** Resolves to the event that the effect results in, if any. */
  readonly applyEffect: (effect: Exclude<Carried, Wait>) => Promise<Event | null> | null
  readonly onWaited: (timer: string) => Event
}

/** Runs a pure state machine: applies its effects and feeds the results back as events. */
export function createRunner<State, Event extends object, Carried extends Effect>({
  initial,
  advance,
  applyEffect,
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
      else applyEffect(effect as Exclude<Carried, Wait>)?.then((reply) => reply && dispatch(reply))
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

/** Words of the browser about a fault of ours help nobody. */
const unknownFault = { code: 'fault', message: 'Something went wrong. Please try again.' }

export function toCallFailure(error: unknown): CallFailure {
  if (error instanceof NetworkError) return { kind: 'offline' }
  const { code, message } = error instanceof RefusalError ? error : unknownFault
  return { kind: 'refused', code, message, retryAfterMs: getRetryAfterMs(error) }
}

type ObservableStore<T> = {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

/** A value outside React that components can subscribe to. */
export function createObservableStore<T>(
  initialValue: T,
): ObservableStore<T> & { set: (next: T) => void } {
  let value = initialValue
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const notify of listeners) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useObservableStore<T>({ get, subscribe }: ObservableStore<T>): T {
  return useSyncExternalStore(subscribe, get)
}
