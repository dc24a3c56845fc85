import { useSyncExternalStore } from 'react'

export type ObservableStore<T> = {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

/** A value that lives outside of React and can be watched from inside. */
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
