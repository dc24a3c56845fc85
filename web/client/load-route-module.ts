import { importAgain, scheduleRetry } from './retry-import.ts'

type Route = { readonly id: string; readonly module: string }
type RouteModules = Record<string, unknown>

/** The part of React Router's router that tells where a click led. */
type RouterState = {
  readonly navigation: {
    readonly location?: {
      readonly pathname: string
      readonly search: string
      readonly hash: string
    }
  }
}

declare global {
  interface Window {
    readonly __reactRouterDataRouter?: { readonly state: RouterState }
  }
}

const loading: Record<string, Promise<unknown>> = {}
const listeners = new Set<() => void>()
let failedCount = 0

/** Whether the code of a page could not be loaded yet; it is still being tried. */
export function hasRouteFailed(): boolean {
  return failedCount > 0
}

export function onRouteFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changeFailedCount(change: 1 | -1) {
  failedCount += change
  for (const notify of listeners) notify()
}

/**
 * Replaces React Router's function of this name (see web/vite/bundling.ts), which reloads the page
 * if a file is missing: offline the page would be gone, and a click would not lead on. This one
 * keeps the page and tries again; a click in an outdated page opens the page that it leads to.
 */
export async function loadRouteModule(route: Route, modules: RouteModules): Promise<unknown> {
  const { id } = route
  if (!modules[id]) {
    loading[id] ??= loadUntilThere(route)
    modules[id] = await loading[id]
  }
  return modules[id]
}

async function loadUntilThere({ module }: Route): Promise<unknown> {
  const load = () => import(/* @vite-ignore */ module)
  for (let failures = 0; ; failures += 1) {
    try {
      const loaded = await (failures ? importAgain(load, failures) : load())
      if (failures) changeFailedCount(-1)
      return loaded
    } catch (error) {
      await openTargetIfOutdated(module, failures)
      if (!failures) changeFailedCount(1)
      // A page that is being left gives up what it loads, and does not try again.
      if (failures === 1) console.error(error)
      await new Promise<void>((resolve) => scheduleRetry(failures + 1, resolve))
    }
  }
}

/**
 * The server answers, but no longer with this file, or the browser does not take it. A page that is
 * only prefetched waits until somebody wants it.
 */
async function openTargetIfOutdated(module: string, failures: number) {
  const reply = await fetch(module, { method: 'HEAD' }).catch(() => null)
  if (!reply || reply.status >= 500 || (reply.ok && !failures)) return
  const target = window.__reactRouterDataRouter?.state.navigation.location
  if (target) window.location.assign(target.pathname + target.search + target.hash)
}
