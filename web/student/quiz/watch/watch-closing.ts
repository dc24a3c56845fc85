import type { Stop } from './seen.ts'

/** Refreshed, closed, or gone to another site. Nothing but a call that outlives the page helps. */
export function watchClosing(onClosing: () => void): Stop {
  window.addEventListener('pagehide', onClosing)
  return () => window.removeEventListener('pagehide', onClosing)
}
