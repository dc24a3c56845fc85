import { type ReactNode, useSyncExternalStore } from 'react'
import { importAgain, scheduleRetry } from './retry-import.ts'

type LazyState<Module> = {
  readonly module: Module | undefined
  /** True from a failure on, until the code is loaded or no longer needed. */
  readonly hasFailed: boolean
}

/** Code that a page loads late: never thrown as an error, and tried until it is there. */
export type LazyModule<Module> = {
  readonly get: () => LazyState<Module>
  readonly subscribe: (listener: () => void) => () => void
  /** Tries once, at once. Resolves in either case. */
  readonly preload: () => Promise<void>
}

/** `load` must resolve to the module itself: after a failure it may be imported without `load`. */
export function createLazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  const listeners = new Set<() => void>()
  let state: LazyState<Module> = { module: undefined, hasFailed: false }
  let failures = 0
  let attempt: Promise<void> | undefined
  let cancelRetry = () => {}

  const setState = (next: LazyState<Module>) => {
    state = next
    for (const notify of listeners) notify()
  }
  const tryOnce = async () => {
    try {
      const module = await (failures === 0 ? load() : importAgain(load, failures))
      setState({ module, hasFailed: false })
    } catch (error) {
      failures += 1
      // A page that is being left gives up what it loads, and does not try again. A fault of the code
      // fails each time, and would show nowhere else.
      if (failures === 2) console.error(error)
      setState({ module: undefined, hasFailed: listeners.size > 0 })
      if (listeners.size > 0) cancelRetry = scheduleRetry(failures, preload)
    } finally {
      attempt = undefined
    }
  }
  const preload = async () => {
    cancelRetry()
    if (state.module) return
    attempt ??= tryOnce()
    await attempt
  }
  return {
    get: () => state,
    preload,
    subscribe(listener) {
      listeners.add(listener)
      preload()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        cancelRetry()
        if (state.hasFailed) state = { module: undefined, hasFailed: false }
      }
    },
  }
}

/** Loads the code when it is needed, and keeps trying for as long as it is. */
export function useModule<Module>(
  lazyModule: LazyModule<Module>,
  isNeeded = true,
): LazyState<Module> {
  const { subscribe, get } = lazyModule
  return useSyncExternalStore(isNeeded ? subscribe : neverChanges, get, get)
}

const neverChanges = () => () => undefined

type LazyPartProps<Module> = {
  readonly part: LazyModule<Module>
  readonly loading?: ReactNode
  /** A sentence, and the way to do without; shown while loading is retried. */
  readonly failed?: ReactNode
  readonly children: (module: Module) => ReactNode
}

/** Draws what is loaded late. Its failure leaves the rest of the page as it is. */
export function LazyPart<Module>({ part, loading, failed, children }: LazyPartProps<Module>) {
  const { module, hasFailed } = useModule(part)
  if (module) return children(module)
  return hasFailed ? failed : loading
}
