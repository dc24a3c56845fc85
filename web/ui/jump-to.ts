import type { MouseEvent } from 'react'

/**
 * Leads a link to its place in the page without an entry in the history, or Back would walk through
 * the places.
 */
export function jumpToPlace(event: MouseEvent<HTMLAnchorElement>) {
  const place = document.getElementById(event.currentTarget.hash.slice(1))
  if (!place) return
  event.preventDefault()
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'start' })
}
