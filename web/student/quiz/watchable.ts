import { useSyncExternalStore } from 'react'

export type Watchable<T> = {
  readonly get: () => T
  readonly subscribe: (watcher: () => void) => () => void
}

/** A value that lives outside of React and can be watched from inside. */
export function watchable<T>(first: T): Watchable<T> & { set: (next: T) => void } {
  let value = first
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const tell of watchers) tell()
    },
    subscribe(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

export function useWatched<T>({ get, subscribe }: Watchable<T>): T {
  return useSyncExternalStore(subscribe, get)
}
