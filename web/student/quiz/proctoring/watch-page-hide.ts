import type { Stop } from './proctoring-event.ts'

/** Refreshed, closed, or gone to another site. Nothing but a call that outlives the page helps. */
export function watchPageHide(onPageHide: () => void): Stop {
  window.addEventListener('pagehide', onPageHide)
  return () => window.removeEventListener('pagehide', onPageHide)
}
